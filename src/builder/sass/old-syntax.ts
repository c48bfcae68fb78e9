/**
 * What libsass reads and Sass's own compiler refuses, statement by statement: names of classes and ids that begin with
 * a digit (`.404 {}`), numbers behind a word (`all.3s`), `and(` in conditions of media, and functions with names that
 * CSS has for its own.
 */

import { ASIDE, eachStatement } from './edits.js'

/** What is not looked into. */
const SKIPPED = String.raw`${ASIDE}|url\([^"'()\n]*\)`
/** The same, and what ends a statement. */
const TOKEN = new RegExp(String.raw`${SKIPPED}|#\{[^{}]*\}?|[{};]`, 'gi')

const NAME = 'galley-name-'
const DEEP = 'galley-deep'
const FUNCTION = 'galley-function-'

/** With such statements as both know them; {@link restoreOldSyntax} gives back the names. */
export function withOldSyntax(scss: string): string {
  return withOwnFunctions(eachStatement(scss, mendStatement, TOKEN))
}

const LEAD = /(?:\s|\/\*[^]*?\*\/|\/\/[^\n]*)*/y

function mendStatement(written: string, end: string): string {
  LEAD.lastIndex = 0
  const lead = LEAD.exec(written)?.[0] ?? ''
  const statement = written.slice(lead.length)
  if (/^(?:--|@(?:use|forward|charset)(?![\w-]))/.test(statement)) return written
  if (/^@(?:media|import)(?![\w-])/i.test(statement)) return lead + withGaps(statement)
  const isSelector = end === '{' && !/^@|:\s*$/.test(statement)
  if (isSelector || /^@extend(?![\w-])/.test(statement)) return lead + withNames(statement)
  return lead + withNumbers(statement)
}

const MEDIA = new RegExp(
  String.raw`${SKIPPED}|(?<=(?:\)|[\s,(])\s{0,20})(and|or|not)(?=\(|#\{)`,
  'gi',
)

/** A condition in which each word has a blank before and behind it. */
function withGaps(condition: string): string {
  if (/^@media\s*$/i.test(condition)) return `${condition.trimEnd()} not all`
  return condition.replace(MEDIA, (found, word: string | undefined, at: number) =>
    word === undefined ? found : `${condition[at - 1] === ')' ? ' ' : ''}${word} `,
  )
}

// A point behind a digit is that of a number.
const DIGITS = new RegExp(String.raw`${SKIPPED}|\[[^\]]*\]|(?<!\d)\.(?=\d|#\{)|#(?=-?\d)`, 'g')

function withNames(selector: string): string {
  return selector
    .replaceAll('/deep/', ` ${DEEP} `)
    .replace(DIGITS, (found) => (/^[.#]$/.test(found) ? found + NAME : found))
}

const NUMBER = new RegExp(String.raw`${SKIPPED}|((?<![\w.$%@#-])-?[a-z_][\w-]*)(?=\.\d)`, 'gi')

function withNumbers(statement: string): string {
  return statement.replace(NUMBER, (found, word: string | undefined) =>
    word === undefined ? found : `${word} 0`,
  )
}

/** Names that Sass's own compiler lets nobody define; of some libsass, too, calls CSS's own. */
const DEFINED = /(@function\s+)(-[a-z]+-)?(url|calc|element|expression|clamp)(?=\s*\()/gi
const CALLED = new RegExp(
  String.raw`${ASIDE}|(?<![\w$.%@#-])(url(?=\(\s*["'$])|element|clamp)(?=\()`,
  'g',
)

function withOwnFunctions(scss: string): string {
  const defined = new Set<string>()
  const named = scss.replace(DEFINED, (_found, ...parts: (string | undefined)[]) => {
    const [word = '', prefix = '', name = ''] = parts
    defined.add(prefix + name)
    return `${word}${FUNCTION}${prefix}${name}`
  })
  if (defined.size === 0) return scss
  return named.replace(CALLED, (found, name: string | undefined) =>
    name !== undefined && defined.has(name) ? FUNCTION + name : found,
  )
}

/** CSS with the names as they were written. */
export function restoreOldSyntax(css: string): string {
  return css.replaceAll(NAME, '').replaceAll(FUNCTION, '').replaceAll(DEEP, '/deep/')
}
