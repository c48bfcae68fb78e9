/** What static files hold, without reading those again that nobody has written to. */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { StaticFile } from '../items/static-file.js'
import type { ItemOutput } from '../write/outputs.js'
import { isSameState, stateOf, TICK_MS, type FileState } from '../write/file-state.js'
import type { FileTrace, RecordData } from './record.js'

/** One a build. */
export class StaticHashes {
  readonly #seen = new Map<string, FileState>()
  readonly #known: Record<string, FileTrace> = {}

  /** @param folder the source */
  constructor(
    private readonly folder: string,
    private readonly before: RecordData['files'],
  ) {}

  /** SHA-256 of an output that is a file of the source as it was; null where it has to be read. */
  of({ version }: ItemOutput): string | null {
    if (!(version instanceof StaticFile) || version.read !== null) return null
    const { sourcePath } = version
    const found = lstatSync(join(this.folder, sourcePath), { throwIfNoEntry: false })
    if (found === undefined || !found.isFile()) return null
    const state = stateOf(found)
    this.#seen.set(sourcePath, state)
    // A file may have the name of something that every object has.
    const known = Object.hasOwn(this.before, sourcePath) ? this.before[sourcePath] : undefined
    if (known === undefined || !isSameState(known[0], state)) return null
    this.#known[sourcePath] = known
    return known[1]
  }

  /** What an output was found to hold, of which `of` did not know. */
  learn({ version }: ItemOutput, sha256: string): void {
    if (!(version instanceof StaticFile)) return
    const state = this.#seen.get(version.sourcePath)
    const isSettled = state !== undefined && state[2] < Date.now() - TICK_MS
    if (isSettled) this.#known[version.sourcePath] = [state, sha256]
  }

  /** For the next build. */
  get known(): RecordData['files'] {
    return this.#known
  }
}
