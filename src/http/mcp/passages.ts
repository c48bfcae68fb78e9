/** Replaces passages of a text that occur once. */

import { invalid } from '../../errors.js'
import { createYielder } from '../../system/yielding.js'

export interface Passage {
  readonly old: string
  readonly new: string
}

/** @throws GalleyError `validation_failed` for a passage that does not occur, or more than once */
export async function withReplaced(text: string, passages: readonly Passage[]): Promise<string> {
  let now = text
  for (const [at, { old, new: by }] of passages.entries()) {
    const [place, second] = await firstTwo(now, old)
    if (place === undefined || second !== undefined) {
      const times = place === undefined ? 'not at all' : 'more than once'
      throw invalid(`replace.${at}.old`, `must occur exactly once in the body, and occurs ${times}`)
    }
    now = now.slice(0, place) + by + now.slice(place + old.length)
  }
  return now
}

/** Characters between two looks at the clock. */
const CHARACTERS_A_LOOK = 16 * 1024

/**
 * The first two places of a passage, which may overlap. In time that grows with the lengths (Knuth, Morris, Pratt):
 * `indexOf` may compare the whole passage at each place.
 */
async function firstTwo(text: string, passage: string): Promise<number[]> {
  const yieldIfDue = createYielder()
  const borders = bordersOf(passage)
  const found: number[] = []
  let matched = 0
  for (let at = 0; at < text.length && found.length < 2; at += 1) {
    if (at % CHARACTERS_A_LOOK === 0) await yieldIfDue()
    const unit = text.charCodeAt(at)
    while (matched > 0 && passage.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (passage.charCodeAt(matched) === unit) matched += 1
    if (matched < passage.length) continue
    found.push(at - passage.length + 1)
    matched = borders[matched - 1] ?? 0
  }
  return found
}

/** For each beginning of a passage, the length of its longest end that is a beginning of it, too. */
function bordersOf(passage: string): Int32Array {
  const borders = new Int32Array(passage.length)
  let matched = 0
  for (let at = 1; at < passage.length; at += 1) {
    const unit = passage.charCodeAt(at)
    while (matched > 0 && passage.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (passage.charCodeAt(matched) === unit) matched += 1
    borders[at] = matched
  }
  return borders
}
