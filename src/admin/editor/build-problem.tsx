/** What the last build has said of the text that is open, and the way to the place. */

import { useEffect, useRef } from 'react'
import type { EditorView } from '@codemirror/view'
import { useBuildProblems, type Problem } from '../api/build-problems.js'
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

/** Goes to the line that the address names, once; of the file, which the build has found in the text. */
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
