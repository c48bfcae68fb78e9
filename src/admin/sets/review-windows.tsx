/** The windows that hand a change set in, and send one back with notes. */

import { useState } from 'react'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Field } from '../ui/text-field.js'
import { titleOf, useSetActions, type ChangeSet, type SetChange } from './sets.js'
import { ts } from './texts.js'

interface WindowProps {
  readonly set: ChangeSet
  readonly onClose: () => void
}

export function HandInWindow({ set, onClose }: WindowProps) {
  const [note, setNote] = useState('')
  const { handIn } = useSetActions(set)
  const { isBusy, error, onSubmit } = useSending(async () => {
    await handIn(note.trim())
    onClose()
  })
  return (
    <Window title={ts('hand')} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="soft">{ts('hand.text')}</p>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        <Field label={ts('hand.note')} value={note} onChange={setNote} lines={3} autoFocus />
        <Buttons action={ts('hand')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Window>
  )
}

/** Texts for which the window has a field; a note about all can name others. */
const MAX_FIELDS = 20

/** For the whole set. No file has this path. */
const WHOLE = ''

interface SendBackProps extends WindowProps {
  readonly changes: readonly SetChange[]
}

export function SendBackWindow({ set, changes, onClose }: SendBackProps) {
  const [notes, setNotes] = useState<ReadonlyMap<string, string>>(new Map())
  const { sendBack } = useSetActions(set)
  const written = [...notes]
    .map(([path, text]) => ({ path: path === WHOLE ? null : path, text: text.trim() }))
    .filter(({ text }) => text !== '')
  const isReady = written.length > 0
  const { isBusy, error, onSubmit } = useSending(async () => {
    await sendBack(written)
    onClose()
  }, isReady)
  const field = (path: string, label: string, lines: number) => (
    <Field
      key={path}
      label={label}
      value={notes.get(path) ?? ''}
      onChange={(text) => setNotes((was) => new Map(was).set(path, text))}
      lines={lines}
    />
  )
  return (
    <Window title={ts('send')} isOpen onClose={onClose}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="soft">{ts('send.text')}</p>
        {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
        {field(WHOLE, ts('send.whole'), 3)}
        {changes.slice(0, MAX_FIELDS).map((one) => {
          return field(one.path, ts('send.of', { title: titleOf(one) }), 1)
        })}
        <Buttons action={ts('send')} isBusy={isBusy} isReady={isReady} onClose={onClose} />
      </form>
    </Window>
  )
}

interface ButtonsProps {
  readonly action: string
  readonly isBusy: boolean
  readonly isReady?: boolean
  readonly onClose: () => void
}

function Buttons({ action, isBusy, isReady = true, onClose }: ButtonsProps) {
  return (
    <div className="row-end">
      <Button onPress={onClose}>{t('cancel')}</Button>
      <Button type="submit" look="primary" busy={isBusy} isDisabled={!isReady}>
        {action}
      </Button>
    </div>
  )
}
