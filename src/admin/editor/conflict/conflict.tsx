/** The window that resolves a save conflict: field by field, the body by paragraphs. */

import { useMemo, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { dateText, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Window } from '../../ui/dialog.js'
import { ConflictText } from './conflict-text.js'
import { labelOf, valueText } from '../field-words.js'
import { valueOf, type Choices, type FieldPath, type Side } from '../form.js'
import { mergeParagraphs, type MergePiece } from './merge-text.js'
import type { Editor } from '../use-editor.js'
import type { Conflict } from '../state.js'

/** What the user has chosen and written so far. */
interface Answers {
  readonly choices: Choices
  /** The resolved paragraphs, by their names (`namesOf`): the user's own until another text is chosen. */
  readonly texts: Readonly<Record<string, string>>
}

const NO_ANSWERS: Answers = { choices: {}, texts: {} }

interface WindowProps {
  readonly editor: Editor
  /** True if the user goes on writing first. */
  readonly isLater: boolean
  readonly onClose: () => void
}

/** Opens over the editor, which keeps its text. What was chosen and written is there again when it is opened again. */
export function ConflictWindow({ editor, isLater, onClose }: WindowProps) {
  const { conflict, entry } = editor
  const [answers, setAnswers] = useState(NO_ANSWERS)
  const [sha, setSha] = useState(entry?.sha)
  if (sha !== entry?.sha) {
    setSha(entry?.sha)
    setAnswers(NO_ANSWERS)
  }
  return (
    <Window
      title={t('conflict.title')}
      isOpen={conflict !== null && !isLater}
      onClose={onClose}
      isWide
    >
      {conflict && <ConflictForm {...{ conflict, editor, answers, setAnswers, onClose }} />}
    </Window>
  )
}

interface FormProps {
  readonly conflict: Conflict
  readonly editor: Editor
  readonly answers: Answers
  readonly setAnswers: (answers: Answers) => void
  readonly onClose: () => void
}

/** The body in pieces; null if only one side has changed it. */
function usePieces({ conflict, editor }: FormProps): readonly MergePiece[] | null {
  const [mine] = useState(editor.form.body)
  return useMemo(() => {
    if (!conflict.fields.includes('body')) return null
    if (conflict.merged !== null) return [{ kind: 'merged', text: conflict.merged }]
    return mergeParagraphs({ base: conflict.base.body, mine, theirs: conflict.theirs.body })
  }, [conflict, mine])
}

function ConflictForm(props: FormProps) {
  const { conflict, editor, answers, setAnswers, onClose } = props
  const { choices } = answers
  const pieces = usePieces(props)
  const names = namesOf(pieces ?? [])
  const texts = names.map((name) => answers.texts[name])
  const [isBusy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    const whole = pieces?.map((piece, index) => texts[index] ?? ownText(piece)).join('')
    await editor.resolveConflict(choices, whole ?? null)
    setBusy(false)
    setAnswers(NO_ANSWERS)
  }
  return (
    <>
      <p className="soft">{t('conflict.text', { time: dateText(conflict.entry.updated_at) })}</p>
      {conflict.fields
        .filter((name) => name !== 'body')
        .map((name) => (
          <FieldChoice
            key={name}
            name={name}
            conflict={conflict}
            editor={editor}
            side={choices[name] ?? 'mine'}
            onChange={(side) => setAnswers({ ...answers, choices: { ...choices, [name]: side } })}
          />
        ))}
      {pieces && (
        <ConflictText
          pieces={pieces}
          texts={texts}
          onText={(index, text) =>
            setAnswers({ ...answers, texts: { ...answers.texts, [names[index] ?? '']: text } })
          }
        />
      )}
      <div className="row-end">
        <Button onPress={onClose}>{t('conflict.later')}</Button>
        <Button look="primary" busy={isBusy} onPress={() => void finish()}>
          {t('conflict.save')}
        </Button>
      </div>
    </>
  )
}

/**
 * Names by which paragraphs are found again after the user has gone on writing: what was there before and what the
 * others made of it, and the number of such paragraphs above.
 */
function namesOf(pieces: readonly MergePiece[]): readonly string[] {
  const above = new Map<string, number>()
  return pieces.map((piece) => {
    const name = pieceName(piece)
    const count = above.get(name) ?? 0
    above.set(name, count + 1)
    return `${count} ${name}`
  })
}

const pieceName = (piece: MergePiece): string =>
  piece.kind === 'merged' ? '' : JSON.stringify([piece.base, piece.theirs])

function ownText(piece: MergePiece): string {
  return piece.kind === 'merged' ? piece.text : piece.mine
}

interface ChoiceProps {
  readonly name: FieldPath
  readonly conflict: Conflict
  readonly editor: Editor
  readonly side: Side
  readonly onChange: (side: Side) => void
}

function FieldChoice({ name, conflict, editor, side, onChange }: ChoiceProps) {
  const label = labelOf(name)
  const { base, theirs } = conflict
  return (
    <RadioGroup
      aria-label={label}
      className="stack-small"
      value={side}
      onChange={(value) => onChange(value === 'theirs' ? 'theirs' : 'mine')}
    >
      <h3 dir="auto">{label}</h3>
      <div className="two">
        <Radio value="theirs" className="choice">
          <span className="faint">{t('conflict.theirs')}</span>
          <span className="choice-value">{valueText(valueOf(theirs, name))}</span>
        </Radio>
        <div className="choice">
          <span className="faint">{t('conflict.before')}</span>
          <span className="choice-value">{valueText(valueOf(base, name))}</span>
        </div>
        <Radio value="mine" className="choice">
          <span className="faint">{t('conflict.mine')}</span>
          <span className="choice-value">{valueText(valueOf(editor.form, name))}</span>
        </Radio>
      </div>
    </RadioGroup>
  )
}
