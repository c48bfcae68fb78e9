/** What the last build has said of the text that is open, and the way to the place. */

import { useEffect, useRef } from 'react'
import type { EditorView } from '@codemirror/view'
import { useBuildProblems } from '../api/build-problems.js'
import { readSourceText } from '../api/source-text.js'
import type { FullEntry, Site } from '../api/types.js'
import { useParameter } from '../app/router.js'
import { buildMessage } from '../text/build-messages.js'
import { t, timeOf } from '../text/text.js'
import { Notice } from '../ui/notice.js'

/** Until the text is saved: then another build has to find out. */
export function BuildProblems({ site, entry }: { site: Site; entry: FullEntry }) {
  const { problems, at } = useBuildProblems(site)
  if (at === null || timeOf(entry.updated_at) > timeOf(at)) return null
  const own = problems.filter(({ path }) => path === entry.filename)
  return own.map(({ line, message }, index) => {
    const { text, isForeign } = buildMessage(message)
    return (
      <Notice key={index} tone="bad">
        <span>{line === null ? t('build.stops') : t('build.stops-in-line', { line })}</span>
        <span dir="auto" lang={isForeign ? 'en' : undefined}>
          {text}
        </span>
      </Notice>
    )
  })
}

/** Goes to the line that the address names, once. */
export function useLineOfAddress(
  site: Site,
  entry: FullEntry | null,
  view: () => EditorView | null,
) {
  const [given] = useParameter('line')
  const { problems } = useBuildProblems(site)
  const isDone = useRef(false)
  useEffect(() => {
    const line = Number(given)
    if (isDone.current || !entry || !(line > 0)) return undefined
    const controller = new AbortController()
    const message = problems.find(
      (one) => one.path === entry.filename && one.line === line,
    )?.message
    const words = message === undefined ? [] : buildMessage(message).words
    void placeOf({ site, entry, line, words, signal: controller.signal }).then((place) => {
      const shown = view()
      if (controller.signal.aborted || !shown || place === null) return
      isDone.current = true
      show(shown, place)
    })
    return () => controller.abort()
  }, [given, site, entry, problems, view])
}

interface Wanted {
  readonly site: Site
  readonly entry: FullEntry
  /** Of the file, front matter and all. */
  readonly line: number
  /** What may be wrong in it, the likeliest first. */
  readonly words: readonly string[]
  readonly signal: AbortSignal
}

/** A line of the text; of the file only those know it who may read the file: others look for the words. */
async function placeOf({ site, entry, line, words, signal }: Wanted): Promise<number | null> {
  const lines = entry.body.split('\n')
  if (site.can.edit_source) {
    const file = await readSourceText(site.id, entry.filename, signal).catch(() => null)
    if (file !== null) return line - (file.split('\n').length - lines.length)
  }
  for (const word of words) {
    const found = lines.findIndex((text) => text.includes(word))
    if (found >= 0) return found + 1
  }
  return null
}

function show(view: EditorView, line: number): void {
  const { doc } = view.state
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines))
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  view.focus()
}
