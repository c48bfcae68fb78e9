/**
 * Makes slugs of titles and file names, as Jekyll does.
 *
 * @see jekyll/utils.rb: slugify, titleize_slug
 */

import { toNfc } from '../model/normal-form.js'
import { transliterate } from './romanize.js'
import { beginningOf } from './text-length.js'

interface SlugOptions {
  /** Jekyll's slugify mode, `default` if absent. `none` and unknown modes change only the case. */
  readonly mode?: string
  /** Keeps capital letters. */
  readonly cased?: boolean
}

const REPLACED: Readonly<Record<string, RegExp>> = {
  raw: /[ \t\r\n\f\v]+/g,
  default: /[^\p{M}\p{L}\p{Nd}]+/gu,
  pretty: /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu,
  ascii: /[^A-Za-z0-9]+/g,
}

/** The slug of a text; may be empty. */
export function slugify(text: string, options: SlugOptions = {}): string {
  const mode = options.mode ?? 'default'
  const cased = (slug: string): string => (options.cased ? slug : slug.toLowerCase())
  const replaced = REPLACED[mode === 'latin' ? 'default' : mode]
  if (replaced === undefined) return cased(text)
  const plain = mode === 'latin' ? transliterate(text) : text
  return cased(plain.replace(replaced, '-').replace(/^-|-$/gm, ''))
}

/** A file name may have 255 bytes: this leaves room for a date, a number and an extension. */
const SLUG_BYTES = 200

/**
 * The slug for a file name: `My Post: 2` gives `my-post-2`. A title without letters or digits gives `untitled`. A long
 * one is cut, after a whole word if possible.
 */
export function slugForTitle(title: string): string {
  const slug = slugify(toNfc(title)).replace(/^-+|(?<!-)-+$/g, '')
  return shortened(slug) || 'untitled'
}

function shortened(slug: string): string {
  const end = beginningOf(slug, SLUG_BYTES).length
  if (end === slug.length) return slug
  const word = slug[end] === '-' ? end : slug.lastIndexOf('-', end - 1)
  return slug.slice(0, word > end / 2 ? word : end).replace(/(?<!-)-+$/, '')
}

/** `my-first_post` becomes `My First_post`. */
export function titleizeSlug(slug: string): string {
  const words = slug.replace(/(?<!-)-+$/, '').split('-')
  return words.map((word) => capitalize(word)).join(' ')
}

function capitalize(word: string): string {
  const [first = ''] = word
  return first.toUpperCase() + word.slice(first.length).toLowerCase()
}
