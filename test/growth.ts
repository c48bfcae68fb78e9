/**
 * How the work of a function grows with its input, by the processor time that it takes: a machine that
 * is busy with something else makes both sides of the comparison slower, or neither.
 */

import { assert } from 'chai'

/** So many times the input; what grows with its square takes 64 times as long. */
const TIMES = 8
const MAX_GROWTH = 32
const TRIES = 3
/** Anything below is noise. */
const MIN_MS = 4

/**
 * Fails where `run` of an input eight times as large takes over 32 times as long, three times over.
 *
 * @param run does its work on an input of the size given
 * @param size of the smaller input
 */
export function assertScales(run: (size: number) => unknown, size: number): void {
  const growths: number[] = []
  run(size)
  while (growths.length < TRIES) {
    const growth =
      cpuMs(() => run(size * TIMES)) /
      Math.max(
        MIN_MS,
        cpuMs(() => run(size)),
      )
    if (growth < MAX_GROWTH) return
    growths.push(Math.round(growth))
  }
  failWith(growths)
}

/** As {@link assertScales}, of work that others have turns between. */
export async function assertScalesInTurns(
  run: (size: number) => Promise<unknown>,
  size: number,
): Promise<void> {
  const growths: number[] = []
  const cpuOf = async (many: number): Promise<number> => {
    const before = process.cpuUsage()
    await run(many)
    return msOf(process.cpuUsage(before))
  }
  await run(size)
  while (growths.length < TRIES) {
    const growth = (await cpuOf(size * TIMES)) / Math.max(MIN_MS, await cpuOf(size))
    if (growth < MAX_GROWTH) return
    growths.push(Math.round(growth))
  }
  failWith(growths)
}

function failWith(growths: readonly number[]): never {
  assert.fail(`${TIMES} times the input took ${growths.join(', ')} times as long`)
}

function cpuMs(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  return msOf(process.cpuUsage(before))
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}
