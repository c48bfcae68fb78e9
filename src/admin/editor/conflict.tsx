/** Settles what two people have changed differently: field by field, the text in full. */

import { useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components'
import { dateText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Field } from '../ui/field.js'
import { DiffView } from './diff-view.js'
import type { FieldName, Form, Side } from './form.js'
import type { Clash, Editor } from './use-editor.js'

/** Over the editor; what one has typed stays below it. */
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

function ConflictForm({ clash, editor, onClose }: FormProps) {
  const [choices, setChoices] = useState<Partial<Record<FieldName, Side>>>({})
  const [body, setBody] = useState(clash.merged ?? editor.form.body)
  const [isBusy, setBusy] = useState(false)
  const fields = clash.fields.filter((name) => name !== 'body')
  const hasBody = clash.fields.includes('body')
  const finish = async () => {
    setBusy(true)
    await editor.settle(choices, hasBody ? body : null)
  }
  return (
    <>
      <p className="soft">{t('conflict.text', { time: dateText(clash.entry.updated_at) })}</p>
      {fields.map((name) => (
        <FieldChoice
          key={name}
          name={name}
          mine={editor.form}
          theirs={clash.theirs}
          side={choices[name] ?? 'mine'}
          onChange={(side) => setChoices({ ...choices, [name]: side })}
        />
      ))}
      {hasBody && (
        <section className="stack">
          <h3>{t('conflict.body')}</h3>
          <div className="settling">
            <figure className="stack-small">
              <figcaption className="label">{t('conflict.their-changes')}</figcaption>
              <DiffView before={clash.base.body} after={clash.theirs.body} />
              <Button onPress={() => setBody(clash.theirs.body)}>
                {t('conflict.take-theirs')}
              </Button>
            </figure>
            <figure className="stack-small">
              <figcaption className="label">{t('conflict.my-changes')}</figcaption>
              <DiffView before={clash.base.body} after={editor.form.body} />
              <Button onPress={() => setBody(editor.form.body)}>{t('conflict.take-mine')}</Button>
            </figure>
            <Field label={t('conflict.result')} lines={10} isCode value={body} onChange={setBody} />
          </div>
        </section>
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

interface ChoiceProps {
  readonly name: FieldName
  readonly mine: Form
  readonly theirs: Form
  readonly side: Side
  readonly onChange: (side: Side) => void
}

const NAMES = {
  title: 'title',
  body: 'conflict.body',
  date: 'date',
  visibility: 'visibility',
  permalink: 'permalink',
  tags: 'tags',
  categories: 'categories',
  metadata: 'metadata',
} as const

function FieldChoice({ name, mine, theirs, side, onChange }: ChoiceProps) {
  const label = t(NAMES[name])
  return (
    <RadioGroup
      aria-label={label}
      className="stack-small"
      value={side}
      onChange={(value) => onChange(value === 'theirs' ? 'theirs' : 'mine')}
    >
      <h3>{label}</h3>
      <div className="choices">
        <Radio value="mine" className="choice">
          <span className="faint">{t('conflict.mine')}</span>
          <span className="choice-value">{valueText(mine[name])}</span>
        </Radio>
        <Radio value="theirs" className="choice">
          <span className="faint">{t('conflict.theirs')}</span>
          <span className="choice-value">{valueText(theirs[name])}</span>
        </Radio>
      </div>
    </RadioGroup>
  )
}

function valueText(value: unknown): string {
  if (value === null || value === '') return '–'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.join(', ') || '–'
  return JSON.stringify(value, null, 1)
}
