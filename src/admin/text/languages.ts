/** Names of the languages that texts are in, and texts about them. */

import { language, textsOf } from './text.js'

const en = {
  language: 'Language',
  of: 'Language: {name}',
  others: 'Other languages',
  in: 'In {name}.',
  also: 'Also in {names}.',
  missing: 'Missing in {names}.',
  some: '{count} of {total} languages',
  begin: 'Begin in {name}',
}

const de: Record<keyof typeof en, string> = {
  language: 'Sprache',
  of: 'Sprache: {name}',
  others: 'Andere Sprachen',
  in: 'Auf {name}.',
  also: 'Auch auf {names}.',
  missing: 'Fehlt auf {names}.',
  some: '{count} von {total} Sprachen',
  begin: 'Auf {name} beginnen',
}

export const languageText = textsOf({ en, de })

/** The name of a language in that of the user, by its code. */
export function languageName(code: string): string {
  return new Intl.DisplayNames([language()], { type: 'language' }).of(code) ?? code
}
