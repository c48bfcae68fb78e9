/** A release on disk that builds of a session follow: each adds its difference. */

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import type { BuildReport, FormerOutputs } from '../../src/builder/base/request.js'
import { contentsOf } from './folders.js'

export class ReleaseFolder {
  /** Where a build writes its difference; empty before each. */
  readonly destination: string
  readonly #files: string
  readonly #manifest = new Map<string, { sha256: string; size: number }>()
  #builds = 0

  /** @param root an empty folder, or none yet */
  constructor(private readonly root: string) {
    this.destination = join(root, 'out')
    this.#files = join(root, 'files')
    mkdirSync(this.#files, { recursive: true })
  }

  /** What the next build starts from. */
  former(): FormerOutputs {
    rmSync(this.destination, { recursive: true, force: true })
    const manifest = join(this.root, `manifest${this.#builds++}.json`)
    writeFileSync(manifest, JSON.stringify(Object.fromEntries(this.#manifest)))
    return { files: this.#files, manifest, changes: null }
  }

  /** Takes what a build has written. */
  take({ difference }: BuildReport): void {
    for (const path of difference?.removed ?? []) {
      this.#manifest.delete(path)
      rmSync(join(this.#files, path))
    }
    for (const [path, sha256, size] of difference?.contents ?? []) {
      this.#manifest.set(path, { sha256, size })
      mkdirSync(dirname(join(this.#files, path)), { recursive: true })
      renameSync(join(this.destination, path), join(this.#files, path))
    }
    const isThere = existsSync(this.destination)
    expect(isThere ? contentsOf(this.destination).size : 0, 'files not told of').to.equal(0)
    expect(difference?.files).to.equal(this.#manifest.size)
  }

  /** By path, sorted. */
  get contents(): [string, string][] {
    return sorted(contentsOf(this.#files))
  }
}

export function sorted(files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** Paths of what a build has written. */
export function writtenBy({ difference }: BuildReport): string[] {
  return difference?.contents?.map(([path]) => path) ?? []
}
