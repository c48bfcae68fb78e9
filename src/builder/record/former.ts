/** Outputs of an earlier build that stand where nobody writes to them, by what they hold. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FormerOutputs } from '../base/request.js'

type Contents = Readonly<Record<string, { readonly sha256: string }>>

interface Changes {
  readonly changed: Contents
  readonly removed: readonly string[]
}

/** Hashes by path. */
type Hashes = ReadonlyMap<string, string>

/** Former outputs; none without a place. */
export class FormerFiles {
  /** Those that stand below the folder of the files. */
  readonly #base: Hashes
  /** What came after them. */
  readonly #changed: Hashes
  readonly #removed: ReadonlySet<string>

  /**
   * @param known others, of which what is the same is not read again
   * @throws Error where what is said of them cannot be read
   */
  constructor(
    private readonly place: FormerOutputs | null,
    known: FormerFiles | null = null,
  ) {
    const isKnown = place !== null && known?.place?.manifest === place.manifest
    this.#base = isKnown ? known.#base : hashesOf(place === null ? {} : readJson(place.manifest))
    const changes: Changes = place?.changes ? readJson(place.changes.file) : NO_CHANGES
    this.#changed = hashesOf(changes.changed)
    this.#removed = new Set(changes.removed)
  }

  /** Every path. */
  get paths(): string[] {
    const stays = (path: string) => !this.#removed.has(path) && !this.#changed.has(path)
    return [...[...this.#base.keys()].filter(stays), ...this.#changed.keys()]
  }

  /** SHA-256 of a file in lower-case hexadecimal; null where there is none of that path. */
  hashOf(path: string): string | null {
    const changed = this.#changed.get(path)
    if (changed !== undefined) return changed
    return this.#removed.has(path) ? null : (this.#base.get(path) ?? null)
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

const NO_CHANGES: Changes = { changed: {}, removed: [] }

function hashesOf(contents: Contents): Hashes {
  return new Map(Object.entries(contents).map(([path, { sha256 }]) => [path, sha256]))
}

function readJson<Json>(file: string): Json {
  const json: Json = JSON.parse(readFileSync(file, 'utf8'))
  return json
}
