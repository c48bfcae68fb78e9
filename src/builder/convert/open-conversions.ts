/** Puts together what converts the Markdown of a build: options, cache, threads. */

import { availableParallelism } from 'node:os'
import { codeVersion } from '../cache/code-version.js'
import { cacheKey, type ContentCache } from '../cache/disk-cache.js'
import type { Highlighter } from '../../highlight/highlight.js'
import type { Item } from '../items/item.js'
import { createMarkup, markupOptions } from './markdown.js'
import type { Reporter } from '../base/report.js'
import type { BuildRequest } from '../base/request.js'
import type { Settings } from '../base/settings.js'
import { Conversions } from './conversions.js'
import type { Threads } from './messages.js'
import { ConversionPool } from './pool.js'

interface OpenOptions {
  readonly reporter: Reporter
  readonly cache: ContentCache | null
  readonly threads: Threads
}

/** The converters of a build. */
interface OpenConversions {
  readonly conversions: Conversions
  readonly highlighter: Highlighter
  /** Has the text of an item converted ahead of time, where it is known already. */
  readonly onRead: ((item: Item) => void) | null
  close(): Promise<void>
}

/** More would wait for the main thread, which renders what they make. */
const MAX_THREADS = 3

/** So many as a request says, else as there are processors beside the one that renders. */
export function threadsFor({ threads }: BuildRequest): Threads {
  const usual = Math.min(availableParallelism() - 1, MAX_THREADS)
  return { count: threads ?? usual, always: threads !== undefined }
}

/** No thread but the main one. */
export const NO_THREADS: Threads = { count: 0, always: false }

/** Opens the converters of a site. */
export async function openConversions(
  settings: Settings,
  { cache, threads, reporter }: OpenOptions,
): Promise<OpenConversions> {
  const options = markupOptions(settings, reporter)
  const { markdown, highlighter } = await createMarkup(options)
  const pool = threads.count > 0 ? new ConversionPool(options, threads) : null
  const context = cache === null ? '' : cacheKey(codeVersion(), JSON.stringify(options))
  const conversions = new Conversions({ markdown, context, cache, pool })
  const extensions = new Set(settings.content.markdownExtensions)
  const ask = (item: Item) => {
    // What Liquid will make of a text is not known yet.
    if (extensions.has(item.extension.toLowerCase()) && !item.isLiquid)
      conversions.ask(item.content)
  }
  const isAskedFor = pool !== null && settings.limitPosts === 0
  return {
    conversions,
    highlighter,
    onRead: isAskedFor ? ask : null,
    close: async () => pool?.close(),
  }
}
