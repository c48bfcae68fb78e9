/** Words of a text, and how long reading them takes. */

/** Scripts without blanks between words: each sign counts as one. */
const SIGN = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]'
const WORD = new RegExp(`${SIGN}|(?:(?!${SIGN})[\\p{L}\\p{N}\\p{M}’'])+`, 'gu')

/** Addresses of links and pictures, and tags, which nobody reads. */
const UNREAD = /\]\([^()\s]*\)|<[a-z/!][^<>]*>/gi

/** Words in a minute: the mean of adults reading texts that are no fiction (Brysbaert 2019). */
const PER_MINUTE = 238

export function countWords(text: string): number {
  return text.replace(UNREAD, ' ').match(WORD)?.length ?? 0
}

/** Whole minutes, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PER_MINUTE))
}
