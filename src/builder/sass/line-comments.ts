/**
 * `line_comments: true`: before each rule a comment says where its selectors stand. libsass writes it itself; here the
 * source map tells the place, and a mark before the selectors goes with them until the style sheet has its shape.
 */

import { endOfComment, endOfStatement, skipBlanks } from './blocks.js'
import type { CssStyle } from './format.js'

/** Around the number of a place; no style sheet holds it. */
export const PLACE_MARK = '\u0001'

/** What a source map says of the rules. */
interface RuleMap {
  readonly mappings: string
  /** Paths of the style sheets, as they are shown. */
  readonly sources: readonly string[]
}

/** Marks each rule of CSS; gives it and the places that the numbers stand for. */
export function markPlaces(css: string, map: RuleMap): { css: string; places: string[] } {
  const placeAt = placesOf(css, map)
  const places: string[] = []
  const parts: string[] = []
  let done = 0
  for (const at of rulesIn(css)) {
    const place = placeAt(at)
    if (place === undefined) continue
    parts.push(css.slice(done, at), PLACE_MARK, String(places.length), PLACE_MARK)
    places.push(place)
    done = at
  }
  return { css: parts.join('') + css.slice(done), places }
}

/** CSS in its shape with the comments. */
// libsass: Output::operator()(StyleRule*)
export function writePlaces(css: string, places: readonly string[], style: CssStyle): string {
  const mark = new RegExp(`([ \\t]*)${PLACE_MARK}(\\d+)${PLACE_MARK}`, 'g')
  return css.replace(mark, (_mark, indent: string, number: string) => {
    const comment = `${indent}/* ${places[Number(number)] ?? ''} */`
    if (style === 'compressed') return comment
    return style === 'compact' ? `${comment} ` : `${comment}\n${indent}`
  })
}

/** The places of the selectors, those of frames aside. */
function* rulesIn(css: string): Generator<number> {
  /** Of each open block whether it holds frames. */
  const open: boolean[] = []
  let at = skipBlanks(css, 0)
  while (at < css.length) {
    if (css[at] === '}') {
      open.pop()
      at = skipBlanks(css, at + 1)
      continue
    }
    const isComment = css.startsWith('/*', at)
    const end = isComment ? endOfComment(css, at) : endOfStatement(css, at)
    if (!isComment && css[end - 1] === '{') {
      const isInFrames = open.at(-1) === true
      if (css[at] !== '@' && !isInFrames) yield at
      open.push(isInFrames || /^@[\w-]*keyframes\s/i.test(css.slice(at, at + 40)))
    }
    at = skipBlanks(css, end)
  }
}

/** Finds what stands at a place of CSS; it is asked in the order of the text. */
function placesOf(css: string, { mappings, sources }: RuleMap): (at: number) => string | undefined {
  const segments = decoded(mappings)
  const hidden = hiddenBefore(css)
  let [next, line, begin] = [0, 0, 0]
  let end = css.indexOf('\n')
  return (at) => {
    for (; end >= 0 && end < at; end = css.indexOf('\n', begin)) {
      line++
      begin = end + 1
    }
    const column = at - begin + (line === 0 ? hidden : 0)
    const isBehind = (segment: Segment) =>
      segment.line > line || (segment.line === line && segment.column > column)
    for (let later = segments[next]; later !== undefined && !isBehind(later);)
      later = segments[++next]
    const segment = segments[next - 1]
    // What follows from the same line of a style sheet has no segment of its own.
    if (segment?.line !== line) return undefined
    return `line ${segment.sourceLine + 1}, ${sources[segment.source] ?? ''}`
  }
}

/** The byte order mark of what is compressed counts in its map, and is not handed over. */
function hiddenBefore(css: string): number {
  const isMarked = !css.startsWith('\ufeff') && !css.startsWith('@charset')
  return isMarked && /[^\0-\x7f]/.test(css) ? 1 : 0
}

interface Segment {
  readonly line: number
  readonly column: number
  readonly source: number
  readonly sourceLine: number
}

// https://tc39.es/ecma426/#sec-mappings
function decoded(mappings: string): Segment[] {
  let source = 0
  let sourceLine = 0
  return mappings.split(';').flatMap((text, line) => {
    let column = 0
    return text.split(',').flatMap((segment) => {
      const [toColumn, toSource, toLine] = numbersOf(segment)
      if (toColumn === undefined) return []
      column += toColumn
      source += toSource ?? 0
      sourceLine += toLine ?? 0
      return [{ line, column, source, sourceLine }]
    })
  })
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Numbers in base 64, five bits a digit, the sign last. */
function numbersOf(segment: string): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const char of segment) {
    const digit = DIGITS.indexOf(char)
    value += (digit & 31) * 2 ** shift
    shift += 5
    if (digit >= 32) continue
    numbers.push(value % 2 === 1 ? -Math.floor(value / 2) : value / 2)
    value = 0
    shift = 0
  }
  return numbers
}
