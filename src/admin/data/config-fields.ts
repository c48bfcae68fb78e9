/** What the keys of `_config.yml` mean, for its form. */

import type { Hash } from '../api/types.js'
import type { FieldInfo } from '../fields/field-input.js'
import { labelOf } from '../fields/metadata.js'
import { d } from '../text/data-texts.js'
import { fieldsOf } from './data-value.js'

export const CONFIG = '_config.yml'

const KINDS = {
  title: 'text',
  description: 'longtext',
  url: 'text',
  baseurl: 'text',
  timezone: 'text',
  permalink: 'text',
  paginate: 'number',
  markdown: 'text',
  theme: 'text',
  plugins: 'list',
  exclude: 'list',
  include: 'list',
  defaults: 'list',
  collections: 'object',
  publisher_data: 'list',
} as const satisfies Readonly<Record<string, FieldInfo['kind']>>

/** The fields of the configuration: those that are known, with what they mean, and those that it has. */
export function configFields(value: Hash): readonly FieldInfo[] {
  const none = { required: false, choices: [], declared: false, values: [] }
  const known = Object.entries(KINDS).map(([name, kind]): FieldInfo => {
    return { name, label: labelOf(name), kind, help: d(`config.${nameOf(name)}`), ...none }
  })
  return [...known, ...fieldsOf([value]).filter(({ name }) => !(name in KINDS))]
}

function nameOf(name: string): keyof typeof KINDS {
  return Object.keys(KINDS).find((one): one is keyof typeof KINDS => one === name) ?? 'title'
}
