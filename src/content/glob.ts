/** Matches Ruby's `Dir.glob` patterns against one path, in bounded time. */

/** Most alternatives of a pattern with braces; later ones are ignored. */
const MAX_ALTERNATIVES = 64
/** A longer pattern matches nothing. */
const MAX_PATTERN = 1000
/** Most tokens of parsed patterns in the cache. A configuration has a handful of patterns. */
const MAX_CACHED_TOKENS = 100_000

/** Matches one character, or any number of characters if it is a star. */
type Token = { readonly isStar: boolean; readonly accepts: (char: string) => boolean }

interface Segment {
  /** `**` before another segment: any number of folders. */
  readonly isDeep: boolean
  /** Begins with a wildcard, which never matches a leading dot. */
  readonly isWild: boolean
  readonly tokens: readonly Token[]
}

type Alternative = readonly Segment[]

const cache = new Map<string, readonly Alternative[]>()
let cachedTokens = 0

/** True if the whole path matches. Knows `*`, `**`, `?`, `[a-z]`, `{a,b}`, `\`; no wildcard matches a leading dot. */
export function matchesPathGlob(pattern: string, path: string): boolean {
  const segments = path.split('/')
  return matchedLengths(pattern, segments).some((lengths) => lengths.has(segments.length))
}

/** True if the path, or a folder above it of at least `least` segments, matches as a whole. */
export function matchesFolderGlob(
  pattern: string,
  segments: readonly string[],
  least = 0,
): boolean {
  return matchedLengths(pattern, segments).some((all) => [...all].some((one) => one >= least))
}

/** Cost of a pattern for each character of a path: the characters of all its alternatives. */
export function globWeight(pattern: string): number {
  if (pattern.length > MAX_PATTERN) return 0
  return expandBraces(pattern).reduce((sum, { length }) => sum + length, 0)
}

/** For each alternative, the numbers of leading segments that it matches. */
function matchedLengths(pattern: string, segments: readonly string[]): ReadonlySet<number>[] {
  if (pattern.length > MAX_PATTERN) return []
  return alternativesOf(pattern).map((one) => matchSegments(one, segments))
}

function alternativesOf(pattern: string): readonly Alternative[] {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  const read = expandBraces(pattern).map(readSegments)
  cachedTokens += read.flat().reduce((sum, { tokens }) => sum + tokens.length + 1, 0)
  if (cachedTokens > MAX_CACHED_TOKENS) {
    cache.clear()
    cachedTokens = 0
  }
  cache.set(pattern, read)
  return read
}

/** The alternatives of a pattern, in order, without braces. */
function expandBraces(pattern: string): string[] {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0 && open.length + done.length <= MAX_ALTERNATIVES) {
    const next = open.shift() ?? ''
    const braces = /\{([^{}]*)\}/.exec(next)
    if (braces === null) done.push(next)
    else open = open.concat(alternatives(next, braces))
  }
  return done
}

function alternatives(pattern: string, braces: RegExpExecArray): string[] {
  const before = pattern.slice(0, braces.index)
  const after = pattern.slice(braces.index + braces[0].length)
  const inner = (braces[1] ?? '').split(',', MAX_ALTERNATIVES + 1)
  return inner.map((one) => before + one + after)
}

function readSegments(pattern: string): Alternative {
  const segments = pattern.split('/')
  return segments.map((segment, i) => ({
    isDeep: segment === '**' && i < segments.length - 1,
    isWild: /^[*?[]/.test(segment),
    tokens: (segment.match(/\\.|\*+|\[[^\]]+\]|[\s\S]/g) ?? []).map(readToken),
  }))
}

function readToken(token: string): Token {
  if (token.startsWith('*')) return { isStar: true, accepts: () => true }
  return { isStar: false, accepts: acceptorOf(token) }
}

function acceptorOf(token: string): Token['accepts'] {
  if (token === '?') return () => true
  if (token.length === 2 && token.startsWith('\\')) return (char) => token[1] === char
  return token.length > 2 && token.startsWith('[')
    ? classAcceptor(token.slice(1, -1))
    : (char) => token === char
}

function classAcceptor(body: string): Token['accepts'] {
  const isNegated = /^[!^]/.test(body)
  const ranges = (isNegated ? body.slice(1) : body).match(/[\s\S]-[\s\S]|[\s\S]/g) ?? []
  return (char) => {
    const isIn = ranges.some((range) => {
      const [from = '', , to = from] = range
      return char >= from && char <= to
    })
    return isIn !== isNegated
  }
}

/** After each segment of the pattern, `reached` has the lengths of the prefixes that match up to there. */
function matchSegments(pattern: Alternative, path: readonly string[]): Set<number> {
  let reached = new Set([0])
  for (const segment of pattern) {
    if (reached.size === 0) break
    reached = segment.isDeep ? matchFolders(reached, path) : matchOne(reached, segment, path)
  }
  return reached
}

function matchFolders(reached: ReadonlySet<number>, path: readonly string[]): Set<number> {
  const next = new Set(reached)
  for (let at = 0; at < path.length; at++) {
    if (next.has(at) && !(path[at] ?? '').startsWith('.')) next.add(at + 1)
  }
  return next
}

function matchOne(reached: ReadonlySet<number>, segment: Segment, path: readonly string[]) {
  const next = new Set<number>()
  for (const at of reached) {
    const name = path[at]
    if (name !== undefined && matchesName(segment, name)) next.add(at + 1)
  }
  return next
}

/** When the rest does not match, goes back to the last star only, which then takes one character more. */
function matchesName({ isWild, tokens }: Segment, name: string): boolean {
  if (isWild && name.startsWith('.')) return false
  let [token, at, star, resume] = [0, 0, -1, 0]
  while (at < name.length) {
    const next = tokens[token]
    if (next?.isStar) {
      star = token++
      resume = at
    } else if (next?.accepts(name[at] ?? '')) {
      token++
      at++
    } else if (star >= 0) {
      token = star + 1
      at = ++resume
    } else return false
  }
  while (tokens[token]?.isStar) token++
  return token === tokens.length
}
