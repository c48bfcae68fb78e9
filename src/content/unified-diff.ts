/** Formats the differences of two texts as a unified diff with three lines of context. Pure. */

import { diffLists, type Hunk } from './diff.js'

const CONTEXT = 3

/** The hunks of a unified diff, without a header; empty for equal texts. */
export function unifiedDiff(before: string, after: string): string {
  const [a, b] = [linesOf(before), linesOf(after)]
  return grouped(diffLists(a, b))
    .map((hunks) => printed(hunks, a, b))
    .join('')
}

/** Lines with their line ends, so that a last line without one differs from one with it. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Joins hunks whose context lines touch. */
function grouped(hunks: readonly Hunk[]): Hunk[][] {
  const groups: Hunk[][] = []
  for (const hunk of hunks) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group && last && hunk.fromA - last.toA <= 2 * CONTEXT) group.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

function printed(hunks: readonly Hunk[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [hunks[0], hunks.at(-1)]
  if (!first || !last) return ''
  const before = Math.min(CONTEXT, first.fromA)
  const after = Math.min(CONTEXT, a.length - last.toA)
  const [fromA, toA] = [first.fromA - before, last.toA + after]
  const [fromB, toB] = [first.fromB - before, last.toB + after]
  const lines: string[] = []
  let at = fromA
  for (const hunk of hunks) {
    lines.push(...a.slice(at, hunk.fromA).map((line) => marked(' ', line)))
    lines.push(...a.slice(hunk.fromA, hunk.toA).map((line) => marked('-', line)))
    lines.push(...b.slice(hunk.fromB, hunk.toB).map((line) => marked('+', line)))
    at = hunk.toA
  }
  lines.push(...a.slice(at, toA).map((line) => marked(' ', line)))
  return `@@ -${rangeOf(fromA, toA)} +${rangeOf(fromB, toB)} @@\n${lines.join('')}`
}

function marked(mark: string, line: string): string {
  return line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`
}

/** Lines count from 1; an empty range names the line before it. */
function rangeOf(from: number, to: number): string {
  const count = to - from
  return `${count === 0 ? from : from + 1},${count}`
}
