/** Replacing text as Ruby's `gsub` and `sub` do, where a backslash in the replacement means something. */

import { lengthError } from '../error.js'

/** What a replacement with backslashes may refer to. */
interface Match {
  readonly text: string
  readonly start: number
  readonly found: string
}

// `\0` and `\&` are the match, the quotes what is before and after it, groups there are none.
const expand = (replacement: string, match: Match): string =>
  replacement.replace(/\\([0-9&`'\\])/g, (_all, code: string) => {
    if (code === '\\') return '\\'
    if (code === '0' || code === '&') return match.found
    if (code === '`') return match.text.slice(0, match.start)
    return code === "'" ? match.text.slice(match.start + match.found.length) : ''
  })

interface Replacement {
  readonly text: string
  readonly from: string
  readonly to: string
}

const occurrences = ({ text, from }: Replacement): number => {
  let count = 0
  for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + from.length)) count++
  return count
}

/** Every occurrence. @throws LiquidError `memory` when the result would be longer than the limit */
export const replaceAll = (replacement: Replacement, limit: number): string => {
  const { text, from, to } = replacement
  if (from === '') return interleave(replacement, limit)
  if (to.includes('\\')) return replaceExpanded(replacement, limit)
  if (to.length > from.length && to.length * text.length > limit) {
    const size = text.length + occurrences(replacement) * (to.length - from.length)
    if (size > limit) throw lengthError(limit)
  }
  return text.replaceAll(from, () => to)
}

const replaceExpanded = ({ text, from, to }: Replacement, limit: number): string => {
  let size = 0
  return text.replaceAll(from, (found, start: number) => {
    const expanded = expand(to, { text, start, found })
    size += expanded.length
    if (size > limit) throw lengthError(limit)
    return expanded
  })
}

// An empty pattern is found before every character and at the end.
const interleave = ({ text, to }: Replacement, limit: number): string => {
  const characters = Array.from(text)
  const inserted = to.includes('\\') ? expand(to, { text: '', start: 0, found: '' }) : to
  if ((characters.length + 1) * inserted.length > limit) throw lengthError(limit)
  return inserted + characters.map((character) => character + inserted).join('')
}

/** The first occurrence. */
export const replaceFirst = (text: string, from: string, to: string): string => {
  const start = text.indexOf(from)
  if (start < 0) return text
  const expanded = to.includes('\\') ? expand(to, { text, start, found: from }) : to
  return text.slice(0, start) + expanded + text.slice(start + from.length)
}

/** The last occurrence; here a backslash is only that. */
export const replaceLast = (text: string, from: string, to: string): string => {
  const start = text.lastIndexOf(from)
  return start < 0 ? text : text.slice(0, start) + to + text.slice(start + from.length)
}
