/** What people have said of a change set. */

import { agoText } from '../text/text.js'
import { Lines } from '../ui/lines.js'
import { PathName } from '../ui/name.js'
import { useNameOf, type SetNote } from './sets.js'
import { ts } from './texts.js'

/** All of them, newest first. */
export function Notes({ notes }: { readonly notes: readonly SetNote[] }) {
  const nameOf = useNameOf()
  if (notes.length === 0) return null
  return (
    <>
      <h2>{ts('notes')}</h2>
      <Lines label={ts('notes')} items={notes} error={null} empty={null}>
        {({ id, kind, path, text, user_id, created_at }) => (
          <li key={id}>
            <span className={`badge${kind === 'sent_back' ? ' warn' : ' accent'}`}>
              {ts(`note.${kind}`)}
            </span>
            <span className="grow stack-small">
              {text !== '' && <Said text={text} />}
              <span className="faint">
                {path !== null && (
                  <>
                    <PathName text={path} /> ·{' '}
                  </>
                )}
                {nameOf(user_id) ?? 'Galley'} · {agoText(created_at)}
              </span>
            </span>
          </li>
        )}
      </Lines>
    </>
  )
}

/** What was said of one file when the set was last sent back. */
export function NotesOf({ notes, path }: { notes: readonly SetNote[]; path: string }) {
  return lastSentBack(notes)
    .filter((note) => note.path === path)
    .map(({ id, text }) => <Said key={id} text={text} />)
}

function lastSentBack(notes: readonly SetNote[]): readonly SetNote[] {
  const from = notes.findIndex(({ kind }) => kind === 'sent_back')
  if (from < 0) return []
  const end = notes.findIndex(({ kind }, index) => index > from && kind !== 'sent_back')
  return notes.slice(from, end < 0 ? undefined : end)
}

function Said({ text }: { text: string }) {
  return (
    <span className="set-note" dir="auto">
      {text}
    </span>
  )
}
