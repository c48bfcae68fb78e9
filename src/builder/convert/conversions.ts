/**
 * Markdown into HTML for one build: what an earlier build made of the same text, what another thread
 * has made of it, or else made here and now. All three are the same bytes.
 */

import { cacheKey, type ContentCache } from '../cache/disk-cache.js'
import type { Markdown } from '../../kramdown/markdown.js'
import type { Conversion } from './messages.js'
import type { ConversionPool } from './pool.js'

interface ConversionParts {
  readonly markdown: Pick<Markdown, 'toHtml'>
  /** What the HTML depends on besides the text. */
  readonly context: string
  readonly cache: ContentCache | null
  readonly pool: ConversionPool | null
}

/** The converter of a build. */
export class Conversions {
  constructor(private readonly parts: ConversionParts) {}

  /** Says that a text will be converted, so that another thread can begin. */
  ask(source: string): void {
    const { pool, cache } = this.parts
    if (pool !== null && cache?.has(this.#key(source)) !== true) pool.ask(source)
  }

  /** Resolves when a text that is under way is there; null where there is nothing to wait for. */
  arrival(source: string): Promise<void> | null {
    return this.parts.pool?.arrival(source) ?? null
  }

  toHtml(source: string): Conversion {
    const { cache, pool, markdown } = this.parts
    const key = cache === null ? '' : this.#key(source)
    const known = cache?.get(key) ?? null
    if (known !== null) return parse(known)
    const made = pool?.take(source) ?? markdown.toHtml(source)
    if (cache !== null && isPlain(source) && isPlain(made.html)) cache.put(key, format(made))
    return made
  }

  #key(source: string): string {
    return cacheKey('markdown', this.parts.context, source)
  }
}

/** Half a character would not come back from a file. */
function isPlain(text: string): boolean {
  return !/\p{Surrogate}/u.test(text)
}

function format({ html, warnings }: Conversion): string {
  return `${JSON.stringify(warnings)}\n${html}`
}

function parse(text: string): Conversion {
  const end = text.indexOf('\n')
  const warnings: Conversion['warnings'] = JSON.parse(text.slice(0, end))
  return { html: text.slice(end + 1), warnings }
}
