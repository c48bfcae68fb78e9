/** Changes to the text of a style sheet that Sass's own compiler refused; what they are for is in `old-sources.ts`. */

import type { Syntax } from 'sass-embedded'

const TEXT_ON_LINE = String.raw`"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'`
/**
 * What is not looked into: comments, escapes, strings. A comment that is left open goes to the end, and an escaped
 * quote begins no string: the rest of the text would be read again for each of them.
 */
export const ASIDE = `/\\*[^]*?(?:\\*/|$)|//[^\\n]*|\\\\[^]|${TEXT_ON_LINE}`

const STATEMENT = new RegExp(String.raw`${ASIDE}|#\{[^{}]*\}|[{};]`, 'g')

/** Each statement changed, given what ends it; `token` finds the ends and what is not looked into. */
export function eachStatement(
  scss: string,
  mend: (statement: string, end: string) => string,
  token = STATEMENT,
): string {
  const parts: string[] = []
  let done = 0
  for (const { 0: found, index } of scss.matchAll(token)) {
    if (!/^[{};]$/.test(found)) continue
    parts.push(mend(scss.slice(done, index), found), found)
    done = index + 1
  }
  return parts.join('') + scss.slice(done)
}

/**
 * Lists of selectors may end with a comma, indented lines with a semicolon, and have tabs and blanks before them; texts go
 * on over lines, conditions of media may touch the word between them, and comments may hold anything, for libsass does not
 * read those that it leaves out.
 */
export function forgiving(text: string, syntax: Syntax): string {
  if (syntax === 'css') return text
  if (syntax === 'indented') {
    const sass = text.replace(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '))
    return withoutLastCommas(withoutBraces(sass).replace(/;(?=[ \t]*$)/gm, '')).replace(OLD, '$1:')
  }
  return withContinuedTexts(withoutComments(text))
    .replace(/,(\s*\{)/g, '$1')
    .replace(/\)(and|or)\(/g, ') $1 (')
}

/** `:margin 0`, which no pseudo-class before another selector is. */
const OLD =
  /(?=:)(?<=^[ \t]+):(?!(?:hover|focus|active|visited|link|not|root|first|last|nth|only|is|has|host)\b)([a-z-]+)(?=[ \t]+\S)/gm

/** What is put in behind a number: libsass makes one word of both, Sass's own compiler two. */
const PUT_IN = new RegExp(
  `${ASIDE}|(?=#)(?<=[:,]\\s*(?:-?[\\d.]+|\\([^(){};"']*\\)))#\\{([^{}]+)\\}([\\w-]*)`,
  'g',
)

export function withWholeNumbers(scss: string): string {
  return eachStatement(scss, (statement) => {
    if (/calc\(|^\s*--/.test(statement)) return statement
    return statement.replace(PUT_IN, (found, inner: string | undefined, rest: string) =>
      inner === undefined ? found : `+unquote("#{${inner}}${rest}")`,
    )
  })
}

/** Functions of CSS that Sass's own compiler computes, and refuses with one argument; libsass copies them. */
export function withPlainFunctions(text: string): string {
  return text.replace(/(?<![\w$.%@-]|@function\s+)(rem|mod|pow|atan2)(?=\([^(),]*\))/g, "#{'$1'}")
}

// Three levels of brackets at most.
const INNER = String.raw`(?:[^()#;{}"']|#\{[^{};"']*\})*`
const CALCULATION = new RegExp(
  `${ASIDE}|@(?:mixin|include|function)\\s+[\\w-]+|(?<![\\w-])(?:-[a-z]+-)?calc` +
    `\\(${INNER}(?:\\(${INNER}(?:\\(${INNER}\\)${INNER})*\\)${INNER})*\\)`,
  'g',
)

/** Calculations that name no variable as text: libsass copies them, whatever is in them. */
export function withPlainCalculations(text: string): string {
  return text.replace(CALCULATION, (found) => (found.includes('$') ? found : copied(found)))
}

/** All calculations as text, variables as they are written. */
export function withCopiedCalculations(text: string): string {
  return text.replace(CALCULATION, copied)
}

function copied(found: string): string {
  return found.endsWith(')') && /^(?:-[a-z]+-)?calc\(/.test(found)
    ? `#{'${found.replace(/\s+/g, ' ').replaceAll('\\', '\\\\')}'}`
    : found
}

/** Pseudo-classes of selectors with none in them, which libsass leaves out. */
export function withoutEmptyClasses(text: string): string {
  return text.replace(
    /::?(?:-[a-z]{1,10}-)?(?:any|matches|not|slotted|host|host-context|current|has)\(\s{0,20}\)/gi,
    '',
  )
}

/**
 * With every `@use` and `@forward` as a rule that Sass does not know, which it copies: libsass knows none, so a style sheet whose
 * module is nowhere is one in Jekyll, without the module. `old-syntax.ts` gives the rule its name back.
 */
export function withPlainUse(text: string): string {
  return text.replace(/^([ \t]*)@(use|forward) (?=["'])/gm, '$1@galley-name-$2 ')
}

/** Comments, escapes and texts over lines; what is left open goes to the end. */
const TEXT =
  /\\[^]|"(?:[^"\\]|\\[^])*(?:"|$)|'(?:[^'\\]|\\[^])*(?:'|$)|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g

/** Without the comments but those that say that they stay; the ends of their lines do. */
function withoutComments(scss: string): string {
  return scss.replace(TEXT, (found) =>
    /^\/\*(?!!)/.test(found) ? found.replace(/[^\n]+/g, ' ') : found,
  )
}

/** A text over lines with a backslash at the end of each, as CSS has it. */
function withContinuedTexts(scss: string): string {
  return scss.replace(TEXT, (found) =>
    /^["']/.test(found) ? found.replace(/(?<!\\)\n/g, '\\\n') : found,
  )
}

/** Rules that stand on one line in braces, in lines of their own: the others move down. */
function withoutBraces(sass: string): string {
  return sass.replace(
    /^([ \t]*)([^\s{}/#][^{}\n]*)(?<!#)\{([^{}\n]*)\}[ \t]*$/gm,
    (_rule, ...parts: string[]) => {
      const [indent = '', head = '', body = ''] = parts
      const lines = body.split(';').filter((line) => line.trim() !== '')
      return [indent + head.trimEnd(), ...lines.map((line) => `${indent}  ${line.trim()}`)].join(
        '\n',
      )
    },
  )
}

// A comma at the end of a line before deeper lines ends the selectors.
function withoutLastCommas(sass: string): string {
  const lines = sass.split('\n')
  return lines
    .map((line, i) => {
      const next = lines.slice(i + 1, i + 20).find((other) => other.trim() !== '') ?? ''
      return next.search(/\S|$/) > line.search(/\S|$/) ? line.replace(/,(\s*)$/, '$1') : line
    })
    .join('\n')
}
