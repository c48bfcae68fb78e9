/**
 * What stands in the destination, as seen before anything is written.
 */

import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSameState, stateOf, type FileState } from '../write/file-state.js'
import { hashOf } from './describe.js'

export class Destination {
  readonly #folders = new Map<string, boolean>()

  constructor(private readonly root: string) {}

  /** Whether a file is as a build left it; no link is followed. */
  holds(path: string, state: FileState, hash: string | null): boolean {
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
