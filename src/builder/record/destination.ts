/**
 * Where the outputs of the build before stand, as seen before anything is written: in the destination,
 * or among former outputs that stay where they are.
 */

import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSameState, stateOf } from '../write/file-state.js'
import { hashOf } from './describe.js'
import type { FormerFiles } from './former.js'
import type { ItemTrace } from './record.js'

/** Outputs of the build before. */
export interface Before {
  /** Whether an output stands there as it was left. */
  holds(trace: Pick<ItemTrace, 'path' | 'state' | 'hash'>): boolean
  read(path: string): string
}

/** Former outputs as what stands there: what has another content is another file. Those without a hash are in memory. */
export function asBefore(former: FormerFiles): Before {
  return {
    holds: ({ path, hash }) => hash === null || (path !== null && former.hashOf(path) === hash),
    read: (path) => former.read(path),
  }
}

export class Destination implements Before {
  readonly #folders = new Map<string, boolean>()

  constructor(private readonly root: string) {}

  /** Whether a file is as a build left it; no link is followed. */
  holds({ path, state, hash }: Pick<ItemTrace, 'path' | 'state' | 'hash'>): boolean {
    if (path === null || state === null) return false
    const file = join(this.root, path)
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found === undefined || !found.isFile() || !isSameState(stateOf(found), state)) return false
    if (!this.#isPlain(dirname(file))) return false
    return hash === null || hashOf(this.read(path)) === hash
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  #isPlain(folder: string): boolean {
    if (folder.length <= this.root.length) return true
    const known = this.#folders.get(folder)
    if (known !== undefined) return known
    const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    const isPlain = isFolder && this.#isPlain(dirname(folder))
    this.#folders.set(folder, isPlain)
    return isPlain
  }
}
