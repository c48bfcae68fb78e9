/**
 * Sass as Sass's own compiler writes it, as jekyll-sass-converter 3 has it (Jekyll 4.4): nothing is changed in the text
 * nor in the CSS, and what a style sheet imports is looked for beside it first.
 */

// jekyll/converters/scss.rb (jekyll-sass-converter 3.1)

import type { AsyncCompiler } from 'sass-embedded'
import path from 'node:path/posix'
import type { Source } from '../base/source.js'
import type { SassInput, SassOptions, SassOutput } from './sheet.js'
import { isSassUrl, sassPath, sassUrl, sourceImporter } from './importer.js'

interface Parts {
  readonly source: Source
  readonly options: SassOptions
}

/** Compiles a style sheet; without a path it has no folder, no map and no mark of its encoding. */
export async function compileAsWritten(
  compiler: AsyncCompiler,
  input: SassInput,
  { source, options }: Parts,
): Promise<SassOutput> {
  const importer = sourceImporter(source, { ...options, edit: (text) => text })
  const sheet = input.path
  const result = await compiler.compileStringAsync(input.content, {
    ...(sheet !== null && { importer, url: sassUrl(sheet) }),
    importers: [importer],
    syntax: input.syntax,
    style: options.style === 'compressed' ? 'compressed' : 'expanded',
    charset: sheet !== null,
    sourceMap: options.sourceMap && sheet !== null,
    sourceMapIncludeSources: true,
    logger: { warn: () => {}, debug: () => {} },
  })
  const { css, sourceMap } = result
  if (sourceMap === undefined || sheet === null) return { css, sourceMap: null }
  const folder = path.dirname(sheet)
  const sources = sourceMap.sources.map((url: string) =>
    isSassUrl(url) ? encodeURI(path.relative(folder, sassPath(new URL(url)))) : url,
  )
  const { name } = path.parse(sheet)
  return {
    css,
    sourceMap: JSON.stringify({ ...sourceMap, sources, file: encodeURI(`${name}.css`) }),
  }
}
