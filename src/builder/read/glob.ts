/**
 * Shell patterns as Ruby's `File.fnmatch` without flags reads them.
 *
 * `*` and `**` match any characters, `/` too; `?` one; `[a-z]` and `[^a]` sets; `\` quotes.
 * Time is at most pattern length times text length: the patterns are a user's.
 */

interface Matcher {
  readonly kind: 'star' | 'one'
  readonly accepts: (character: string) => boolean
}

/** Longer than any path is; a longer pattern matches nothing. */
const MAX_PATTERN_LENGTH = 4096

const cache = new Map<string, readonly Matcher[]>()

/** Whether the whole text matches the pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH) return false
  const matchers = compile(pattern)
  let m = 0
  let t = 0
  let star = -1
  let resume = 0
  while (t < text.length) {
    const matcher = matchers[m]
    if (matcher?.kind === 'one' && matcher.accepts(text.charAt(t))) {
      m++
      t++
    } else if (matcher?.kind === 'star') {
      star = m++
      resume = t
    } else if (star >= 0) {
      m = star + 1
      t = ++resume
    } else return false
  }
  while (matchers[m]?.kind === 'star') m++
  return m === matchers.length
}

function compile(pattern: string): readonly Matcher[] {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  if (cache.size > 1000) cache.clear()
  const matchers = parse(pattern)
  cache.set(pattern, matchers)
  return matchers
}

function parse(pattern: string): Matcher[] {
  const matchers: Matcher[] = []
  let at = 0
  while (at < pattern.length) {
    const [matcher, next] = parseOne(pattern, at)
    matchers.push(matcher)
    at = next
  }
  return matchers
}

function parseOne(pattern: string, at: number): [Matcher, number] {
  const character = pattern.charAt(at)
  if (character === '*') return [{ kind: 'star', accepts: () => true }, at + 1]
  if (character === '?') return [{ kind: 'one', accepts: () => true }, at + 1]
  if (character === '[') return parseSet(pattern, at)
  if (character === '\\' && at + 1 < pattern.length)
    return [exactly(pattern.charAt(at + 1)), at + 2]
  return [exactly(character), at + 1]
}

function exactly(wanted: string): Matcher {
  return { kind: 'one', accepts: (character) => character === wanted }
}

function parseSet(pattern: string, at: number): [Matcher, number] {
  const end = pattern.indexOf(']', at + 2)
  if (end < 0) return [{ kind: 'one', accepts: () => false }, at + 1]
  const negated = pattern.charAt(at + 1) === '^' || pattern.charAt(at + 1) === '!'
  const ranges = setRanges(pattern.slice(at + (negated ? 2 : 1), end))
  const holds = (character: string) =>
    ranges.some(([low, high]) => character >= low && character <= high)
  return [{ kind: 'one', accepts: (character) => holds(character) !== negated }, end + 1]
}

function setRanges(body: string): [string, string][] {
  const ranges: [string, string][] = []
  for (let i = 0; i < body.length; i++) {
    const low = body.charAt(i)
    const isRange = body.charAt(i + 1) === '-' && i + 2 < body.length
    ranges.push([low, isRange ? body.charAt(i + 2) : low])
    if (isRange) i += 2
  }
  return ranges
}
