/** What Jekyll's compiler (libsass) takes and Sass's own refuses, made into what both take. */

import type { Syntax } from 'sass-embedded'
import type { CssStyle } from './format.js'

/** Changes the text of a style sheet; the number of its lines stays, but where `forgiving` says else. */
export type Edit = (text: string, syntax: Syntax) => string

/** What can stand in any style sheet. */
export const usual: Edit = (text, syntax) => (syntax === 'indented' ? withoutTabs(text) : text)

/**
 * What is tried when a style sheet is refused: lists of selectors may end with a comma, indented lines with a
 * semicolon, texts go on over lines, conditions of media may touch the word between them, and in what is compressed
 * comments may hold anything, for libsass does not read them.
 */
export const forgiving =
  (style: CssStyle): Edit =>
  (text, syntax) => {
    const edited = usual(text, syntax)
    if (syntax === 'css') return edited
    if (syntax === 'indented') return withoutLastCommas(withoutSemicolons(withoutBraces(edited)))
    const bare = style === 'compressed' ? withoutComments(edited) : edited
    return withContinuedTexts(bare)
      .replace(/,(\s*\{)/g, '$1')
      .replace(/\)(and|or)\(/g, ') $1 (')
  }

/** Functions of CSS that Sass's own compiler computes, and refuses with one argument; libsass copies them. */
export const withPlainFunctions =
  (edit: Edit): Edit =>
  (text, syntax) =>
    edit(text, syntax).replace(
      /(?<![\w$.%@-]|@function\s+)(rem|mod|pow|atan2)(?=\([^(),]*\))/g,
      "#{'$1'}",
    )

/**
 * With the comma that a text is searched for as an escape: of those written as they are, one that is compressed has
 * marks (`markTexts`), which the text that was computed has not. So a parser of gradients would find none.
 */
export const withPlainCommas =
  (edit: Edit): Edit =>
  (text, syntax) =>
    edit(text, syntax).replace(
      /(?<![\w-])(str-index\([^()"'{};]{1,200},\s{0,20})(?:","|',')(?=\s{0,20}\))/g,
      '$1"\\2c"',
    )

/** Pseudo-classes of selectors with none in them, which libsass leaves out. */
export const withoutEmptyClasses =
  (edit: Edit): Edit =>
  (text, syntax) =>
    edit(text, syntax).replace(
      /::?(?:-[a-z]{1,10}-)?(?:any|matches|not|slotted|host|host-context|current|has)\(\s{0,20}\)/gi,
      '',
    )

const PLAIN_USE = '@galley-use '

/**
 * With every `@use` as a rule that Sass does not know, which it copies: libsass knows none, so a style sheet whose
 * module is nowhere is one in Jekyll, without the module. {@link restoreUse} gives the rule its name back.
 */
export const withPlainUse =
  (edit: Edit): Edit =>
  (text, syntax) =>
    edit(text, syntax).replace(/^([ \t]*)@use (?=["'])/gm, `$1${PLAIN_USE}`)

export function restoreUse(css: string): string {
  return css.replaceAll(PLAIN_USE, '@use ')
}

const COMMENT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*(?!!)[^]*?\*\//g

/** Without the comments that a compressed style sheet leaves out; lines stay. */
function withoutComments(scss: string): string {
  return scss.replace(COMMENT, (found) =>
    found.startsWith('/*') ? found.replace(/[^\n]+/g, ' ') : found,
  )
}

const TEXT = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?\*\//g

/** A text over lines with a backslash at the end of each, as CSS has it. */
function withContinuedTexts(scss: string): string {
  return scss.replace(TEXT, (found) =>
    found.startsWith('/') ? found : found.replace(/(?<!\\)\n/g, '\\\n'),
  )
}

/** Indentation by tabs as blanks: libsass takes both in one file. */
export function withoutTabs(sass: string): string {
  return sass.replace(/^[ \t]*\t[ \t]*/gm, (indent) => indent.replaceAll('\t', '  '))
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

/** Lines without the semicolon of the other syntax at their end; those of comments do not matter. */
function withoutSemicolons(sass: string): string {
  return sass.replace(/;(?=[ \t]*$)/gm, '')
}

// A comma at the end of a line before deeper lines ends the selectors.
function withoutLastCommas(sass: string): string {
  const lines = sass.split('\n')
  return lines
    .map((line, i) => {
      const next = lines.slice(i + 1, i + 20).find((other) => other.trim() !== '') ?? ''
      return depthOf(next) > depthOf(line) ? line.replace(/,(\s*)$/, '$1') : line
    })
    .join('\n')
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length
}
