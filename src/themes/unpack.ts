/**
 * Unpacks what was fetched in a thread, since it is not trusted: nobody else waits for it, and it is ended if it takes too
 * long.
 */

import { runThread } from '../system/worker.js'
import type { GemFacts } from './gem-file.js'
import { MAX_UNPACK_MS } from './limits.js'
import { ThemeError } from './theme-error.js'

/** What the thread begins with. */
export type UnpackStart = {
  /** What was fetched. */
  readonly file: string
  /** A folder that is not there yet. */
  readonly folder: string
} & ({ readonly kind: 'gem' } | { readonly kind: 'pack'; readonly commit: string })

interface Unpacked {
  readonly facts: GemFacts
  readonly bytes: number
  readonly files: number
}

/** What it says. */
export type FromUnpacking =
  ({ readonly kind: 'done' } & Unpacked) | { readonly kind: 'refused'; readonly clause: string }

const MEMORY_MB = 512

/** Writes the files of a theme into a folder. @throws ThemeError with a clause; the folder may be half written then */
export async function unpack(start: UnpackStart, timeMs = MAX_UNPACK_MS): Promise<Unpacked> {
  const outcome = await runThread<FromUnpacking>(
    { name: './unpack-thread', from: import.meta.url },
    { data: start, memoryMb: MEMORY_MB, until: AbortSignal.timeout(timeMs) },
  )
  if (outcome.kind === 'out of memory') throw new ThemeError('it takes too much memory to unpack')
  if (outcome.kind === 'late')
    throw new ThemeError(`it takes more than ${timeMs / 1000} seconds to unpack`)
  if (outcome.kind === 'died') throw outcome.error
  const { answer } = outcome
  if (answer.kind === 'refused') throw new ThemeError(answer.clause)
  return answer
}
