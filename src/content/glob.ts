/** Ruby's `Dir.glob` patterns against one path, in time that does not explode. */

const MOST_ALTERNATIVES = 64

/** True when the whole path matches: `*`, `**`, `?`, `[a-z]`, `{a,b}`, `\`; `*` takes no leading dot. */
export function matchesPathGlob(pattern: string, path: string): boolean {
  const segments = path.split('/')
  return expandBraces(pattern).some((one) => matchesSegments(one.split('/'), segments))
}

function expandBraces(pattern: string): string[] {
  let open = [pattern]
  const done: string[] = []
  while (open.length > 0 && open.length + done.length <= MOST_ALTERNATIVES) {
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
  return (braces[1] ?? '').split(',').map((one) => before + one + after)
}

/** One row a pattern segment: which prefixes of the path it and those before it can match. */
function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0])
  for (const [i, segment] of pattern.entries()) {
    const isDeep = segment === '**' && i < pattern.length - 1
    reached = isDeep ? deeper(reached, path) : onward(reached, segment, path)
  }
  return reached.has(path.length)
}

function deeper(reached: ReadonlySet<number>, path: readonly string[]): Set<number> {
  const next = new Set(reached)
  for (let at = 0; at < path.length; at++) {
    if (next.has(at) && !(path[at] ?? '').startsWith('.')) next.add(at + 1)
  }
  return next
}

function onward(reached: ReadonlySet<number>, segment: string, path: readonly string[]) {
  const next = new Set<number>()
  for (const at of reached) {
    const name = path[at]
    if (name !== undefined && matchesName(segment, name)) next.add(at + 1)
  }
  return next
}

function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && /^[*?[]/.test(pattern)) return false
  const tokens = pattern.match(/\\.|\*+|\[[^\]]+\]|[\s\S]/g) ?? []
  let reached = new Set([0])
  for (const token of tokens) {
    const next = new Set<number>()
    if (token.startsWith('*')) for (let i = Math.min(...reached); i <= name.length; i++) next.add(i)
    else
      for (const i of reached)
        if (i < name.length && matchesChar(token, name[i] ?? '')) next.add(i + 1)
    if (next.size === 0) return false
    reached = next
  }
  return reached.has(name.length)
}

function matchesChar(token: string, char: string): boolean {
  if (token === '?') return true
  if (token.length === 2 && token.startsWith('\\')) return token[1] === char
  return token.length > 2 && token.startsWith('[')
    ? inClass(token.slice(1, -1), char)
    : token === char
}

function inClass(body: string, char: string): boolean {
  const isNegated = /^[!^]/.test(body)
  const ranges = (isNegated ? body.slice(1) : body).match(/[\s\S]-[\s\S]|[\s\S]/g) ?? []
  const isIn = ranges.some((range) => {
    const [from = '', , to = from] = range
    return char >= from && char <= to
  })
  return isIn !== isNegated
}
