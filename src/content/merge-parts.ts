/** Three-way merge of lists of texts, such as lines or paragraphs. Pure; the web admin uses it too. */

import { diffLists, type Hunk } from './diff.js'

interface Sides {
  /** What both sides were made from. */
  readonly base: readonly string[]
  readonly ours: readonly string[]
  readonly theirs: readonly string[]
}

/** Texts `[from, to)` of the base joined, and what each side has in their place. */
interface MergedPart {
  readonly from: number
  readonly to: number
  readonly base: string
  readonly ours: string
  readonly theirs: string
  /** What both make together; null if they have changed these texts differently. */
  readonly merged: string | null
}

/**
 * Merges two lists with a common base.
 *
 * @param isFine false: changes that touch each other are one, as in git. True: a text that replaces one text is a change
 *   of its own, and only insertions touch their neighbours
 * @returns the whole in order, in turns of what neither has changed and what at least one has
 */
export function mergeParts(sides: Sides, isFine = false): readonly MergedPart[] {
  const parts: MergedPart[] = []
  let at = 0
  const addSame = (to: number) => {
    if (to > at) parts.push(mergedPart(sides, { from: at, to, ours: [], theirs: [] }))
  }
  for (const region of regionsOf(sides, isFine)) {
    addSame(region.from)
    parts.push(mergedPart(sides, region))
    at = region.to
  }
  addSame(sides.base.length)
  return parts
}

/** A range of the base, and the hunks of each side in it. */
interface Region {
  readonly from: number
  to: number
  readonly ours: Hunk[]
  readonly theirs: Hunk[]
}

function regionsOf({ base, ours, theirs }: Sides, isFine: boolean): Region[] {
  const hunksOf = (list: readonly string[], side: 'ours' | 'theirs') =>
    diffLists(base, list)
      .flatMap((hunk) => (isFine ? oneByOne(hunk) : hunk))
      .map((hunk) => ({ hunk, side }))
  const all = [...hunksOf(ours, 'ours'), ...hunksOf(theirs, 'theirs')].toSorted(
    (a, b) => a.hunk.fromA - b.hunk.fromA || a.hunk.toA - b.hunk.toA,
  )
  const regions: Region[] = []
  for (const { hunk, side } of all) {
    let region = regions.at(-1)
    if (!region || !isTouching(region, hunk, isFine)) {
      region = { from: hunk.fromA, to: hunk.toA, ours: [], theirs: [] }
      regions.push(region)
    }
    region.to = Math.max(region.to, hunk.toA)
    region[side].push(hunk)
  }
  return regions
}

/** A hunk that replaces texts by equally many, as one for each of them. */
function oneByOne(hunk: Hunk): readonly Hunk[] {
  const { fromA, toA, fromB, toB } = hunk
  if (toA - fromA !== toB - fromB) return [hunk]
  return Array.from({ length: toA - fromA }, (_, i) => {
    return { fromA: fromA + i, toA: fromA + i + 1, fromB: fromB + i, toB: fromB + i + 1 }
  })
}

/** @param hunk begins in or behind the region */
function isTouching({ from, to }: Region, { fromA, toA }: Hunk, isFine: boolean): boolean {
  if (fromA !== to) return fromA < to
  return !isFine || fromA === toA || from === to
}

function mergedPart(sides: Sides, region: Region): MergedPart {
  const { from, to } = region
  const base = sides.base.slice(from, to).join('')
  const ours = sideOf(region, region.ours, sides.ours) ?? base
  const theirs = sideOf(region, region.theirs, sides.theirs) ?? base
  const isOurs = region.theirs.length === 0 || ours === theirs
  const merged = isOurs ? ours : region.ours.length === 0 ? theirs : null
  return { from, to, base, ours, theirs, merged }
}

/** What a side has in a region; null without a hunk there. Before its first hunk and after its last, it equals the base. */
function sideOf(region: Region, hunks: readonly Hunk[], side: readonly string[]): string | null {
  const [first, last] = [hunks[0], hunks.at(-1)]
  if (first === undefined || last === undefined) return null
  const [from, to] = [first.fromB - (first.fromA - region.from), last.toB + (region.to - last.toA)]
  return side.slice(from, to).join('')
}
