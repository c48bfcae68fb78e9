/**
 * Sass that remembers: a style sheet is compiled again only when it, the options, or a file that was
 * looked for on the way has changed. Where nothing has, no compiler process is started.
 */

import { codeVersion } from '../cache/code-version.js'
import { cacheKey, type ContentCache } from '../cache/disk-cache.js'
import { SourceError, type Source } from '../base/source.js'
import { createSassCompiler, type SassCompiler } from './compiler.js'
import type { SassLimits } from './limits.js'
import type { SassInput, SassOptions, SassOutput } from './sheet.js'

/** Hashes of files by path; null for those that were looked for in vain. */
type Files = Map<string, string | null>

interface Remembered extends SassOutput {
  readonly files: readonly (readonly [path: string, hash: string | null])[]
}

/** A compiler over the source and a cache; without a cache it is the plain one. */
export function createCachedSass(
  source: Source,
  options: SassOptions,
  { cache, limits }: { readonly cache: ContentCache | null; readonly limits: SassLimits },
): SassCompiler {
  if (cache === null) return createSassCompiler(source, options, limits)
  // Everything that was read in the build so far: more than one style sheet needs, never less.
  const files: Files = new Map()
  const compiler = createSassCompiler(recording(source, files), options, limits)
  // What a file of a theme says changes with the theme alone; that of one that is built in, with the code.
  const theme = options.theme?.id ?? null
  const context = cacheKey(codeVersion(), JSON.stringify({ ...options, theme }))
  const keyOf = ({ content, syntax, path }: SassInput) =>
    cacheKey('sass', context, syntax, path ?? '', content)
  const markOf = (text: string) => cacheKey('sass seen', context, text)
  return {
    warmUp: (texts) => compiler.warmUp(texts.filter((text) => !cache.has(markOf(text)))),
    compile: async (input) => {
      const key = keyOf(input)
      const known = await findCurrent(cache, key, source)
      const { css, sourceMap } = known ?? (await compiler.compile(input))
      if (known === null) cache.put(key, JSON.stringify({ css, sourceMap, files: [...files] }))
      const mark = markOf(input.raw ?? input.content)
      if (cache.get(mark) === null) cache.put(mark, '')
      return { css, sourceMap }
    },
    close: () => compiler.close(),
  }
}

function recording(source: Source, files: Files): Source {
  return {
    list: (include) => source.list(include),
    read: async (path) => {
      files.set(path, null)
      const bytes = await source.read(path)
      files.set(path, hashOf(bytes))
      return bytes
    },
  }
}

/** What was remembered, if every file is still as it was. */
async function findCurrent(
  cache: ContentCache,
  key: string,
  source: Source,
): Promise<Remembered | null> {
  const text = cache.get(key)
  if (text === null) return null
  const known: Remembered = JSON.parse(text)
  for (const [path, hash] of known.files) {
    if ((await currentHash(source, path)) !== hash) return null
  }
  return known
}

async function currentHash(source: Source, path: string): Promise<string | null> {
  try {
    return hashOf(await source.read(path))
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}

function hashOf(bytes: Uint8Array): string {
  return cacheKey(Buffer.from(bytes).toString('latin1'))
}
