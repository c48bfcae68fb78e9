/** The input for one front matter field, by the kind that the collection declares. */

import { useState } from 'react'
import type { Schemas } from '../api/client.js'
import type { Site } from '../api/types.js'
import { t } from '../text/text.js'
import { Select, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { SuggestField } from '../ui/suggest.js'
import { WordsField } from '../ui/words.js'
import { FileField } from './file-field.js'
import { isHash, kindOf } from './metadata.js'
import { ValueField } from './metadata-form.js'
import { ReferenceField } from './reference-field.js'

export type FieldInfo = Schemas['Field']

interface InputProps {
  readonly site: Site
  readonly field: FieldInfo
  /** Undefined if the document does not have the field. */
  readonly value: unknown
  /** Called with the new value; undefined removes the field. */
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
}

export function FieldInput(props: InputProps) {
  const { field, value, onChange } = props
  // A value of another kind is kept until the user changes it.
  const [isFitting] = useState(() => fits(field, value))
  if (!isFitting) {
    return (
      <div className="stack-small">
        <ValueField label={labelOf(field)} value={value} onChange={onChange} />
        <span className={props.error === undefined ? 'help' : 'error'}>
          {props.error ?? t('fields.misfit', { kind: t(`fields.${field.kind}`) })}
        </span>
      </div>
    )
  }
  return <KindInput {...props} />
}

function labelOf({ label, required }: FieldInfo): string {
  return required ? t('fields.required', { name: label }) : label
}

/** A value as text; in the file, a choice may be a number or a boolean. */
function scalarText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const DAY = /^\d{4}-\d\d-\d\d$/

function fits({ kind, choices }: FieldInfo, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  switch (kind) {
    case 'boolean':
    case 'number':
      return typeof value === kind
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isHash(value)
    case 'reference':
      return typeof value === 'string' || kindOf(value) === 'words'
    case 'choice':
      return choices.includes(scalarText(value))
    case 'text':
    case 'longtext':
    case 'date':
    case 'color':
    case 'file':
    case 'image':
      return typeof value === 'string'
  }
}

function KindInput({ site, field, value, onChange, error }: InputProps) {
  const shared = { label: labelOf(field), error, help: field.help || undefined }
  const text = typeof value === 'string' ? value : ''
  const setText = (next: string) => onChange(next === '' ? undefined : next)
  switch (field.kind) {
    case 'text': {
      const suggestions = suggested(field.values, text)
      const isFree = field.values.length === 0
      if (isFree) return <Field {...shared} value={text} onChange={setText} />
      return <SuggestField {...shared} value={text} suggestions={suggestions} onChange={setText} />
    }
    case 'longtext':
      return <Field {...shared} lines={4} value={text} onChange={setText} />
    case 'number':
      return <NumberInput {...shared} value={value} onChange={onChange} />
    case 'boolean':
      return <YesNo {...shared} isOn={value === true} onChange={onChange} />
    case 'date': {
      const type = text === '' || DAY.test(text) ? 'date' : 'text'
      return <Field {...shared} type={type} value={text} onChange={setText} />
    }
    case 'color':
      return <ColorInput {...shared} value={text} onChange={setText} />
    case 'file':
    case 'image': {
      const isImage = field.kind === 'image'
      return <FileField {...shared} site={site} isImage={isImage} value={text} onChange={setText} />
    }
    case 'reference': {
      const names = Array.isArray(value) ? value.map(String) : text
      const collection = field.choices[0] ?? 'posts'
      const set = (next: string | string[]) => onChange(next.length === 0 ? undefined : next)
      return <ReferenceField {...shared} {...{ site, collection }} value={names} onChange={set} />
    }
    case 'choice':
      return <ChoiceInput {...shared} field={field} value={value} onChange={onChange} />
    case 'list':
    case 'object':
      return <PartsInput {...shared} field={field} value={value} onChange={onChange} />
  }
}

function suggested(values: readonly string[], text: string) {
  const typed = text.toLowerCase()
  // If the value is a complete suggestion, all suggestions are offered, so that another one can be picked.
  const isWhole = values.includes(text)
  const fitting = values.filter((id) => isWhole || id.toLowerCase().includes(typed))
  return fitting.map((id) => ({ id, label: id }))
}

interface Shared {
  readonly label: string
  readonly help: string | undefined
  readonly error: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function NumberInput({ value, onChange, ...shared }: Shared) {
  const [text, setText] = useState(typeof value === 'number' ? String(value) : '')
  const change = (next: string) => {
    setText(next)
    if (next === '') onChange(undefined)
    else if (Number.isFinite(Number(next))) onChange(Number(next))
  }
  return <Field {...shared} type="number" value={text} onChange={change} />
}

interface YesNoProps extends Omit<Shared, 'value'> {
  readonly isOn: boolean
}

function YesNo({ label, help, error, isOn, onChange }: YesNoProps) {
  return (
    <div className="stack-small">
      <Switch label={label} isOn={isOn} onChange={onChange} />
      {help !== undefined && <span className="help">{help}</span>}
      {error !== undefined && <span className="error">{error}</span>}
    </div>
  )
}

/** Values that the browser's color picker supports. */
const PICKABLE = /^#[0-9a-f]{6}$/i

interface ColorProps extends Omit<Shared, 'value' | 'onChange'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

function ColorInput(props: ColorProps) {
  const { value, onChange, label } = props
  return (
    <div className="color-field">
      <Field {...props} />
      <input
        type="color"
        aria-label={t('fields.pick', { name: label })}
        value={PICKABLE.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Id of the entry for no choice; list boxes need a non-empty id. */
const NONE = ' '

function ChoiceInput({ field, value, onChange, ...shared }: Shared & { field: FieldInfo }) {
  const choices = field.choices.map((id) => ({ id, label: id }))
  return (
    <div className="stack-small">
      <Select
        label={shared.label}
        help={shared.help}
        value={scalarText(value) || NONE}
        choices={field.required ? choices : [{ id: NONE, label: '–' }, ...choices]}
        onChange={(next) => onChange(next === NONE ? undefined : next)}
      />
      {shared.error !== undefined && <span className="error">{shared.error}</span>}
    </div>
  )
}

/**
 * The input for lists and objects. A list of strings gets suggestions; other values are shown by their contents.
 */
function PartsInput({ field, value, onChange, ...shared }: Shared & { field: FieldInfo }) {
  const given = value ?? (field.kind === 'list' ? [] : {})
  if (field.kind === 'list' && kindOf(given) === 'words') {
    const words = Array.isArray(given) ? given.map(String) : []
    return <WordsField {...shared} value={words} known={field.values} onChange={onChange} />
  }
  return (
    <div className="stack-small">
      <ValueField label={shared.label} value={given} onChange={onChange} />
      {shared.help !== undefined && <span className="help">{shared.help}</span>}
      {shared.error !== undefined && <span className="error">{shared.error}</span>}
    </div>
  )
}
