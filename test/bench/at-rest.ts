/** Waiting until a process has nothing to do any more, and the memory that it holds then. Linux. */

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 10

/** Milliseconds of processor time that a process has used, its threads included. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const LOOK_MS = 1000
/** Of a second; timers and collecting take some. */
const IDLE_MS = 50
const LOOKS = 3
const MAX_MS = 600_000

/** Resolves when the process has used next to nothing for three seconds; throws after ten minutes without them. */
export async function untilAtRest(pid: number): Promise<void> {
  let quiet = 0
  let before = processorMs(pid)
  const giveUp = Date.now() + MAX_MS
  while (quiet < LOOKS) {
    if (Date.now() > giveUp) throw new Error('The process did not come to rest within ten minutes.')
    await sleep(LOOK_MS)
    const now = processorMs(pid)
    quiet = now - before <= IDLE_MS ? quiet + 1 : 0
    before = now
  }
}

const SETTLED_MS = 20_000

/** As `untilAtRest`, of one that never rests: until what it uses in 20 seconds is about the same as before. */
export async function untilSettled(pid: number): Promise<void> {
  const use = async () => {
    const before = processorMs(pid)
    await sleep(SETTLED_MS)
    return processorMs(pid) - before
  }
  for (let last = Infinity, now = await use(); ; last = now, now = await use()) {
    if (last < Infinity && now > 0.8 * last) return
  }
}

const SAMPLE_MS = 10_000
/** V8 gives unused memory back in steps, the first of them 8 seconds after it was last at work. */
const SAMPLES_WITHOUT_FALL = 6
const FALL_MB = 2

/** Megabytes that a process holds when it has had nothing to do for so long that it gives none back any more. */
export async function memoryAtRest(pid: number): Promise<number> {
  await untilAtRest(pid)
  let least = residentMb(pid)
  for (let same = 0; same < SAMPLES_WITHOUT_FALL;) {
    await sleep(SAMPLE_MS)
    const now = residentMb(pid)
    same = now > least - FALL_MB ? same + 1 : 0
    least = Math.min(least, now)
  }
  return least
}

/** Megabytes of memory that a process holds. */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round((Number(kilobytes) * 1024) / 1e6)
}
