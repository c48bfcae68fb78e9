/**
 * Unpacks what was fetched in a thread, since it is not trusted: nobody else waits for it, and it is ended if it takes too
 * long.
 */

import { startThread } from '../system/threads.js'
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
  const thread = startThread(
    { name: './unpack-thread', from: import.meta.url },
    { workerData: start, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } },
  )
  let timer: NodeJS.Timeout | undefined
  const answer = new Promise<FromUnpacking>((resolve, reject) => {
    const late = `it takes more than ${timeMs / 1000} seconds to unpack`
    timer = setTimeout(() => reject(new ThemeError(late)), timeMs)
    thread.once('message', resolve)
    thread.once('error', (error) => {
      const isTooMuch = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      reject(isTooMuch ? new ThemeError('it takes too much memory to unpack') : error)
    })
    thread.once('exit', () => reject(new Error('The thread that unpacks a theme has ended.')))
  })
  try {
    const said = await answer
    if (said.kind === 'refused') throw new ThemeError(said.clause)
    return said
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
