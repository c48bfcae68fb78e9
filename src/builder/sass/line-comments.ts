/**
 * `line_comments: true`: before each rule a comment says where its selectors stand. libsass writes it itself; here the
 * source map tells the place, and a mark before the selectors goes with them until the style sheet has its shape.
 */

import { SourceMap } from 'node:module'
import { isKeyframes, piecesOf } from './blocks.js'
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
  for (const { kind, from, to } of piecesOf(css)) {
    if (kind === 'close') open.pop()
    if (kind !== 'open') continue
    const isInFrames = open.at(-1) === true
    if (css[from] !== '@' && !isInFrames) yield from
    open.push(isInFrames || isKeyframes(css.slice(from, to)))
  }
}

/** Finds what stands at a place of CSS; it is asked in the order of the text. */
function placesOf(css: string, { mappings, sources }: RuleMap): (at: number) => string | undefined {
  const map = new SourceMap({ ...NO_MAP, mappings, sources: [...sources] })
  const hidden = hiddenBefore(css)
  let [line, begin] = [0, 0]
  let end = css.indexOf('\n')
  return (at) => {
    for (; end >= 0 && end < at; end = css.indexOf('\n', begin)) {
      line++
      begin = end + 1
    }
    const entry = map.findEntry(line, at - begin + (line === 0 ? hidden : 0))
    // What follows from the same line of a style sheet has no entry of its own.
    if (!('generatedLine' in entry) || entry.generatedLine !== line) return undefined
    return `line ${entry.originalLine + 1}, ${entry.originalSource}`
  }
}

/** What a source map has that is not asked for. */
const NO_MAP = { version: 3, file: '', names: [], sourcesContent: [], sourceRoot: '' }

/** The byte order mark of what is compressed counts in its map, and is not handed over. */
function hiddenBefore(css: string): number {
  const isMarked = !css.startsWith('\ufeff') && !css.startsWith('@charset')
  return isMarked && /[^\0-\x7f]/.test(css) ? 1 : 0
}
