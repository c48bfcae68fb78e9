/** A letter: what is sent to whom, in plain text. */

/** The languages of letters. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** False when it has no use any more, for example because its link has ended. */
  readonly isCurrent: () => boolean
}

/** The language of a name such as `de-AT`; null if letters do not have it. */
export function languageOf(name: string | null | undefined): Language | null {
  const [base = ''] = (name ?? '').toLowerCase().split('-')
  return LANGUAGES.find((language) => language === base) ?? null
}

/**
 * True if mail can go to an address as it is written. Others are allowed in accounts, but in a header some of their characters
 * would separate two addresses.
 */
export function isMailable(address: string): boolean {
  return /^[^\s"(),:;<>@[\]\\\p{C}]+@[^\s"(),:;<>@[\]\\\p{C}]+$/u.test(address)
}

/** Longest name or title in a letter, in characters. */
const MAX_NAME = 100

/** A name that somebody chose, as one line that can't break out of its sentence. */
export function nameIn(text: string): string {
  // Control characters, and those that turn the direction of what follows or begin a line.
  const line = text.replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
  const cut = Array.from(line.trim())
  return cut.length <= MAX_NAME ? cut.join('') : `${cut.slice(0, MAX_NAME - 1).join('')}…`
}
