/** The problems that the last build found in the open document, with a jump to the line. */

import { useEffect, useRef } from 'react'
import type { EditorView } from '@codemirror/view'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
import type { FullEntry, Site } from '../api/types.js'
import { useParameter } from '../app/router.js'
import { buildMessage } from '../text/build-messages.js'
import { t, timeOf } from '../text/text.js'
import { Notice } from '../ui/notice.js'

/** Shown until the document is saved; then only the next build can tell. */
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

/** Jumps once to the line given in the URL, which counts lines of the whole file. */
export function useLineOfAddress(
  site: Site,
  entry: FullEntry | null,
  view: () => EditorView | null,
) {
  const [given] = useParameter('line')
  const { problems } = useBuildProblems(site)
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || !entry) return
    const isMeant = ({ path, line }: Problem) => path === entry.filename && String(line) === given
    const line = problems.find(isMeant)?.text_line ?? null
    const shown = view()
    if (line === null || !shown) return
    isDone.current = true
    show(shown, line)
  }, [given, entry, problems, view])
}

function show(view: EditorView, line: number): void {
  const { doc } = view.state
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines))
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true })
  view.focus()
}
