/** English singulars and plurals by a light rule, for the text search. Pure. */

/** Shorter words have no plural, nor are they the singular of one: `is`, `as`. */
const MIN_LENGTH = 3

/** Words in these letters. Words of other languages that look like a plural are found with one form more, or one less. */
const LATIN_WORD = /^[a-z]+$/

/**
 * All forms under which a folded word is found, itself first: `library` and `libraries`, `box` and `boxes`. At most six.
 * Nothing else is taken off or added: `librarian` is another word.
 */
export function formsOf(word: string): readonly string[] {
  if (word.length < MIN_LENGTH || !LATIN_WORD.test(word)) return [word]
  const singulars = singularsOf(word).filter(({ length }) => length >= MIN_LENGTH)
  const plurals = (singulars.length === 0 ? [word] : singulars).flatMap(pluralsOf)
  return [...new Set([word, ...singulars, ...plurals])]
}

/** What a word may be the plural of; none for a word that is no plural. */
function singularsOf(word: string): string[] {
  if (/(?:ss|us|is)$/.test(word)) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)]
  if (/(?:[sxz]|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  return word.endsWith('s') ? [word.slice(0, -1)] : []
}

function pluralsOf(word: string): string[] {
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`]
  if (/(?:[sxz]|ch|sh)$/.test(word)) return [`${word}es`]
  return word.endsWith('o') ? [`${word}s`, `${word}es`] : [`${word}s`]
}
