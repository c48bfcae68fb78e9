/** Characters and entities, as the option `entity_output` asks for them. */

import { entityNameOf } from '../tree/entity-table.js'
import type { MarkdownOptions } from '../tree/options.js'

const MARKUP = new Set(['<', '>', '&'])

/** A blank where no line may end. */
export const NO_BREAK_SPACE = 160

/** Prints a character as `entity_output` asks; `original` is how it was written. */
export function entityHtml(codePoint: number, options: MarkdownOptions, original?: string): string {
  const { entity_output } = options
  const character = String.fromCodePoint(codePoint)
  const isMarkup = MARKUP.has(character)
  if (entity_output === 'as_char' && !isMarkup) return character
  if ((entity_output === 'as_input' || entity_output === 'as_char') && original !== undefined) {
    return original
  }
  const name = nameOf(codePoint, options, original)
  if (name !== undefined && (entity_output === 'symbolic' || isMarkup)) return `&${name};`
  return `&#${codePoint};`
}

// One character has several names in HTML 5: that which was written stays.
function nameOf(
  codePoint: number,
  { version }: MarkdownOptions,
  original: string | undefined,
): string | undefined {
  const written = /^&(\w+);$/.exec(original ?? '')?.[1]
  if (version === '2.5' && written !== undefined) return written
  return entityNameOf(codePoint, version)
}
