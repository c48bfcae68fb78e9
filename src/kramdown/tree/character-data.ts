/** CDATA sections, which kramdown reads since version 2.5. */

import type { Finder } from './finder.js'
import type { MarkdownOptions } from './options.js'

const OPEN = '<![CDATA['
const CLOSE = ']]>'

/** Reads `<![CDATA[ … ]]>` at the position, which kramdown knows since 2.5; null where there is none. */
export function readCharacterData(
  finder: Finder,
  pos: number,
  { version }: MarkdownOptions,
): { readonly text: string; readonly end: number } | null {
  if (version === '2.4' || !finder.source.startsWith(OPEN, pos)) return null
  const from = pos + OPEN.length
  const end = finder.next(CLOSE, from)
  return end < 0 ? null : { text: finder.source.slice(from, end), end: end + CLOSE.length }
}
