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
 * and is not tried again there.
 */
export interface Closing {
  readonly pattern: RegExp
  readonly opening: RegExp
  readonly until: 'line' | 'text'
}

function closing(opening: RegExp, rest: RegExp, until: Closing['until']): Closing {
  const flags = [...new Set(opening.flags + rest.flags)].join('')
  return { pattern: new RegExp(opening.source + rest.source, flags), opening, until }
}

/** A pattern in two parts whose closing mark may stand anywhere behind it: `\/\*` and `.*?\*\/`. */
export function closed(opening: RegExp, rest: RegExp): Closing {
  return closing(opening, rest, 'text')
}

/** A pattern in two parts whose closing mark stands on the same line: `"` and `[^"\n]*"`. */
export function closedOnLine(opening: RegExp, rest: RegExp): Closing {
  return closing(opening, rest, 'line')
}
