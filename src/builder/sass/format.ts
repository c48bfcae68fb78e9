/**
 * CSS in the shapes of Jekyll's compiler (libsass): the blank lines of `expanded`, the lines of
 * `compact` and the closing braces of `nested`, which Sass's own compiler no longer has.
 *
 * They are made of its expanded output.
 */

import { parseBlocks, type Block } from './blocks.js'
import { withMediaCommas } from './commas.js'
import { compactComment } from './comments.js'
import { withIcons, withoutMarks } from './icons.js'
import { withShortValues } from './short-values.js'
import { opacityOf, opaqueAsDigits, opaqueAsShort } from './colours/spellings.js'

export const CSS_STYLES = ['nested', 'expanded', 'compact', 'compressed'] as const

export type CssStyle = (typeof CSS_STYLES)[number]

/**
 * Rewrites expanded CSS in a style (compressed CSS where it is `compressed`). Ends without a line end.
 *
 * @param isMarked whether texts have the marks of `markTexts`, where it is compressed
 */
export function formatCss(css: string, style: CssStyle, isMarked = false): string {
  if (style === 'compressed') return withoutMarks(compressed(css, isMarked))
  const { items } = parseBlocks(opaqueAsDigits(asLibsassWrites(withIcons(css))))
  const blocks = items.map((item) => PRINTERS[style](item, ''))
  return blocks.map((text, i) => text + separator(items, i)).join('')
}

/** An import with its end; an address in quotes may hold a semicolon. */
const IMPORT = /@import (?:"[^"\n]*"|'[^'\n]*'|[^;\n"'])*;?/g

// Nothing follows an escape that ends a value; nor is there a blank behind what is imported.
function asLibsassWrites(css: string): string {
  return css
    .replace(/(\\[09]) (?=[;})])/g, '$1')
    .replace(IMPORT, (found) => found.replace(/ ;$/, ';'))
}

/** A custom property, or a colour that lets others through. */
const COMPRESSED_RGBA = /(?<![\w-])--[\w-]+:[^;{}]*|\brgba\((\d+),( ?)(\d+),\2(\d+),\2([\d.]+)\)/g

/** Compressed CSS whose colours have no blanks, and a zero before the point. */
function colouredAsLibsass(css: string): string {
  return css.replace(COMPRESSED_RGBA, (found, ...parts: (string | undefined)[]) => {
    const [red, , green, blue, alpha = ''] = parts
    if (red === undefined) return found
    return `rgba(${red},${green},${blue},${opacityOf(Number(alpha))})`
  })
}

function compressed(css: string, isMarked: boolean): string {
  const coloured = colouredAsLibsass(asLibsassWrites(opaqueAsShort(css)))
  return withShortValues(isMarked ? withMediaCommas(coloured) : coloured, isMarked)
    .replace(/(?<=[{};]|^)@(media|supports)\(/g, '@$1 (')
    .replace(/(?<=[{};]|^)@(?:media|supports)[^{;]*/g, (rule) =>
      rule.replace(/\)and \(/g, ') and ('),
    )
}

function separator(items: readonly (string | Block)[], i: number): string {
  if (i === items.length - 1) return ''
  return typeof items[i] === 'string' ? '\n' : '\n\n'
}

type Printer = (item: string | Block, indent: string) => string

const PRINTERS: Readonly<Record<Exclude<CssStyle, 'compressed'>, Printer>> = {
  expanded: (item, indent) => printLines(item, indent, `\n${indent}}`),
  nested: (item, indent) => printLines(item, indent, ' }'),
  compact: (item) => printLine(item),
}

function printLines(item: string | Block, indent: string, close: string): string {
  if (typeof item === 'string') return indent + item
  const inner = `${indent}  `
  const isNested = close === ' }'
  const closing = isNested ? close : `\n${inner}}`
  const head = isNested ? item.head.replaceAll('\n', `\n${indent}`) : item.head
  const lines = item.items.map((child) => printLines(child, inner, closing))
  return [`${indent}${head}`, ...lines].join('\n') + close
}

// libsass: Util::isAtRule keyframes; it knows no others, such as -ms-.
const KEYFRAMES = /^@(?:-(?:webkit|moz|o)-)?keyframes\b/
const ON_LINES = /^@(?!(?:media|font-face)\b)/

// What stands in a rule of CSS's own has a line of its own, and what frames declare; media and fonts aside.
function printLine(item: string | Block, indent = '', isFrame = false): string {
  if (typeof item === 'string') return onOneLine(item)
  if (item.items.length === 0) return `${item.head} }`
  const isKeyframes = KEYFRAMES.test(item.head)
  const inner = `${indent}  `
  const parts = item.items.map((child) => printLine(child, inner, isKeyframes))
  const head = item.head.replaceAll('\n', ' ')
  const isOnLines = isFrame || ON_LINES.test(item.head)
  return `${head} ${parts.join(isOnLines ? `\n${inner}` : ' ')} }`
}

// The compiler adds a star of its own to the first line of comments of indented Sass.
function onOneLine(text: string): string {
  if (!text.includes('\n') || text.startsWith('--')) return text
  if (text.startsWith('/*')) return compactComment(text.replace(/^\/\* \* /, '/* '))
  return text.replace(/(?<!\s)\s*\n\s*/g, ' ')
}
