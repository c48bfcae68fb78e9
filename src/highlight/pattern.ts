/**
 * Compiles a lexer's pattern: matches at one position only, and `^ $ . \s \S` mean what they
 * mean in Ruby, where only "\n" ends a line and white space is ASCII.
 */
export function compilePattern(pattern: RegExp): RegExp {
  const flags = [...new Set(pattern.flags.replace(/[gm]/g, '') + 'y')].join('')
  return new RegExp(translate(pattern.source, pattern.flags.includes('s')), flags)
}

const SPACES = ' \\t\\n\\v\\f\\r'
const OUTSIDE: Readonly<Record<string, string>> = {
  '\\s': `[${SPACES}]`,
  '\\S': `[^${SPACES}]`,
  '.': '[^\\n]',
  '^': '(?<![^\\n])',
  $: '(?![^\\n])',
}

function translate(source: string, dotAll: boolean): string {
  let inClass = false
  return source.replace(/\\[\s\S]|\[\^?|[\].^$]/g, (part) => {
    if (inClass) {
      if (part === ']') inClass = false
      return part === '\\s' ? SPACES : part
    }
    if (part.startsWith('[')) inClass = true
    if (part === '.' && dotAll) return '[^]'
    return OUTSIDE[part] ?? part
  })
}

/** Source of a pattern that matches any of the blank-separated words, the longer ones first. */
export function oneOf(list: string): string {
  const words = list.trim().split(/\s+/)
  return words.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)).join('|')
}

/**
 * A pattern that needs a closing mark, such as that of a comment: where its opening mark stands but
 * it fails for want of the closing one, it fails everywhere before the end of the line or text too,
 * and is not tried again there. Groups of the opening tell apart marks that close differently.
 */
export interface Closing {
  readonly pattern: RegExp
  readonly opening: RegExp
  /** Finds where a failure no longer holds; null is the end of the text. */
  readonly end: RegExp | null
}

function closing(end: RegExp | null, opening: RegExp, rest: RegExp | string): Closing {
  const [source, more] = typeof rest === 'string' ? [rest, ''] : [rest.source, rest.flags]
  const flags = [...new Set(opening.flags + more)].join('')
  return { pattern: new RegExp(opening.source + source, flags), opening, end }
}

/**
 * A pattern in two parts whose closing mark may stand anywhere behind it: `\/\*` and `.*?\*\/`.
 *
 * @param rest source of a pattern where it refers to groups of the opening
 */
export function closed(opening: RegExp, rest: RegExp | string): Closing {
  return closing(null, opening, rest)
}

/** A pattern in two parts whose closing mark stands on the same line: `"` and `[^"\n]*"`. */
export function closedOnLine(opening: RegExp, rest: RegExp | string): Closing {
  return closing(/\n|$/g, opening, rest)
}

/** A pattern in two parts whose closing mark stands before the next white space: `&` and `\S*?;`. */
export function closedInWord(opening: RegExp, rest: RegExp): Closing {
  return closing(/\s|$/g, opening, rest)
}

/** A pattern in two parts whose closing mark stands before what `end`, a global pattern, finds. */
export function closedBefore(end: RegExp, opening: RegExp, rest: RegExp): Closing {
  return closing(end, opening, rest)
}
