/** The window that resolves a save conflict: field by field, the body by paragraphs. */

import { useMemo, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { dateText, t } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { Window } from '../../ui/dialog.js'
import { ConflictText } from './conflict-text.js'
import { labelOf, valueText } from '../field-words.js'
import { valueOf, type Choices, type ClashName, type Side } from '../form.js'
import { mergeParagraphs, type MergePiece } from './merge-text.js'
import type { Clash, Editor } from '../use-editor.js'

/** Opens over the editor, which keeps its text. */
export function ConflictWindow({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const { clash } = editor
  return (
    <Window title={t('conflict.title')} isOpen={clash !== null} onClose={onClose} isWide>
      {clash && <ConflictForm clash={clash} editor={editor} onClose={onClose} />}
    </Window>
  )
}

interface FormProps {
  readonly clash: Clash
  readonly editor: Editor
  readonly onClose: () => void
}

/** The body in pieces; null if only one side has changed it. */
function usePieces({ clash, editor }: FormProps): readonly MergePiece[] | null {
  const [mine] = useState(editor.form.body)
  return useMemo(() => {
    if (!clash.fields.includes('body')) return null
    if (clash.merged !== null) return [{ kind: 'settled', text: clash.merged }]
    return mergeParagraphs({ base: clash.base.body, mine, theirs: clash.theirs.body })
  }, [clash, mine])
}

function ConflictForm(props: FormProps) {
  const { clash, editor, onClose } = props
  const [choices, setChoices] = useState<Choices>({})
  const pieces = usePieces(props)
  // The resolved text of each paragraph: the user's own until another one is chosen.
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({})
  const [isBusy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    const whole = pieces?.map((piece, index) => texts[index] ?? ownText(piece)).join('')
    await editor.settle(choices, whole ?? null)
    setBusy(false)
  }
  return (
    <>
      <p className="soft">{t('conflict.text', { time: dateText(clash.entry.updated_at) })}</p>
      {clash.fields
        .filter((name) => name !== 'body')
        .map((name) => (
          <FieldChoice
            key={name}
            name={name}
            clash={clash}
            editor={editor}
            side={choices[name] ?? 'mine'}
            onChange={(side) => setChoices({ ...choices, [name]: side })}
          />
        ))}
      {pieces && (
        <ConflictText
          pieces={pieces}
          texts={texts}
          onText={(index, text) => setTexts({ ...texts, [index]: text })}
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

function ownText(piece: MergePiece): string {
  return piece.kind === 'settled' ? piece.text : piece.mine
}

interface ChoiceProps {
  readonly name: ClashName
  readonly clash: Clash
  readonly editor: Editor
  readonly side: Side
  readonly onChange: (side: Side) => void
}

function FieldChoice({ name, clash, editor, side, onChange }: ChoiceProps) {
  const label = labelOf(name)
  const { base, theirs } = clash
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
