/** Folds text for search and sorting, and splits queries into words. Pure. */

import { withFewMarks } from '../../model/normal-form.js'

// The blocks of combining diacritical marks; vowel signs of most other scripts are letters, not diacritics.
const DIACRITICS =
  /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu

// What texts in Hebrew and Arabic mostly leave out: points and accents; vowels, their doubling and absence, and the
// stroke that lengthens a word. The hamza on a letter makes it another letter, so it stays.
const POINTS =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0640]/gu

// Letters that neither decomposition nor lower case changes to ASCII.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
}
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

// In places, SQLite ends texts at NUL; and it cannot store lone surrogates.
const UNSTORABLE = /\0|\p{Surrogate}/gu

// Text that only needs lower case. NUL is not among it.
const ASCII = /^[\u0001-\u007f]*$/

/**
 * Removes case, diacritics, and the points and vowels of Hebrew and Arabic, and splits ligatures: `Straße` becomes
 * `strasse`, `Ærø` becomes `aero`. Idempotent.
 */
export function searchFold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return withFewMarks(text)
    .replace(UNSTORABLE, '\ufffd')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(POINTS, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** Longer queries are cut, because each word takes time. */
const MAX_WORDS = 16
const MAX_LENGTH = 500

/** The folded words of a query, each once; empty for a query without any. */
export function queryWords(q: string): string[] {
  const words = searchFold(q.slice(0, MAX_LENGTH))
    .split(/\s+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/** Trigrams that are looked up: each takes time for each text that has it, and few leave few texts. */
const MAX_TRIGRAMS = 24

/**
 * An FTS5 expression that matches every text with these words (and some others); null if no word has three characters.
 * Each trigram is quoted, so that nothing in it is syntax.
 */
export function trigramExpression(words: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(MAX_TRIGRAMS / words.length))
  const trigrams = new Set(words.flatMap((word) => evenly(trigramsOf(word), most)))
  if (trigrams.size === 0) return null
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

/** At most so many of the items, at equal distances. */
function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  return items.filter((_, at) => (at * most) % items.length < most)
}

function trigramsOf(word: string): string[] {
  const characters = Array.from(word)
  return characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
}

/** The key of a number begins with its length: one digit from 1 to 8, after a nine for each eight digits more. */
const DIGITS_PER_NINE = 8

/**
 * The sort key of a name, for natural order: without case and accents, numbers by value. Keys are compared by code
 * point, as SQLite does. Two names can have the same key (`img2`, `img02`).
 */
export function nameKey(name: string): string {
  return searchFold(name).replace(/\d+/gu, numberKey)
}

/** The sort key of a path, which compares folder by folder: all of `a/` comes before `a-b/`. */
export function pathKey(path: string): string {
  return nameKey(path).replaceAll('/', '\u0001')
}

// Begins with a digit, so that numbers keep their place among other characters.
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/u, '')
  const nines = Math.floor((value.length - 1) / DIGITS_PER_NINE)
  const rest = value.length - nines * DIGITS_PER_NINE
  return `${'9'.repeat(nines)}${rest}${value}`
}
