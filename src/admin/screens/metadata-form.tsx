/** Metadata as a form: each field by the kind of its value. Fields that are not touched stay as they are. */

import { useState } from 'react'
import type { Hash } from '../api/types.js'
import { t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Field, Select, Switch } from '../ui/field.js'
import { WordsField } from '../ui/words.js'
import { emptyOf, kindOf, labelOf, without, type FieldKind } from './metadata.js'

interface FormProps {
  readonly value: Hash
  readonly onChange: (value: Hash) => void
}

export function MetadataForm({ value, onChange }: FormProps) {
  return (
    <div className="stack">
      {Object.entries(value).map(([name, item]) => (
        <div key={name} className="meta-row">
          <ValueField
            label={labelOf(name)}
            value={item}
            onChange={(next) => onChange({ ...value, [name]: next })}
          />
          <IconButton
            icon="close"
            label={t('metadata.remove', { name: labelOf(name) })}
            onPress={() => onChange(without(value, name))}
          />
        </div>
      ))}
      <AddField
        names={Object.keys(value)}
        onAdd={(name, item) => onChange({ ...value, [name]: item })}
      />
    </div>
  )
}

interface ValueProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function ValueField({ label, value, onChange }: ValueProps) {
  // A field keeps the kind it began with while one types in it.
  const [kind] = useState<FieldKind>(() => kindOf(value))
  switch (kind) {
    case 'boolean':
      return <Switch label={label} isOn={value === true} onChange={onChange} />
    case 'number':
      return <NumberField label={label} value={value} onChange={onChange} />
    case 'words':
      return <WordsField label={label} value={wordsOf(value)} onChange={onChange} />
    case 'other':
      return <JsonField label={label} value={value} onChange={onChange} />
    case 'date':
      return <Field label={label} type="date" value={textOf(value)} onChange={onChange} />
    case 'long':
      return <Field label={label} lines={4} value={textOf(value)} onChange={onChange} />
    case 'text':
      return <Field label={label} value={textOf(value)} onChange={onChange} />
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function wordsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function NumberField({ label, value, onChange }: ValueProps) {
  const [text, setText] = useState(String(value))
  return (
    <Field
      label={label}
      type="number"
      value={text}
      onChange={(next) => {
        setText(next)
        if (next !== '' && Number.isFinite(Number(next))) onChange(Number(next))
      }}
    />
  )
}

/** What has no form of its own, as JSON; what is not JSON is not taken over. */
function JsonField({ label, value, onChange }: ValueProps) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2))
  const [isBad, setBad] = useState(false)
  return (
    <Field
      label={label}
      lines={5}
      isCode
      value={text}
      error={isBad ? t('metadata.bad') : undefined}
      onChange={(next) => {
        setText(next)
        try {
          onChange(JSON.parse(next))
          setBad(false)
        } catch {
          setBad(true)
        }
      }}
    />
  )
}

const KINDS = ['text', 'long', 'number', 'boolean', 'date', 'words'] as const

interface AddProps {
  readonly names: readonly string[]
  readonly onAdd: (name: string, value: unknown) => void
}

function AddField({ names, onAdd }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<FieldKind>('text')
  if (!isOpen) {
    return (
      <div>
        <Button icon="plus" look="quiet" onPress={() => setOpen(true)}>
          {t('metadata.add')}
        </Button>
      </div>
    )
  }
  const isTaken = names.includes(name.trim())
  const add = () => {
    onAdd(name.trim(), emptyOf(kind))
    setName('')
    setOpen(false)
  }
  return (
    <div className="meta-add stack">
      <div className="two">
        <Field
          label={t('name')}
          value={name}
          onChange={setName}
          error={isTaken ? t('metadata.taken') : undefined}
          autoFocus
        />
        <Select
          label={t('metadata.kind')}
          value={kind}
          choices={KINDS.map((id) => ({ id, label: t(`kind.${id}`) }))}
          onChange={(value) => setKind(KINDS.find((id) => id === value) ?? 'text')}
        />
      </div>
      <div className="row-end">
        <Button onPress={() => setOpen(false)}>{t('cancel')}</Button>
        <Button isDisabled={isTaken || name.trim() === ''} onPress={add}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}
