/** Compares one file with many at once, with an index of the pieces: files without common pieces cost nothing. */

import { HASHES, type Fingerprint } from './similarity.js'
import type { WorkBudget } from './work-budget.js'

export interface SourceIndex {
  /** Number of bytes that the file has in common with each source. The next call reuses the array. */
  copied(file: Fingerprint): Promise<Uint32Array>
}

/** @param sources fingerprints; null entries are not compared */
export async function indexSources(
  sources: readonly (Fingerprint | null)[],
  budget: WorkBudget,
): Promise<SourceIndex> {
  const starts = new Uint32Array(HASHES + 1)
  for (const source of sources) {
    source?.hashes.forEach((hash) => (starts[hash + 1] = (starts[hash + 1] ?? 0) + 1))
    await budget.spend(source?.hashes.length ?? 0)
  }
  for (let hash = 0; hash < HASHES; hash++)
    starts[hash + 1] = (starts[hash + 1] ?? 0) + (starts[hash] ?? 0)
  const holders = new Uint32Array(starts[HASHES] ?? 0)
  const bytes = new Uint32Array(holders.length)
  const next = starts.slice()
  for (const [place, source] of sources.entries()) {
    source?.hashes.forEach((hash, i) => {
      const at = next[hash] ?? 0
      next[hash] = at + 1
      holders[at] = place
      bytes[at] = source.bytes[i] ?? 0
    })
    await budget.spend(source?.hashes.length ?? 0)
  }
  const sums = new Uint32Array(sources.length)
  return { copied: (file) => addUp(file, { starts, holders, bytes, sums }, budget) }
}

interface Tables {
  /** Index of the first file with each hash; they end where those of the next hash begin. */
  readonly starts: Uint32Array
  readonly holders: Uint32Array
  readonly bytes: Uint32Array
  readonly sums: Uint32Array
}

async function addUp(file: Fingerprint, tables: Tables, budget: WorkBudget): Promise<Uint32Array> {
  const { starts, holders, bytes, sums } = tables
  sums.fill(0)
  let steps = sums.length
  for (let i = 0; i < file.hashes.length; i++) {
    const hash = file.hashes[i] ?? 0
    const [weight, end] = [file.bytes[i] ?? 0, starts[hash + 1] ?? 0]
    const start = starts[hash] ?? 0
    for (let at = start; at < end; at++) {
      const holder = holders[at] ?? 0
      sums[holder] = (sums[holder] ?? 0) + Math.min(weight, bytes[at] ?? 0)
    }
    steps += end - start + 1
    if (steps < budget.turn) continue
    await budget.spend(steps)
    steps = 0
  }
  await budget.spend(steps)
  return sums
}
