/** Outputs of an earlier build that stand where nobody writes to them, by what they hold. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FormerOutputs } from '../base/request.js'

type Contents = Readonly<Record<string, { readonly sha256: string }>>

interface Changes {
  readonly changed: Contents
  readonly removed: readonly string[]
}

/** Former outputs; none without a place. */
export class FormerFiles {
  readonly #hashes: ReadonlyMap<string, string>
  readonly #changed: ReadonlyMap<string, string>

  /** @throws Error where what is said of them cannot be read */
  constructor(private readonly place: FormerOutputs | null) {
    const hashes = new Map<string, string>()
    const changed = new Map<string, string>()
    if (place !== null) {
      const manifest: Contents = readJson(place.manifest)
      for (const [path, { sha256 }] of Object.entries(manifest)) hashes.set(path, sha256)
    }
    if (place !== null && place.changes !== null) {
      const changes: Changes = readJson(place.changes.file)
      for (const path of changes.removed) hashes.delete(path)
      for (const [path, { sha256 }] of Object.entries(changes.changed)) {
        hashes.set(path, sha256)
        changed.set(path, sha256)
      }
    }
    this.#hashes = hashes
    this.#changed = changed
  }

  /** Every path. */
  get paths(): Iterable<string> {
    return this.#hashes.keys()
  }

  /** SHA-256 of a file in lower-case hexadecimal; null where there is none of that path. */
  hashOf(path: string): string | null {
    return this.#hashes.get(path) ?? null
  }

  /** @throws Error where it cannot be read */
  read(path: string): string {
    const { place } = this
    if (place === null) throw new Error(`There is no former ${path}`)
    const changed = this.#changed.get(path)
    const isBeside = changed !== undefined && place.changes !== null
    const file = isBeside ? join(place.changes.contents, changed) : join(place.files, path)
    return readFileSync(file, 'utf8')
  }
}

function readJson<Json>(file: string): Json {
  const json: Json = JSON.parse(readFileSync(file, 'utf8'))
  return json
}
