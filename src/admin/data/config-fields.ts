/** What the keys of `_config.yml` mean, for its form. */

import type { Hash } from '../api/types.js'
import type { FieldInfo } from '../fields/field-input.js'
import { labelOf } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { fieldsOf } from './data-value.js'

export const CONFIG = '_config.yml'

/** The keys that are known, with the kinds of their values. */
const KNOWN = [
  ['title', 'text'],
  ['description', 'longtext'],
  ['url', 'text'],
  ['baseurl', 'text'],
  ['timezone', 'text'],
  ['permalink', 'text'],
  ['paginate', 'number'],
  ['markdown', 'text'],
  ['theme', 'text'],
  ['plugins', 'list'],
  ['exclude', 'list'],
  ['include', 'list'],
  ['defaults', 'list'],
  ['collections', 'object'],
  ['publisher_data', 'list'],
] as const satisfies readonly (readonly [key: string, kind: FieldInfo['kind']])[]

/** The fields of the configuration: those that are known, with what they mean, and those that it has. */
export function configFields(value: Hash): readonly FieldInfo[] {
  const none = { required: false, choices: [], declared: false, values: [] }
  const known = KNOWN.map(([name, kind]): FieldInfo => {
    return { name, label: labelOf(name), kind, help: d(`config.${name}`), ...none }
  })
  const names = new Set(known.map(({ name }) => name))
  return [...known, ...fieldsOf([value]).filter(({ name }) => !names.has(name))]
}
