/** The badge of a site: its initials on a colour derived from its title. */

import { initialsOf } from './initials.js'

const COLOURS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

export function SiteMark({ title }: { title: string }) {
  return (
    <span className="tile-mark" data-mark={colourOf(title)} aria-hidden="true">
      {initialsOf(title)}
    </span>
  )
}

/** The colour for a title; always the same one. */
function colourOf(title: string): string {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0]
}
