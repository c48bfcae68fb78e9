/**
 * Compiles Sass through one compiler process, started when the first style sheet needs it (or early,
 * by `warmUp`) and closed with the build. It reads files only through the source.
 *
 * Only this folder knows sass-embedded; it is imported when it is needed.
 */

import type { AsyncCompiler, CompileResult, Exception, Syntax } from 'sass-embedded'
import { BuildError } from '../base/build-error.js'
import type { Source } from '../base/source.js'
import { restoreDeclarations, withBareContents, withBareDeclarations } from './bare-declarations.js'
import { settleColours } from './colours/cases.js'
import { ColourSums } from './colour-sums.js'
import { CommentTexts } from './comments.js'
import { CssImports } from './css-imports.js'
import { CustomValues } from './custom-values.js'
import { extendCss } from './extend/extend-css.js'
import { markExtends } from './extend/marks.js'
import { compileAsWritten } from './as-written.js'
import {
  forgiving,
  restoreUse,
  usual,
  withPlainCommas,
  withPlainFunctions,
  withPlainUse,
  withoutEmptyClasses,
  type Edit,
} from './edits.js'
import { restoreFrames, withAnyFrames } from './frames.js'
import { markPlaces, writePlaces } from './line-comments.js'
import { restoreOldSyntax, withOldSyntax } from './old-syntax.js'
import { markLeftOut, unmarkLeftOut } from './left-out.js'
import { unmarkPlaces } from './literals.js'
import { isSassUrl, sassEntryUrl, sassPath, sourceImporter } from './importer.js'
import {
  compilerBytes,
  isDead,
  killCompiler,
  silenceCompiler,
  withinLimits,
  type SassLimits,
} from './limits.js'
import { markSelectors, markSignsInTexts, unmarkSelectors } from './selectors.js'
import type { SassInput, SassOptions, SassOutput } from './sheet.js'
import { markPutIn, withShortPutIn } from './short-values.js'
import { markSlashes, unmarkSlashes } from './slashes.js'
import { ColourDigits } from './colours/spellings.js'
import { keepStaticValues, markTexts } from './static-values.js'
import { formatCss, type CssStyle } from './format.js'

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
      const limited = (work: Promise<SassOutput>) =>
        withinLimits(work, { compiler, path: input.path, limits })
      const run = (edit: Edit) => limited(compileOne(compiler, input, { source, options, edit }))
      const isPlain = options.jekyll === '4.4'
      busy++
      try {
        if (isPlain) return await limited(compileAsWritten(compiler, input, { source, options }))
        return await run(copying(usual, options.style))
      } catch (error) {
        if (isPlain || !isSassException(error)) throw asBuildError(error, input)
        const output = await mendUntilTaken(error, options.style, run)
        if (output !== null) return output
        // What was put into the text has no part in the places that errors tell.
        return await run(usual).catch((reason: unknown) => {
          throw asBuildError(reason, input)
        })
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

/** One text may have several things that are refused: each is met when those before it are mended. */
async function mendUntilTaken(
  refused: Exception,
  style: CssStyle,
  run: (edit: Edit) => Promise<SassOutput>,
): Promise<SassOutput | null> {
  const mends = new Set<Mend>()
  let edit = withAnyFrames(withOldSyntax(forgiving(style)))
  for (let error: unknown = refused; isSassException(error);) {
    const mend = mending(error.sassMessage)
    if (mends.has(mend)) return null
    mends.add(mend)
    edit = mend(edit)
    try {
      return await run(copying(edit, style))
    } catch (reason) {
      error = reason
    }
  }
  return null
}

type Mend = (edit: Edit) => Edit

const mendNothing: Mend = (edit) => edit

/** What is mended besides, by what was refused. */
function mending(message: string): Mend {
  if (message.includes('arguments required, but only 1')) return withPlainFunctions
  if (message.includes('is not a number')) return withPlainCommas
  if (message.includes("Can't find stylesheet to import")) return withPlainUse
  if (message.includes('expected "{"')) return withBareDeclarations
  if (message.includes('only be used within style rules')) return withBareContents
  if (message.includes('expected selector')) return withoutEmptyClasses
  return mendNothing
}

function copying(edit: Edit, style: CssStyle): Edit {
  return (text, syntax) => {
    const kept = keepStaticValues(markSignsInTexts(edit(text, syntax)), syntax, style)
    const isCompressed = style === 'compressed'
    const slashed = markSlashes(kept, isCompressed)
    const marked = markSelectors(isCompressed ? markTexts(markPutIn(slashed)) : slashed)
    return syntax === 'scss' ? markLeftOut(marked) : marked
  }
}

async function startCompiler(): Promise<AsyncCompiler> {
  const { initAsyncCompiler } = await import('sass-embedded')
  const compiler = await initAsyncCompiler()
  silenceCompiler(compiler)
  return compiler
}

interface CompileParts {
  readonly source: Source
  readonly options: SassOptions
  readonly edit?: Edit
  /** Who carries out `@extend`; libsass's way is left where it cannot be gone. */
  readonly extending?: 'libsass' | 'sass'
}

/** What a text without a file is called. */
const STDIN = '.stdin.scss'

async function compileOne(
  compiler: AsyncCompiler,
  input: SassInput,
  parts: CompileParts,
): Promise<SassOutput> {
  const { source, options, edit: change = usual, extending = 'libsass' } = parts
  let isMarked = false
  const colours = new ColourDigits(options.style)
  const spellings = [colours, new CommentTexts(), new CssImports(), new CustomValues()]
  const marking: Edit = (text, syntax) => {
    const edited = change(text, syntax)
    const marked = extending === 'sass' ? edited : markExtends(edited, syntax)
    if (marked !== edited) isMarked = true
    return marked
  }
  const edit: Edit = (text, syntax) => {
    for (const spelling of spellings) spelling.note(text)
    return marking(text, syntax)
  }
  const again = () => compileOne(compiler, input, { ...parts, extending: 'sass' })
  const hasMap = options.sourceMap && input.path !== null
  const compiling = sassOf(compiler, input, { source, options, edit })
  const result = await compiling.catch((error: unknown) => {
    if (!isMarked || !isSassException(error)) throw error
    return null
  })
  if (result === null) return await again()
  const unsure = colours.unsureIn(result.css)
  if (unsure.size > 0) {
    const style = { ...options, style: 'expanded' } as const
    const expanded = await sassOf(compiler, input, { source, options: style, edit: marking })
    const settled = settleColours(result.css, expanded.css, unsure)
    result.css = settled.css
    colours.settle(settled.colours)
  }
  const { css: placed, places } = withPlaces(result, input, options)
  const extended = extendCss(placed.replace(/^\ufeff/, ''), options.style === 'compressed')
  if (extended === null) return await again()
  // Sass's own compiler knows the rules that declare nothing, and says where a target is missing.
  if (!extended.isSatisfied) await again()
  const printed = withShortPutIn(
    unmarkSelectors(
      unmarkPlaces(unmarkLeftOut(unmarkSlashes(extended.css)), options.style === 'compressed'),
    ),
  )
  const written = spellings.reduce((text, spelling) => spelling.restore(text), printed)
  const css = writePlaces(
    formatCss(
      restoreOldSyntax(restoreFrames(restoreUse(restoreDeclarations(written)))),
      options.style,
      change !== usual,
    ),
    places,
    options.style,
  )
  const map = result.sourceMap
  if (map === undefined || !hasMap) return { css, sourceMap: null }
  const sources = map.sources.map((url: string) => (isSassUrl(url) ? sassPath(new URL(url)) : url))
  return { css, sourceMap: JSON.stringify({ ...map, sources }) }
}

/** What Sass's own compiler makes of the style sheet, whose texts are changed by `edit`. */
async function sassOf(
  compiler: AsyncCompiler,
  input: SassInput,
  { source, options, edit }: Required<Pick<CompileParts, 'source' | 'options' | 'edit'>>,
): Promise<CompileResult> {
  const sums = new ColourSums()
  const change = (text: string, syntax: Syntax, url: string) =>
    sums.replaceIn(edit(text, syntax), url)
  const importer = sourceImporter(source, { ...options, edit: change })
  const url = sassEntryUrl(input.path ?? STDIN)
  for (;;) {
    const compiling = compiler.compileStringAsync(change(input.content, input.syntax, url.href), {
      importer,
      importers: [importer],
      url,
      syntax: input.syntax,
      style: options.style === 'compressed' ? 'compressed' : 'expanded',
      sourceMap: (options.sourceMap && input.path !== null) || options.lineComments === true,
      sourceMapIncludeSources: true,
      functions: await sums.functions(),
      logger: { warn: () => {}, debug: () => {} },
      quietDeps: true,
    })
    const result = await compiling.catch((error: unknown) => {
      if (!isSassException(error) || !sums.note(error)) throw error
      return null
    })
    if (result !== null) return result
  }
}

/** With `line_comments` the places of the rules. */
function withPlaces(
  { css, sourceMap: map }: CompileResult,
  { path }: SassInput,
  { lineComments }: SassOptions,
): { css: string; places: readonly string[] } {
  if (lineComments !== true || map === undefined) return { css, places: [] }
  const entry = sassEntryUrl(path ?? STDIN).href
  // libsass is told the name of a style sheet alone.
  const name = path?.slice(path.lastIndexOf('/') + 1) ?? 'stdin'
  const sources = map.sources.map((url) =>
    url === entry ? name : isSassUrl(url) ? sassPath(new URL(url)) : url,
  )
  return markPlaces(css, { mappings: map.mappings, sources })
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
