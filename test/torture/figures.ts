/**
 * Sizes and seeds of the suites of this folder, and what a run of them counted.
 *
 * `npm test` runs each for seconds; `npm run torture` for as long as it is told, and prints the counts.
 */

import { appendFileSync } from 'node:fs'

/** How many times the small size. */
export const SIZE = Number(process.env['GALLEY_TORTURE'] ?? 1)

/** The same cases on every run, unless told otherwise. */
export const SEED = Number(process.env['GALLEY_SEED'] ?? 20_261_122)

/** Says at every tenth round how many are done, so that a long run that is cut off has a count. */
export function tellRound(done: number, what: string): void {
  const isLong = process.env['GALLEY_TORTURE'] !== undefined
  if (isLong && done % 10 === 0) process.stderr.write(`${done} ${what}\n`)
}

/** Adds to the figures of this run, where somebody collects them (GALLEY_FIGURES names a file). */
export function report(counts: Readonly<Record<string, number>>): void {
  const file = process.env['GALLEY_FIGURES']
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(counts)}\n`)
}
