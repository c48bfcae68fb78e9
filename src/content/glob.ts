/** Ruby's `Dir.glob` patterns against one path, in time that does not explode. */

const MAX_ALTERNATIVES = 64
/** A longer pattern matches nothing. */
const MAX_PATTERN = 1000
/** Tokens of patterns that are kept read; a configuration has a handful of patterns. */
const MAX_KEPT = 100_000

/** Something that stands for one character. */
type Token = { readonly isStar: boolean; readonly accepts: (char: string) => boolean }

interface Segment {
  /** `**` before another segment: any folders. */
  readonly isDeep: boolean
  /** It begins with what could stand for a leading dot, but never does. */
  readonly isWild: boolean
  readonly tokens: readonly Token[]
}

type Alternative = readonly Segment[]

const cache = new Map<string, readonly Alternative[]>()
let cachedTokens = 0

/** True when the whole path matches: `*`, `**`, `?`, `[a-z]`, `{a,b}`, `\`; `*` takes no leading dot. */
export function matchesPathGlob(pattern: string, path: string): boolean {
  const segments = path.split('/')
  return reachedBy(pattern, segments).some((reached) => reached.has(segments.length))
}

/** True when the path, or a folder of at least so many segments that it is in, matches as a whole. */
export function matchesFolderGlob(
  pattern: string,
  segments: readonly string[],
  least = 0,
): boolean {
  return reachedBy(pattern, segments).some((all) => [...all].some((reached) => reached >= least))
}

/** What a pattern costs for each character of a path: the characters of all its alternatives. */
export function globWeight(pattern: string): number {
  if (pattern.length > MAX_PATTERN) return 0
  return expandBraces(pattern).reduce((sum, { length }) => sum + length, 0)
}

/** For each alternative, how many segments of the path it can match. */
function reachedBy(pattern: string, segments: readonly string[]): ReadonlySet<number>[] {
  if (pattern.length > MAX_PATTERN) return []
  return alternativesOf(pattern).map((one) => matchSegments(one, segments))
}

function alternativesOf(pattern: string): readonly Alternative[] {
  const known = cache.get(pattern)
  if (known !== undefined) return known
  const read = expandBraces(pattern).map(readSegments)
  cachedTokens += read.flat().reduce((sum, { tokens }) => sum + tokens.length + 1, 0)
  if (cachedTokens > MAX_KEPT) {
    cache.clear()
    cachedTokens = 0
  }
  cache.set(pattern, read)
  return read
}

/** Of more alternatives than are looked at, those that are written first. */
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

/** One row a pattern segment: which prefixes of the path it and those before it can match. */
function matchSegments(pattern: Alternative, path: readonly string[]): Set<number> {
  let reached = new Set([0])
  for (const segment of pattern) {
    if (reached.size === 0) break
    reached = segment.isDeep ? deeper(reached, path) : onward(reached, segment, path)
  }
  return reached
}

function deeper(reached: ReadonlySet<number>, path: readonly string[]): Set<number> {
  const next = new Set(reached)
  for (let at = 0; at < path.length; at++) {
    if (next.has(at) && !(path[at] ?? '').startsWith('.')) next.add(at + 1)
  }
  return next
}

function onward(reached: ReadonlySet<number>, segment: Segment, path: readonly string[]) {
  const next = new Set<number>()
  for (const at of reached) {
    const name = path[at]
    if (name !== undefined && matchesName(segment, name)) next.add(at + 1)
  }
  return next
}

/** Where the last star stood, it takes one character more each time the rest does not match. */
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
