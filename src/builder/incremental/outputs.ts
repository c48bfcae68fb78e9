/**
 * What a session has written, and what differs from it after the next build.
 *
 * After a small change only the items that were rendered are looked at. Whatever could make two
 * outputs meet at one path is worked out from all outputs instead.
 */

import type { Item } from '../items/item.js'
import { Page } from '../items/page.js'
import { outputsOf, type SiteOutput } from '../write/outputs.js'
import type { SiteHost } from '../render/site-host.js'
import { hasOutput, writtenPath } from '../items/site.js'

/** What differs. */
interface OutputChanges {
  readonly written: readonly SiteOutput[]
  /** Paths that are no more. */
  readonly removed: readonly string[]
}

/** Items that were rendered, and names of those that are no more. */
interface Touched {
  readonly rendered: ReadonlyMap<string, Item>
  readonly gone: readonly string[]
}

/** The outputs of the last build. */
export class KeptOutputs {
  readonly #versions = new Map<string, SiteOutput['version']>()
  /** Path of an item's output, by the item's name. */
  readonly #paths = new Map<string, string>()
  #isPlain = false

  /** Number of files. */
  get size(): number {
    return this.#versions.size
  }

  /** Takes all outputs of a build; null names for items that have none. */
  takeAll(host: SiteHost, items: Iterable<readonly [string, Item]>): OutputChanges {
    const all = outputsOf(host)
    const files = new Map(all.map((file) => [file.path, file]))
    const written = [...files.values()].filter(
      ({ path, version }) => this.#versions.get(path) !== version,
    )
    const removed = [...this.#versions.keys()].filter((path) => !files.has(path))
    this.#versions.clear()
    for (const [path, { version }] of files) this.#versions.set(path, version)
    this.#paths.clear()
    for (const [id, item] of items) {
      const path = writtenPath(host.site, item)
      if (path !== null) this.#paths.set(id, path)
    }
    this.#isPlain = files.size === all.length && host.sourceMaps.size === 0
    return { written, removed }
  }

  /** Takes what was touched; null where that is not enough to know. */
  takeTouched(host: SiteHost, { rendered, gone }: Touched): OutputChanges | null {
    if (!this.#isPlain || host.sourceMaps.size > 0) return null
    const fresh = new Map<string, SiteOutput>()
    const left = new Set<string>()
    for (const id of [...gone, ...rendered.keys()]) {
      const before = this.#paths.get(id)
      if (before !== undefined) left.add(before)
    }
    for (const item of rendered.values()) {
      if (item instanceof Page && item.isGenerated && item.data.has('redirect')) return null
      const path = writtenPath(host.site, item)
      if (path === null && hasOutput(host.site, item)) return null
      if (path === null) continue
      if (fresh.has(path) || (this.#versions.has(path) && !left.has(path))) return null
      const version = item.output ?? ''
      fresh.set(path, { path, version, content: () => Buffer.from(version, 'utf8') })
    }
    return this.#take(host, { rendered, gone }, { fresh, left })
  }

  #take(
    host: SiteHost,
    { rendered, gone }: Touched,
    { fresh, left }: { fresh: ReadonlyMap<string, SiteOutput>; left: ReadonlySet<string> },
  ): OutputChanges {
    const isNew = ({ path, version }: SiteOutput) => this.#versions.get(path) !== version
    const written = [...fresh.values()].filter(isNew)
    const removed = [...left].filter((path) => !fresh.has(path))
    for (const path of removed) this.#versions.delete(path)
    for (const { path, version } of written) this.#versions.set(path, version)
    for (const id of gone) this.#paths.delete(id)
    for (const [id, item] of rendered) {
      const path = writtenPath(host.site, item)
      if (path === null) this.#paths.delete(id)
      else this.#paths.set(id, path)
    }
    return { written, removed }
  }
}
