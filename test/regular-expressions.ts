/** Regular expressions of TypeScript sources, and what makes one slow over hostile input. */

export interface Literal {
  readonly pattern: string
  readonly flags: string
}

const BEFORE_LITERAL = /(?:^|[(,=:[!&|?{};>+\n]|\breturn|\bof)[ \n]*$/

/** The regular-expression literals of a source, in order. */
export function literalsOf(source: string): Literal[] {
  const found: Literal[] = []
  const templates: number[] = []
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ''
    if (source.startsWith('//', at)) at = endOf(source, '\n', at)
    else if (source.startsWith('/*', at)) at = endOf(source, '*/', at) + 1
    else if (char === "'" || char === '"') at = endOfText(source, at, char)
    else if (char === '{') depth++
    else if (char === '}' && templates.at(-1) !== depth) depth--
    else if (char === '`' || char === '}') {
      // A `}` here ends what a template text has between its braces.
      if (char === '}') templates.pop()
      at = endOfTemplate(source, at)
      if (source[at] === '{') templates.push(depth)
    } else if (char === '/' && BEFORE_LITERAL.test(source.slice(Math.max(0, at - 80), at))) {
      const literal = /(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
      literal.lastIndex = at + 1
      const text = literal.exec(source)?.[0] ?? ''
      const end = text.lastIndexOf('/')
      found.push({ pattern: text.slice(0, end), flags: text.slice(end + 1) })
      at += text.length
    }
  }
  return found
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from)
  return end < 0 ? source.length : end
}

function endOfText(source: string, from: number, quote: string): number {
  let at = from + 1
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
  return at
}

/** Offset of the closing backtick, or of the brace of `${`. */
function endOfTemplate(source: string, from: number): number {
  let at = from + 1
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) return at + 1
    at += source[at] === '\\' ? 2 : 1
  }
  return at
}

/** One element of a pattern: a character, a class or a group, with its quantifier. */
interface Element {
  readonly text: string
  /** What stands between the brackets of a group, else null. */
  readonly group: string | null
  /** It may be there any number of times. */
  readonly isEndless: boolean
  /** It may be missing. */
  readonly isOptional: boolean
}

const GROUP_HEAD = /^\?(?::|<[a-z]\w*>|=|!|<=|<!)/i

/** Elements of the alternatives of a pattern. */
function alternativesOf(pattern: string): Element[][] {
  const alternatives: Element[][] = [[]]
  for (let at = 0; at < pattern.length;) {
    if (pattern[at] === '|') {
      alternatives.push([])
      at++
      continue
    }
    const end = endOfElement(pattern, at)
    const text = pattern.slice(at, end)
    const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(pattern.slice(end))?.[0] ?? ''
    alternatives.at(-1)?.push({
      text,
      group: text.startsWith('(') ? text.slice(1, -1) : null,
      isEndless: /^(?:[*+]|\{\d+,\})/.test(quantifier),
      isOptional: /^(?:[*?]|\{0,)/.test(quantifier),
    })
    at = end + quantifier.length
  }
  return alternatives
}

function endOfElement(pattern: string, from: number): number {
  const char = pattern[from]
  if (char === '\\') return from + (/^\\[pPu]\{[^}]*\}/.exec(pattern.slice(from))?.[0].length ?? 2)
  if (char === '[') return endOfClass(pattern, from)
  if (char !== '(') return from + 1
  let at = from + 1
  while (at < pattern.length && pattern[at] !== ')') at = endOfElement(pattern, at)
  return at + 1
}

function endOfClass(pattern: string, from: number): number {
  let at = from + 1
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1
  return at + 1
}

function bodyOf(group: string): string {
  return group.replace(GROUP_HEAD, '')
}

function isLook(element: Element): boolean {
  return element.group !== null && /^\?<?[=!]/.test(element.group)
}

/**
 * Whether matching is tried again from every place of a run that it has gone over already: it begins
 * with something endless, and more has to follow. `(?<!x)x+$` looks once at each run.
 */
export function beginsEndless({ pattern, flags }: Literal): boolean {
  return !flags.includes('y') && alternativesOf(pattern).some((elements) => begins(elements, false))
}

function begins(elements: readonly Element[], hasMore: boolean): boolean {
  for (const [i, element] of elements.entries()) {
    const rest = elements.slice(i + 1)
    const more = hasMore || rest.some((one) => !one.isOptional)
    if (element.text === '^' || isLook(element)) return false
    if (element.isEndless && more) return true
    if (element.group !== null && !isLook(element)) {
      const inner = alternativesOf(bodyOf(element.group))
      if (inner.some((one) => begins(one, more))) return true
    }
    if (!element.isOptional) return false
  }
  return false
}

/** Whether something endless holds something endless that nothing sets apart: `(a+)+`, `(a*b?)*`. */
export function isNested({ pattern }: Literal): boolean {
  return alternativesOf(pattern).flat().some(nests)
}

function nests(element: Element): boolean {
  if (element.group === null) return false
  const inner = alternativesOf(bodyOf(element.group))
  if (element.isEndless && inner.some(isOnlyEndless)) return true
  return inner.flat().some(nests)
}

function isOnlyEndless(elements: readonly Element[]): boolean {
  const needed = elements.filter((one) => !one.isOptional || one.isEndless)
  return needed.some((one) => one.isEndless) && needed.every((one) => one.isEndless)
}
