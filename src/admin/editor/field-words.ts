/** Fields of a text in words: their names, and what they hold. */

import { t } from '../text/text.js'
import { keyOf, type ClashName } from './form.js'

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

/** Fields of the front matter have the name that they have there. */
export function labelOf(name: ClashName): string {
  const key = Object.entries(NAMES).find(([known]) => known === name)?.[1]
  return key === undefined ? keyOf(name) : t(key)
}

/** Stands where a field has no value. */
export const NO_VALUE = '–'

/** A value as it is read; a dash for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  if (typeof value === 'string') return value
  const isWords = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  if (isWords) return value.join(', ') || NO_VALUE
  return JSON.stringify(value, null, 1)
}
