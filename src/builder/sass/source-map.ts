/** Source maps of style sheets, as jekyll-sass-converter 3.1 has them (jekyll/converters/scss.rb). */

import type { CompileResult } from 'sass-embedded'
import path from 'node:path/posix'
import { isSassUrl, sassPath } from './importer.js'
import type { CssStyle } from './sheet.js'

/** The map beside the CSS of a style sheet, with the texts of their authors by the addresses that it names. */
export function mapFor(
  sheet: string,
  map: NonNullable<CompileResult['sourceMap']>,
  texts: ReadonlyMap<string, string>,
): string {
  const folder = path.dirname(sheet)
  const sources = map.sources.map((url: string) =>
    isSassUrl(url) ? encodeURI(path.relative(folder, sassPath(new URL(url)))) : url,
  )
  const sourcesContent = map.sources.map((url: string) => texts.get(url) ?? null)
  const file = encodeURI(`${path.parse(sheet).name}.css`)
  return JSON.stringify({ ...map, sources, sourcesContent, file })
}

/** The comment that names the map of a style sheet, with what parts it from the CSS. */
export function mapComment(sheet: string, style: CssStyle): string {
  const name = encodeURI(path.parse(sheet).name)
  return `${style === 'compressed' ? '' : '\n\n'}/*# sourceMappingURL=${name}.css.map */`
}
