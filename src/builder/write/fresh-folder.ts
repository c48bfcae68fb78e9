/** A folder that a build fills with files that were not there. */

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BuildError } from '../base/build-error.js'

/** The outputs take more than what a build may write. */
export class SpaceError extends BuildError {}

/** Unit in which most file systems give space to files and folders. */
const BLOCK_BYTES = 4096

interface NewFile {
  /** From the folder's root. */
  readonly path: string
  readonly content: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt?: number
}

/** Makes each folder once, and writes nothing beyond the space that it is given. */
export class FreshFolder {
  readonly #root: string
  readonly #maxBytes: number
  readonly #folders = new Set<string>()
  #bytes = 0

  /** @param maxBytes on disk, of files and folders together */
  constructor(root: string, maxBytes = Number.POSITIVE_INFINITY) {
    this.#root = root
    this.#maxBytes = maxBytes
  }

  /** @throws SpaceError when there is no space for the file; it is not written then */
  write({ path, content, modifiedAt }: NewFile): void {
    this.#makeFolder(dirname(path))
    this.#take(content.byteLength)
    const target = join(this.#root, path)
    writeFileSync(target, content)
    if (modifiedAt !== undefined) utimesSync(target, modifiedAt / 1000, modifiedAt / 1000)
  }

  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return
    if (folder !== '.') {
      this.#makeFolder(dirname(folder))
      this.#take(BLOCK_BYTES)
    }
    mkdirSync(join(this.#root, folder), { recursive: true })
    this.#folders.add(folder)
  }

  #take(bytes: number): void {
    this.#bytes += Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
    if (this.#bytes <= this.#maxBytes) return
    const most = this.#maxBytes.toLocaleString('en-US')
    throw new SpaceError(
      `The files of the built site take more than ${most} bytes on disk, which is all the space that is left for them: delete files that nobody needs, or ask for more space`,
    )
  }
}
