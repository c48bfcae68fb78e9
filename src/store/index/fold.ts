/** Text as search and orders compare it, and the words of a query. Pure. */

// The blocks of combining diacritical marks; vowel signs of other scripts are letters, not diacritics.
const DIACRITICS =
  /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/gu

// What neither decomposition nor lower case takes apart.
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

// SQLite ends texts at NUL in places, and keeps no lone surrogates.
const UNSTORABLE = /\0|\p{Surrogate}/gu

// Nothing but case to fold; NUL is left to the rest.
const ASCII = /^[\u0001-\u007f]*$/

/**
 * Case and diacritics folded, ligatures taken apart: `Straße` is `strasse`, `Ærø` is `aero`.
 *
 * Folding what is folded changes nothing.
 */
export function searchFold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(UNSTORABLE, '\ufffd')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(DIACRITICS, '')
    .replace(SPECIAL_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
}

/** Longer queries are cut: nobody types them, and each word costs. */
const MAX_WORDS = 16
const MAX_LENGTH = 500

/** The folded words of a query, each once; empty for a query without any. */
export function queryWords(q: string): string[] {
  const words = searchFold(q.slice(0, MAX_LENGTH))
    .split(/\s+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MAX_WORDS)
}

/**
 * The full-text expression that every text with these words fulfils, null when no word has three
 * characters. Each trigram is a quoted token, so that nothing in it is syntax.
 */
export function trigramExpression(words: readonly string[]): string | null {
  const trigrams = new Set(words.flatMap(trigramsOf))
  if (trigrams.size === 0) return null
  return [...trigrams].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

function trigramsOf(word: string): string[] {
  const characters = Array.from(word)
  return characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
}

/** A length of digits is told by one digit, and by as many nines before it as there are eights in it. */
const DIGITS_A_NINE = 8

/**
 * What a name is compared by: case and accents folded, numbers by their value.
 *
 * Compared by code point, as SQLite does. Two names can have one key (`img2`, `img02`).
 */
export function nameKey(name: string): string {
  return searchFold(name).replace(/\d+/gu, numberKey)
}

/** The same of a path, folder by folder: all of `a/` comes before `a-b/`. */
export function pathKey(path: string): string {
  return nameKey(path).replaceAll('/', '\u0001')
}

// Begins with a digit, so that numbers stay in their place among other characters.
function numberKey(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/u, '')
  const nines = Math.floor((value.length - 1) / DIGITS_A_NINE)
  const rest = value.length - nines * DIGITS_A_NINE
  return `${'9'.repeat(nines)}${rest}${value}`
}
