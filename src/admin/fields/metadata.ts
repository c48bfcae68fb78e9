/** The kinds of metadata values. */

import type { Hash } from '../api/types.js'

export type FieldKind =
  'text' | 'long' | 'number' | 'boolean' | 'date' | 'words' | 'object' | 'objects' | 'other'

const DATE = /^\d{4}-\d\d-\d\d$/
const LONG_CHARACTERS = 80

/** True for an object with fields. */
export function isHash(value: unknown): value is Hash {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The kind of a value; `other` is edited as JSON. */
export function kindOf(value: unknown): FieldKind {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'string') {
    if (DATE.test(value)) return 'date'
    return value.length > LONG_CHARACTERS || value.includes('\n') ? 'long' : 'text'
  }
  if (value === null) return 'text'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return 'words'
  if (Array.isArray(value)) return value.every(isHash) ? 'objects' : 'other'
  return isHash(value) ? 'object' : 'other'
}

/** The initial value of a new field. */
export function emptyOf(kind: FieldKind): unknown {
  switch (kind) {
    case 'boolean':
      return true
    case 'number':
      return 0
    case 'date':
      return new Date().toISOString().slice(0, 10)
    case 'words':
    case 'objects':
      return []
    case 'object':
    case 'other':
      return {}
    case 'text':
    case 'long':
      return ''
  }
}

const INITIALS = /\b(?:url|id|css|html|rss|seo)\b/gi

/** A readable label: `Hero image` for `hero_image`, `URL` for `url`. */
export function labelOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(INITIALS, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A copy of the object without one field. */
export function without(value: Hash, name: string): Hash {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name))
}

/** An object with the same fields, all empty. */
export function emptyLike(value: unknown): Hash {
  if (!isHash(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const kind = kindOf(item)
      return [name, kind === 'boolean' ? false : kind === 'date' ? '' : emptyOf(kind)]
    }),
  )
}
