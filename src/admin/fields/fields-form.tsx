/**
 * The form for front matter: first the fields that the collection declares, in their order, then the document's
 * other fields. Fields that other documents use are offered.
 */

import { useState, type ReactNode } from 'react'
import { useFields } from '../api/queries.js'
import type { Hash, Site } from '../api/types.js'
import { t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Waiting } from '../ui/page.js'
import { FieldInput, type FieldInfo } from './field-input.js'
import { MetadataForm } from './metadata-form.js'
import { without } from './metadata.js'

interface FormProps {
  readonly site: Site
  readonly collection: string
  readonly value: Hash
  readonly onChange: (value: Hash) => void
  /** The server's error for a field. */
  readonly errorOf: (name: string) => string | undefined
}

/** Fields with their own controls outside of this form. */
const OWN = new Set(['title', 'date', 'tags', 'categories', 'permalink', 'published'])

export function FieldsForm({ site, collection, value, onChange, errorOf }: FormProps) {
  const { data } = useFields(site.id, collection)
  // A field that the user empties stays visible.
  const [shown, setShown] = useState<ReadonlySet<string>>(() => new Set(Object.keys(value)))
  if (!data) return <Waiting />
  const fields = data.filter(({ name }) => !OWN.has(name))
  const present = fields.filter(({ name, declared }) => declared || shown.has(name))
  const offered = fields.filter(({ name, declared }) => !declared && !shown.has(name))
  const set = (name: string, next: unknown) =>
    onChange(next === undefined ? without(value, name) : { ...value, [name]: next })
  const remove = (name: string) => {
    setShown(new Set([...shown].filter((other) => other !== name)))
    set(name, undefined)
  }
  return (
    <div className="stack">
      {present.map((field) => (
        <Row key={field.name} field={field} onRemove={() => remove(field.name)}>
          <FieldInput
            site={site}
            field={field}
            value={value[field.name]}
            error={errorOf(field.name)}
            onChange={(next) => set(field.name, next)}
          />
        </Row>
      ))}
      <Offered
        fields={offered.filter(({ name }) => !(name in value))}
        onAdd={(name) => setShown(new Set([...shown, name]))}
      />
      <MetadataForm
        value={value}
        except={new Set(present.map(({ name }) => name))}
        onChange={onChange}
      />
    </div>
  )
}

interface RowProps {
  readonly field: FieldInfo
  readonly onRemove: () => void
  readonly children: ReactNode
}

/** Declared fields cannot be removed; others can. */
function Row({ field, onRemove, children }: RowProps) {
  if (field.declared) return <div>{children}</div>
  return (
    <div className="meta-row">
      {children}
      <IconButton
        icon="close"
        label={t('metadata.remove', { name: field.label })}
        onPress={onRemove}
      />
    </div>
  )
}

const MAX_SUGGESTIONS = 8

interface OfferedProps {
  readonly fields: readonly FieldInfo[]
  readonly onAdd: (name: string) => void
}

/** Buttons that add fields which other documents use. */
function Offered({ fields, onAdd }: OfferedProps) {
  if (fields.length === 0) return null
  return (
    <div className="row offered" role="group" aria-label={t('fields.others')}>
      {fields.slice(0, MAX_SUGGESTIONS).map(({ name, label }) => (
        <Button key={name} look="quiet" icon="plus" onPress={() => onAdd(name)}>
          {label}
        </Button>
      ))}
    </div>
  )
}
