/**
 * Contents and outputs of items that others read: their hashes, and the texts for when they are asked for
 * again and nobody has rendered them.
 */

import { cacheKey, type ContentCache } from '../cache/disk-cache.js'
import type { FormerTexts, Item } from '../items/item.js'
import type { SiteHost } from '../render/site-host.js'
import { hashOf } from './describe.js'
import type { Before } from './destination.js'
import type { ItemTrace } from './record.js'

/** Texts of an item that others read. */
export type TextKey = 'content' | 'output'

interface TextParts {
  readonly host: SiteHost
  readonly cache: ContentCache
  readonly before: Before
}

export class Texts {
  /** Whether a text was asked for that is no more: everything has to be rendered. */
  isLost = false
  readonly #asked = new Map<Item, Set<TextKey>>()
  readonly #hashed = new Map<Item, { readonly text: string; readonly hash: string }>()

  constructor(private readonly parts: TextParts) {}

  /** The hash of a text as it is now. */
  hash(item: Item, key: TextKey, known: ItemTrace | undefined): string {
    const asked = this.#asked.get(item) ?? new Set<TextKey>()
    this.#asked.set(item, asked.add(key))
    return this.#known(item, key, known) ?? this.#hash(item, key)
  }

  /** Whether somebody has read a text of an item. */
  isAsked(item: Item): boolean {
    return this.#asked.has(item)
  }

  #known(item: Item, key: TextKey, known: ItemTrace | undefined): string | null {
    return item.isFormer ? (known?.[key] ?? null) : null
  }

  #hash(item: Item, key: TextKey): string {
    const text = key === 'content' ? item.content : (item.output ?? item.content)
    const known = this.#hashed.get(item)
    if (known?.text === text) return known.hash
    const hash = hashOf(text)
    this.#hashed.set(item, { text, hash })
    return hash
  }

  #read(path: string): string {
    try {
      return this.parts.before.read(path)
    } catch (error) {
      this.isLost = true
      throw error
    }
  }

  #get(hash: string | null): string {
    const text = hash === null ? null : this.find(hash)
    if (text !== null) return text
    this.isLost = true
    throw new Error('A text of an earlier build is lost')
  }

  find(hash: string): string | null {
    return this.parts.cache.get(keyOf(hash))
  }

  put(hash: string, text: string): void {
    putText(this.parts.cache, hash, text)
  }

  /** What an item was, without rendering it. */
  former(item: Item, { path, content, output }: ItemTrace): FormerTexts {
    const { host } = this.parts
    const raw = item.content
    return {
      content: remembering(() => {
        if (isPlain(host, raw, item)) return host.isMarkdown(item) ? host.markdownify(raw) : raw
        return this.#get(content)
      }),
      output: remembering(() => (path === null ? this.#get(output) : this.#read(path))),
    }
  }

  /** Puts away a text that others read; its hash, null where nobody does. */
  keep(item: Item, key: TextKey, known: ItemTrace | undefined): string | null {
    if (this.#asked.get(item)?.has(key) !== true) return this.#known(item, key, known)
    const hash = this.#known(item, key, known) ?? this.#hash(item, key)
    if (!item.isFormer) this.put(hash, key === 'content' ? item.content : (item.output ?? ''))
    return hash
  }
}

/** Puts away a text by its hash. */
export function putText(cache: ContentCache, hash: string, text: string): void {
  if (!cache.has(keyOf(hash))) cache.put(keyOf(hash), text)
}

/** Whether the content is what Markdown makes of the source. */
function isPlain(host: SiteHost, raw: string, item: Item): boolean {
  return !item.hasLiquid(raw) && !host.plugins.areConverting
}

function remembering(read: () => string): () => string {
  let text: string | null = null
  return () => (text ??= read())
}

function keyOf(hash: string): string {
  return cacheKey('text of a page', hash)
}
