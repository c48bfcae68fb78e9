/** Matches Ruby's `Dir.glob` patterns against one path, in bounded time. */

/** Most alternatives of a pattern with braces; later ones are ignored. */
const MAX_ALTERNATIVES = 64
/** A longer pattern matches nothing. */
const MAX_PATTERN = 1000
/** A path of more segments matches nothing. */
const MAX_SEGMENTS = 4096
/** Most tokens of parsed patterns in the cache. A configuration has a handful of patterns. */
const MAX_CACHED_TOKENS = 100_000

/** Matches one character, or any number of characters if it is a star. */
type Token = { readonly isStar: boolean; readonly accepts: (char: string) => boolean }

interface Segment {
  /** Begins with a wildcard, which never matches a leading dot. */
  readonly isWild: boolean
  readonly tokens: readonly Token[]
}

/** `**` before another segment: any number of folders. */
const DEEP: Segment = { isWild: true, tokens: [] }

type Alternative = readonly Segment[]

const cache = new Map<string, readonly Alternative[]>()
let cachedTokens = 0

/** True if the whole path matches. Knows `*`, `**`, `?`, `[a-z]`, `{a,b}`, `\`; no wildcard matches a leading dot. */
export function matchesPathGlob(pattern: string, path: string): boolean {
  const segments = path.split('/')
  const whole = 1n << BigInt(segments.length)
  return (matchedLengths(pattern, segments) & whole) !== 0n
}

/** True if the path, or a folder above it of at least `least` segments, matches as a whole. */
export function matchesFolderGlob(
  pattern: string,
  segments: readonly string[],
  least = 0,
): boolean {
  return matchedLengths(pattern, segments) >> BigInt(least) !== 0n
}

/** Cost of a pattern for each character of a path: the characters of all its alternatives. */
export function globWeight(pattern: string): number {
  if (pattern.length > MAX_PATTERN) return 0
  return expandBraces(pattern).reduce((sum, { length }) => sum + length, 0)
}

/** The numbers of leading segments that the pattern matches, as bits. */
function matchedLengths(pattern: string, path: readonly string[]): bigint {
  // No folder is so deep on any disk: a path has at most 4,096 bytes.
  if (pattern.length > MAX_PATTERN || path.length > MAX_SEGMENTS) return 0n
  const plain = bitsOf(path, (name) => !name.startsWith('.'))
  // The same segment may occur hundreds of times in a pattern.
  const known = new Map<Segment, bigint>()
  const matching = (segment: Segment): bigint => {
    const found = known.get(segment) ?? bitsOf(path, (name) => matchesName(segment, name))
    known.set(segment, found)
    return found
  }
  return alternativesOf(pattern).reduce(
    (all, one) => all | matchSegments(one, { plain, matching }),
    0n,
  )
}

/** The places of the names that a condition is true for. */
function bitsOf(names: readonly string[], isOne: (name: string) => boolean): bigint {
  return names.reduce((bits, name, at) => (isOne(name) ? bits | (1n << BigInt(at)) : bits), 0n)
}

function alternativesOf(pattern: string): readonly Alternative[] {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  const segments = new Map<string, Segment>()
  const read = expandBraces(pattern).map((one) => readSegments(one, segments))
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

/** @param known equal segments of all alternatives, which are one object */
function readSegments(pattern: string, known: Map<string, Segment>): Alternative {
  const texts = pattern.split('/')
  return texts.map((text, i) => {
    if (text === '**' && i < texts.length - 1) return DEEP
    const segment = known.get(text) ?? readSegment(text)
    known.set(text, segment)
    return segment
  })
}

function readSegment(text: string): Segment {
  return {
    isWild: /^[*?[]/.test(text),
    tokens: (text.match(/\\.|\*+|\[[^\]]+\]|[\s\S]/g) ?? []).map(readToken),
  }
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

interface Places {
  /** The places of names that a wildcard may match. */
  readonly plain: bigint
  /** The places of names that a segment matches. */
  readonly matching: (segment: Segment) => bigint
}

/** After each segment of the pattern, `reached` has the lengths of the prefixes that match up to there, as bits. */
function matchSegments(pattern: Alternative, { plain, matching }: Places): bigint {
  let reached = 1n
  for (const segment of pattern) {
    if (reached === 0n) break
    // The sum carries each bit that was reached through the plain names above it.
    if (segment === DEEP) reached |= (plain + (reached & plain)) ^ plain
    else reached = (reached & matching(segment)) << 1n
  }
  return reached
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
