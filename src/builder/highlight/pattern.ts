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
