/**
 * Compiles Sass through one compiler process, started when the first style sheet needs it (or early,
 * by `warmUp`) and closed with the build. It reads files only through the source.
 *
 * What comes out is printed as Sass's own compiler prints it. What it refuses and Ruby Sass or libsass took is handed over
 * once more, with the text changed into what both take.
 *
 * Only this folder knows sass-embedded; it is imported when it is needed.
 */

import type { AsyncCompiler, Exception, Syntax } from 'sass-embedded'
import { BuildError } from '../base/build-error.js'
import type { Source } from '../base/source.js'
import { ColourSums } from './colour-sums.js'
import { sassEntryUrl, sassPath, sassUrl, sourceImporter } from './importer.js'
import {
  compilerBytes,
  isDead,
  killCompiler,
  silenceCompiler,
  withinLimits,
  type SassLimits,
} from './limits.js'
import { asWritten, Mends, restoreOldSource, type Edit } from './old-sources.js'
import type { SassInput, SassOptions, SassOutput } from './sheet.js'
import { mapFor } from './source-map.js'

export interface SassCompiler {
  /** Starts the compiler process in the background when it will be needed for one of these texts. */
  warmUp(texts: readonly string[]): void
  /** @throws BuildError with file, line and column of a mistake in the style sheet */
  compile(input: SassInput): Promise<SassOutput>
  close(): Promise<void>
}

/** A compiler over the source; nothing is started yet. */
export function createSassCompiler(
  source: Source,
  options: SassOptions,
  limits: SassLimits = { bytes: compilerBytes() },
): SassCompiler {
  let starting: Promise<AsyncCompiler> | null = null
  let started: AsyncCompiler | null = null
  let busy = 0
  const start = (): Promise<AsyncCompiler> => {
    // One that was killed at a limit must not take the mended text with it.
    if (started !== null && isDead(started)) starting = started = null
    return (starting ??= startCompiler().then((compiler) => (started = compiler)))
  }
  return {
    warmUp: (texts) => {
      if (texts.length > 0) start().catch(() => {})
    },
    compile: async (input) => {
      const compiler = await start()
      const run = (edit: Edit) =>
        withinLimits(compileOne(compiler, input, { source, options, edit }), {
          compiler,
          path: input.path,
          limits,
        })
      busy++
      try {
        return await compileMending(run)
      } catch (error) {
        throw asBuildError(error, input)
      } finally {
        busy--
      }
    },
    close: async () => {
      const compiler = await starting?.catch(() => null)
      if (compiler === null || compiler === undefined) return
      // Disposing waits for what still runs, and for ever for what was killed.
      if (busy > 0 || isDead(compiler)) killCompiler(compiler)
      else await compiler.dispose()
    },
  }
}

/**
 * One text may have several things that are refused: each is met when those before it are mended. Where nothing helps, what
 * was refused first is told: its place is that of the author's text.
 */
async function compileMending(run: (edit: Edit) => Promise<SassOutput>): Promise<SassOutput> {
  const mends = new Mends()
  let [edit, first]: [Edit, Exception | null] = [asWritten, null]
  for (;;) {
    try {
      return await run(edit)
    } catch (error) {
      if (!isSassException(error)) throw error
      first ??= error
      const next = mends.after(error.sassMessage)
      if (next === null) throw first
      edit = next
    }
  }
}

async function startCompiler(): Promise<AsyncCompiler> {
  const { initAsyncCompiler } = await import('sass-embedded')
  const compiler = await initAsyncCompiler()
  silenceCompiler(compiler)
  return compiler
}

async function compileOne(
  compiler: AsyncCompiler,
  input: SassInput,
  parts: { readonly source: Source; readonly options: SassOptions; readonly edit: Edit },
): Promise<SassOutput> {
  const { source, options, edit } = parts
  const sums = new ColourSums()
  const texts = new Map<string, string>()
  const change = (text: string, syntax: Syntax, url: string) => {
    texts.set(url, text)
    return sums.replaceIn(edit(text, syntax), url)
  }
  const importer = sourceImporter(source, { ...options, edit: change })
  const sheet = input.path
  // A text without a file stands at the root.
  const url = (options.jekyll === '4.4' ? sassUrl : sassEntryUrl)(sheet ?? '.stdin.scss')
  for (;;) {
    const compiling = compiler.compileStringAsync(change(input.content, input.syntax, url.href), {
      importer,
      importers: [importer],
      url,
      syntax: input.syntax,
      style: options.style,
      // jekyll-sass-converter 3: a text without a file has no mark of its encoding.
      charset: sheet !== null,
      sourceMap: options.sourceMap && sheet !== null,
      functions: await sums.functions(),
      logger: { warn: () => {}, debug: () => {} },
      quietDeps: true,
    })
    const result = await compiling.catch((error: unknown) => {
      // What is added up is written in the text, so it is handed over once more.
      if (edit === asWritten || !isSassException(error) || !sums.note(error)) throw error
      return null
    })
    if (result === null) continue
    const css = restoreOldSource(result.css)
    const map = result.sourceMap
    if (map === undefined || sheet === null) return { css, sourceMap: null }
    return { css, sourceMap: mapFor(sheet, map, texts) }
  }
}

function asBuildError(error: unknown, input: SassInput): unknown {
  if (error instanceof BuildError) return error
  if (!isSassException(error)) return compilerFault(error, input)
  const { url, start } = error.span
  const path = url === undefined ? input.path : sassPath(url)
  const offset = path === input.path ? input.lineOffset : 0
  return new BuildError(
    `The style sheet cannot be compiled: ${error.sassMessage}`,
    { path, line: start.line + 1 + offset, column: start.column + 1 },
    { cause: error },
  )
}

/** The compiler itself fell over: its words are long, the first line says what. */
function compilerFault(error: unknown, { path }: SassInput): BuildError {
  const words = error instanceof Error ? error.message : String(error)
  const isDeep = words.includes('Stack Overflow')
  const reason = isDeep
    ? 'a function or mixin calls itself without end, or rules, brackets or terms are nested too deep'
    : (words.split('\n')[0] ?? '')
  return new BuildError(`The style sheet cannot be compiled: ${reason}`, { path }, { cause: error })
}

function isSassException(error: unknown): error is Exception {
  return error instanceof Error && 'sassMessage' in error && 'span' in error
}
