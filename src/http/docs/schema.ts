/** Renders schemas of the OpenAPI document as tables. */

import { isObject, nameOf, type Json } from '../openapi/schemas.js'
import { html, type Html } from './html.js'
import { inline } from './markdown.js'

/** Makes a link to a schema by its name. */
export type LinkTo = (name: string) => string

/** Nested fields are shown down to this level; deeper ones only in the example. */
const MAX_DEPTH = 3

/** A short description of a type; named schemas are links. */
export function typeOf(schema: Json, link: LinkTo): Html {
  const name = nameOf(schema)
  if (name !== null) return html`<a href="${link(name)}">${name}</a>`
  const { type, items, const: fixed } = schema
  const choices = [schema['anyOf'] ?? schema['oneOf'] ?? []].flat().filter(isObject)
  if (choices.length > 0) return joined(choices.map((one) => typeOf(one, link)))
  if (fixed !== undefined) return html`<code>${JSON.stringify(fixed)}</code>`
  const { enum: words } = schema
  if (Array.isArray(words)) {
    return joined(words.map((word) => html`<code>${JSON.stringify(word)}</code>`))
  }
  if (type === 'array') return html`list of ${typeOf(isObject(items) ? items : {}, link)}`
  if (schema['format'] === 'binary') return html`file`
  return html`${typeof type === 'string' ? type : 'anything'}`
}

function joined(parts: readonly Html[]): Html {
  return parts.reduce((all, part) => html`${all} or ${part}`)
}

interface Field {
  readonly name: string
  readonly schema: Json
  readonly isRequired: boolean
}

/** The fields of an object; fields of unnamed nested objects have dotted names. */
function fieldsOf(schema: Json, prefix = '', depth = 1): Field[] {
  const { properties, required } = schema
  const needed = new Set(Array.isArray(required) ? required : [])
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([key, value]) => {
    const inner = isObject(value) ? value : {}
    const name = `${prefix}${key}`
    const own = { name, schema: inner, isRequired: needed.has(key) }
    if (depth >= MAX_DEPTH) return [own]
    const { items } = inner
    const entries = isObject(items) ? fieldsOf(items, `${name}[].`, depth + 1) : []
    return [own, ...fieldsOf(inner, `${name}.`, depth + 1), ...entries]
  })
}

/** The fields of an object schema as a table; null for a schema that has none. */
export function fieldTable(schema: Json, link: LinkTo): Html | null {
  const fields = fieldsOf(schema)
  if (fields.length === 0) return null
  return html`<div class="wide" tabindex="0" role="group" aria-label="Fields">
    <table>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        ${fields.map((field) => row(field, link))}
      </tbody>
    </table>
  </div>`
}

function row({ name, schema, isRequired }: Field, link: LinkTo): Html {
  const { description } = schema
  const text = typeof description === 'string' ? inline(description) : null
  return html`<tr>
    <th scope="row"><code>${name}</code>${isRequired ? null : html` <i>optional</i>`}</th>
    <td>${typeOf(schema, link)}</td>
    <td>${text}</td>
  </tr>`
}
