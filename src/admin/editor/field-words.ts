/** Names and values of fields in words. */

import { t } from '../text/text.js'
import { keyOf, type FieldPath } from './form.js'

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

/** Label of a field; front matter keys keep their own names. */
export function labelOf(name: FieldPath): string {
  const key = Object.entries(NAMES).find(([known]) => known === name)?.[1]
  return key === undefined ? keyOf(name) : t(key)
}

/** Shown for a field without a value. */
export const NO_VALUE = '–'

/** A value as text; a dash for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE
  if (typeof value === 'string') return value
  const isWords = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  if (isWords) return value.join(', ') || NO_VALUE
  return JSON.stringify(value, null, 1)
}
