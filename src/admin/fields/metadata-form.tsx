/**
 * A form for metadata: each field by the kind of its value. Fields that the user does not touch stay as they are.
 */

import { useState } from 'react'
import type { Hash } from '../api/types.js'
import { t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { WordsField } from '../ui/words.js'
import { emptyLike, emptyOf, isHash, kindOf, labelOf, without, type FieldKind } from './metadata.js'

interface FormProps {
  readonly value: Hash
  readonly onChange: (value: Hash) => void
  /** Names of fields that are shown elsewhere. */
  readonly except?: ReadonlySet<string>
  /** Number of enclosing objects. */
  readonly depth?: number
}

const NONE: ReadonlySet<string> = new Set()
/** Levels of nested forms; deeper values are edited as JSON. */
const MAX_DEPTH = 3

export function MetadataForm({ value, onChange, except = NONE, depth = 0 }: FormProps) {
  const shown = Object.entries(value).filter(([name]) => !except.has(name))
  return (
    <div className="stack">
      {shown.map(([name, item]) => (
        <div key={name} className="meta-row">
          <ValueField
            label={labelOf(name)}
            value={item}
            depth={depth}
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
        names={[...Object.keys(value), ...except]}
        onAdd={(name, item) => onChange({ ...value, [name]: item })}
      />
    </div>
  )
}

interface ValueProps {
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly depth?: number
}

/** The input for one value, by its kind. */
export function ValueField({ label, value, onChange, depth = 0 }: ValueProps) {
  // The kind must not change while the user types.
  const [kind] = useState<FieldKind>(() => shownKind(value, depth))
  switch (kind) {
    case 'object':
      return (
        <fieldset className="group">
          <legend>{label}</legend>
          <MetadataForm value={hashOf(value)} onChange={onChange} depth={depth + 1} />
        </fieldset>
      )
    case 'objects':
      return <ObjectsField label={label} value={value} onChange={onChange} depth={depth} />
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

function shownKind(value: unknown, depth: number): FieldKind {
  const kind = kindOf(value)
  const isNested = kind === 'object' || kind === 'objects'
  return isNested && depth >= MAX_DEPTH ? 'other' : kind
}

function hashOf(value: unknown): Hash {
  return isHash(value) ? value : {}
}

/** A list of objects. */
function ObjectsField({ label, value, onChange, depth = 0 }: ValueProps) {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  // Stable keys, so that a form survives the removal of an earlier one.
  const [ids, setIds] = useState<readonly number[]>(() => items.map((_, index) => index))
  const set = (nextIds: readonly number[], next: readonly unknown[]) => {
    setIds(nextIds)
    onChange(next)
  }
  const add = () => set([...ids, Math.max(-1, ...ids) + 1], [...items, emptyLike(items.at(-1))])
  const remove = (index: number) => set(ids.toSpliced(index, 1), items.toSpliced(index, 1))
  const swap = <T,>(list: readonly T[], index: number) =>
    list.toSpliced(index - 1, 2, ...list.slice(index - 1, index + 1).toReversed())
  return (
    <fieldset className="group stack">
      <legend>{label}</legend>
      {items.map((item, index) => {
        const name = `${label} ${index + 1}`
        return (
          // The group's name must differ from the names of the buttons in it.
          <fieldset key={ids[index]} className="group" aria-label={name}>
            <legend>
              {name}
              {index > 0 && (
                <IconButton
                  icon="up"
                  label={t('fields.up', { name })}
                  onPress={() => set(swap(ids, index), swap(items, index))}
                />
              )}
              <IconButton
                icon="close"
                label={t('metadata.remove', { name })}
                onPress={() => remove(index)}
              />
            </legend>
            <MetadataForm
              value={hashOf(item)}
              onChange={(next) => onChange(items.with(index, next))}
              depth={depth + 1}
            />
          </fieldset>
        )
      })}
      <div className="add-field">
        <Button icon="plus" look="quiet" onPress={add}>
          {t('fields.add-to', { name: label })}
        </Button>
      </div>
    </fieldset>
  )
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

/** A value without a form, as JSON. Invalid JSON is not applied. */
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

const KINDS = ['text', 'long', 'number', 'boolean', 'date', 'words', 'object'] as const

interface AddProps {
  readonly names: readonly string[]
  readonly onAdd: (name: string, value: unknown) => void
}

/** Asks for the name and the kind of a new field. */
export function AddField({ names, onAdd }: AddProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<FieldKind>('text')
  if (!isOpen) {
    return (
      <div className="add-field">
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
