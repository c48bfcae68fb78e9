/** The sign of a site: its initials in a colour of its own, so that one finds it before one reads. */

import { initialsOf } from './account-menu.js'

const LOOKS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

export function SiteMark({ title }: { title: string }) {
  return (
    <span className="tile-mark" data-mark={lookOf(title)} aria-hidden="true">
      {initialsOf(title)}
    </span>
  )
}

/** The same for a title always. */
function lookOf(title: string): string {
  let sum = 0
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return LOOKS[sum % LOOKS.length] ?? LOOKS[0]
}
