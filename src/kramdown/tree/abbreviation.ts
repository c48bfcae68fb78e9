/** Looks up the definition of an abbreviation. */

import type { AbbreviationDefinition, Document } from './document.js'

/** The definition of what stands in a text, whose blanks may be others than those of the name. */
export function abbreviationOf(
  { abbreviations, options }: Document,
  found: string,
): AbbreviationDefinition | undefined {
  const exact = abbreviations.get(found)
  if (exact !== undefined || options.version === '2.4') return exact
  return abbreviations.get(found.replace(/[ \t\n\v\f\r\p{Z}]+/gu, ' '))
}
