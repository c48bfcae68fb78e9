/**
 * Names of the tags and filters that a text uses, found without parsing Liquid: a text that is broken
 * elsewhere has them, too.
 */

/** A name where it is used first. */
interface NameUse {
  readonly name: string
  readonly line: number
}

interface Uses {
  readonly tags: readonly NameUse[]
  readonly filters: readonly NameUse[]
}

/** Parts of other tags; `end…` closes any. */
const INNER = new Set(['else', 'elsif', 'when', 'doc', 'enddoc'])
/** Tags whose body is no Liquid. */
const VERBATIM = new Set(['raw', 'comment'])
const NAME = /^-?\s*(\w[\w-]*)/
const QUOTED = /"[^"]*"|'[^']*'/g
const FILTER = /\|\s*([a-z_]\w*)/g

/** Tags and filters of a text; nothing of what stands in `raw` and `comment`. */
export function usesIn(template: string): Uses {
  const tags = new Map<string, number>()
  const filters = new Map<string, number>()
  let closing: string | null = null
  for (const { kind, markup, line } of marks(template)) {
    const name = kind === 'tag' ? (NAME.exec(markup)?.[1] ?? null) : null
    if (closing !== null) {
      if (name === closing) closing = null
      continue
    }
    if (name !== null && VERBATIM.has(name)) closing = `end${name}`
    if (name !== null && !INNER.has(name) && !name.startsWith('end') && !tags.has(name))
      tags.set(name, line)
    for (const [, filter = ''] of markup.replace(QUOTED, '""').matchAll(FILTER))
      if (!filters.has(filter) && (name === null || FILTERED.has(name))) filters.set(filter, line)
  }
  const listed = (names: ReadonlyMap<string, number>) =>
    Array.from(names, ([name, line]) => ({ name, line }))
  return { tags: listed(tags), filters: listed(filters) }
}

/** Tags whose markup takes filters; in others `|` may mean something else. */
const FILTERED = new Set(['assign', 'echo', 'include', 'if', 'unless', 'for'])

interface Mark {
  readonly kind: 'tag' | 'output'
  readonly markup: string
  readonly line: number
}

// Each mark is looked for once where none follows, so that the work grows with the text alone.
function* marks(template: string): Generator<Mark> {
  const missing = new Set<string>()
  let line = 1
  let at = 0
  let counted = 0
  while ((at = template.indexOf('{', at)) >= 0) {
    const sign = template[at + 1]
    const closing = sign === '%' ? '%}' : '}}'
    const isMark = (sign === '%' || sign === '{') && !missing.has(closing)
    const close = isMark ? template.indexOf(closing, at + 2) : -1
    if (isMark && close < 0) missing.add(closing)
    if (close < 0) {
      at++
      continue
    }
    for (; counted < at; counted++) if (template.charCodeAt(counted) === NEWLINE) line++
    const kind = sign === '%' ? 'tag' : 'output'
    yield { kind, markup: template.slice(at + 2, close), line }
    at = close + 2
  }
}

const NEWLINE = 10
