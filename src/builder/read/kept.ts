/**
 * What was read of files that are the same since, so that reading a site again costs what has changed.
 *
 * The items stay the same objects; each is again what it was when it was read, whatever generators and rendering have made
 * of it meanwhile.
 */

import type { Reporter, Said } from '../base/report.js'
import { Item, type ItemText } from '../items/item.js'
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
  /** Null for what nobody changes. */
  readonly text: ItemText | null
  readonly said: readonly Said[]
  /** The time of the build, if it was read with the file; null otherwise. */
  readonly moment: number | null
}

/** One a site in memory; not for other settings. */
export class KeptReads {
  /** By path, then by what it was read as. */
  readonly #reads = new Map<string, Map<string, Read>>()
  readonly #headers = new Map<string, boolean>()

  /** Forgets a file that is another now. */
  forget(path: string): void {
    this.#reads.delete(path)
    this.#headers.delete(path)
  }

  /** What a file is read as. */
  async item<Kind extends Item | StaticFile>(
    reading: Context,
    { path, as }: { readonly path: string; readonly as: string },
    read: () => Promise<Kind>,
  ): Promise<Kind> {
    const reads = this.#reads.get(path) ?? new Map<string, Read>()
    this.#reads.set(path, reads)
    const known = reads.get(as)
    if (known !== undefined && (known.moment === null || known.moment === reading.now)) {
      if (known.moment !== null) reading.moment.isRead = true
      for (const warning of known.said) reading.reporter.warn(warning.message, warning)
      if (known.item instanceof Item && known.text !== null) known.item.restore(known.text)
      // It was put there by the same reader.
      return known.item as Kind
    }
    const said = reading.reporter.diagnostics.length
    const wasRead = reading.moment.isRead
    reading.moment.isRead = false
    const item = await read()
    reads.set(as, {
      item,
      text: item instanceof Item ? item.save() : null,
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

  /** The data of an item as it was read; null for one that was not read from a file. */
  dataOf(item: Item): ItemText['data'] | null {
    for (const read of this.#reads.get(item.sourcePath)?.values() ?? []) {
      if (read.item === item) return read.text?.data ?? null
    }
    return null
  }
}
