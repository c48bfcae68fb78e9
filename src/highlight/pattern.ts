/**
 * Compiles a lexer's pattern: matches at one position only, and `^ $ . \s \S \b` mean what they
 * mean in Ruby, where only "\n" ends a line, white space is ASCII and letters of all scripts are
 * parts of words. Signs outside Unicode's first plane count as one, as they do in Ruby.
 */
export function compilePattern(pattern: RegExp): RegExp {
  const flags = [...new Set(pattern.flags.replace(/[gm]/g, '') + 'uy')].join('')
  return new RegExp(translate(pattern.source, pattern.flags.includes('s')), flags)
}

const SPACES = ' \\t\\n\\v\\f\\r'
/**
 * Letters, marks and digits beyond ASCII, for a class of characters. Whole blocks: what few signs stand among the
 * letters of a script do not stand beside code, and a short class is quick. The long s is left out, since it is an s
 * where case is ignored.
 */
export const LETTERS =
  '\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u017e\\u0180-\\u1fff\\u203f\\u2040' +
  '\\u2071\\u207f\\u2c00-\\u2dff\\u3005-\\u3007\\u3021-\\u302f\\u3031-\\u3035\\u3038-\\u303c' +
  '\\u3041-\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u318f\\u31a0-\\u31bf\\u31f0-\\u31ff' +
  '\\u3400-\\u4dbf\\u4e00-\\ud7ff\\uf900-\\ufd3d\\ufd50-\\ufdfb\\ufe33\\ufe34\\ufe70-\\ufefc' +
  '\\uff10-\\uff19\\uff21-\\uff3a\\uff3f\\uff41-\\uff5a\\uff66-\\uffdc'
const OUTSIDE: Readonly<Record<string, string>> = {
  '\\s': `[${SPACES}]`,
  '\\S': `[^${SPACES}]`,
  '.': '[^\\n]',
  '^': '(?<![^\\n])',
  $: '(?![^\\n])',
  '\\b': `\\b(?![${LETTERS}])(?<![${LETTERS}])`,
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

/** Source of a pattern, or of a part of a class, that matches just this sign. */
export function sourceOf(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
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
  // The white space of Ruby: what else JavaScript takes for it is no end of a word.
  return closing(/[ \t\n\v\f\r]|$/g, opening, rest)
}

/** A pattern in two parts whose closing mark stands before what `end`, a global pattern, finds. */
export function closedBefore(end: RegExp, opening: RegExp, rest: RegExp | string): Closing {
  return closing(end, opening, rest)
}
