/**
 * What was read of files that are the same since, so that reading a site again costs what has changed.
 *
 * The items stay the same objects; each is again what it was when it was read, whatever generators and rendering have made
 * of it meanwhile.
 */

import type { Reporter, Said } from '../base/report.js'
import type { YamlMap } from '../../content/yaml/value.js'
import { Item } from '../items/item.js'
import type { StaticFile } from '../items/static-file.js'

/** What is being read. */
interface Context {
  readonly reporter: Reporter
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Set when a date was read that depends on when the build is. */
  readonly moment: { isRead: boolean }
}

interface Read {
  readonly item: Item | StaticFile
  /** The data of an item as it was read; null where nobody changes it. */
  readonly data: YamlMap | null
  readonly said: readonly Said[]
  /** The time of the build, if it was read with the file; null otherwise. */
  readonly moment: number | null
}

/** One a site in memory; not for other settings. */
export class KeptReads {
  /** By path, then by what it was read as. */
  readonly #reads = new Map<string, Map<string, Read>>()
  readonly #headers = new Map<string, boolean>()

  /** @param areChanged whether generators change the data of items */
  constructor(private readonly areChanged: boolean) {}

  /** Forgets a file that is another now. @returns as how many things it was read */
  forget(path: string): number {
    const count = this.#reads.get(path)?.size ?? 0
    this.#reads.delete(path)
    this.#headers.delete(path)
    return count
  }

  /** What a file was read as before; null where it has to be read. */
  find<Kind extends Item | StaticFile>(
    reading: Context,
    { path, as }: { readonly path: string; readonly as: string },
  ): Kind | null {
    const known = this.#reads.get(path)?.get(as)
    if (known === undefined || (known.moment !== null && known.moment !== reading.now)) return null
    if (known.moment !== null) reading.moment.isRead = true
    for (const warning of known.said) reading.reporter.warn(warning.message, warning)
    if (known.item instanceof Item) known.item.restore(known.data)
    // It was put there by the same reader.
    return known.item as Kind
  }

  /** What a file is read as. */
  async item<Kind extends Item | StaticFile>(
    reading: Context,
    { path, as }: { readonly path: string; readonly as: string },
    read: () => Promise<Kind>,
  ): Promise<Kind> {
    const known = this.find<Kind>(reading, { path, as })
    if (known !== null) return known
    const reads = this.#reads.get(path) ?? new Map<string, Read>()
    this.#reads.set(path, reads)
    const said = reading.reporter.diagnostics.length
    const wasRead = reading.moment.isRead
    reading.moment.isRead = false
    const item = await read()
    reads.set(as, {
      item,
      data: item instanceof Item && this.areChanged ? new Map(item.data) : null,
      said: reading.reporter.diagnostics.slice(said),
      moment: reading.moment.isRead ? reading.now : null,
    })
    reading.moment.isRead ||= wasRead
    return item
  }

  /** Whether a file begins with front matter. */
  async header(path: string, read: () => Promise<boolean>): Promise<boolean> {
    const known = this.#headers.get(path)
    if (known !== undefined) return known
    const has = await read()
    this.#headers.set(path, has)
    return has
  }

  /** The data of an item as it was read; null where nobody changes it. */
  dataOf(item: Item): YamlMap | null {
    for (const read of this.#reads.get(item.sourcePath)?.values() ?? []) {
      if (read.item === item) return read.data
    }
    return null
  }
}
