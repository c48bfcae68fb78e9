/** The form for one value of a data file: the fields of an entry, a list of entries, or a single value. */

import { useState } from 'react'
import type { Hash } from '../api/types.js'
import { FieldInput, type FieldInfo } from '../fields/field-input.js'
import { emptyOf, isHash, labelOf } from '../fields/metadata.js'
import { AddField, ValueField } from '../fields/metadata-form.js'
import { d } from '../text/data-texts.js'
import { t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { fieldsOf } from './data-value.js'
import { EntryList, type PartProps, type ValueProps } from './entry-list.js'

/** Levels of forms in one another; deeper values are edited as JSON. */
const MAX_LEVELS = 8

export function ValuePart({ label, value, ...shared }: ValueProps) {
  const { at, onEdit } = shared
  // What is a list of entries stays one when the last of them goes.
  const [isList] = useState(() => isEntries(value))
  if (at.length < MAX_LEVELS) {
    if ((Array.isArray(value) || isHash(value)) && isList)
      return <EntryList {...shared} value={value} Part={ValuePart} />
    if (isHash(value)) return <MapPart {...shared} value={value} />
  }
  return (
    <ValueField
      label={label}
      value={value}
      depth={MAX_LEVELS}
      onChange={(next) => onEdit({ op: 'set', at: [...at], value: next })}
    />
  )
}

/** True for lists, except of words, and mappings of names to mappings. */
function isEntries(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length === 0 || !value.every((item) => typeof item === 'string')
  if (!isHash(value)) return false
  const items = Object.values(value)
  return items.length > 0 && items.every(isHash)
}

function MapPart({ value, fields, ...shared }: PartProps & { readonly value: Hash }) {
  const { site, at, onEdit } = shared
  const known = new Map(
    [...fields, ...fieldsOf([value])].toReversed().map((one) => [one.name, one]),
  )
  const offered = fields.filter(({ name }) => !(name in value))
  const set = (name: string, next: unknown) =>
    onEdit({
      op: 'set',
      at: [...at, name],
      value: next === undefined ? cleared(value[name]) : next,
    })
  return (
    <div className="stack">
      {Object.entries(value).map(([name, item]) => {
        const field = known.get(name)
        const isOwn = isHash(item) || (Array.isArray(item) && isEntries(item))
        return (
          <div key={name} className="meta-row">
            {isOwn || field === undefined ? (
              <fieldset className="group">
                <legend>{labelOf(name)}</legend>
                {field?.help && <p className="faint">{field.help}</p>}
                <ValuePart
                  {...shared}
                  fields={[]}
                  at={[...at, name]}
                  label={labelOf(name)}
                  value={item}
                />
              </fieldset>
            ) : (
              <FieldInput
                site={site}
                field={field}
                value={item}
                error={undefined}
                onChange={(next) => set(name, next)}
              />
            )}
            <IconButton
              icon="close"
              label={t('metadata.remove', { name: labelOf(name) })}
              onPress={() => onEdit({ op: 'remove', at: [...at, name] })}
            />
          </div>
        )
      })}
      <Offered fields={offered} onAdd={({ name, kind }) => set(name, blankOf(kind))} />
      <AddField names={Object.keys(value)} onAdd={(name, item) => set(name, item)} />
    </div>
  )
}

interface OfferedProps {
  readonly fields: readonly FieldInfo[]
  readonly onAdd: (field: FieldInfo) => void
}

/** Buttons that add fields which entries alike have. */
function Offered({ fields, onAdd }: OfferedProps) {
  if (fields.length === 0) return null
  return (
    <div className="row offered" role="group" aria-label={d('others')}>
      {fields.map((field) => (
        <Button key={field.name} look="quiet" icon="plus" onPress={() => onAdd(field)}>
          {field.label}
        </Button>
      ))}
    </div>
  )
}

/** An emptied field stays, so that all entries have the same ones. */
function cleared(old: unknown): unknown {
  return typeof old === 'number' ? null : ''
}

function blankOf(kind: FieldInfo['kind']): unknown {
  if (kind === 'list') return []
  return kind === 'object' || kind === 'boolean' || kind === 'number' ? emptyOf(kind) : ''
}
