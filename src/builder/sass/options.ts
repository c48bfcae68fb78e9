/**
 * The `sass` section of the configuration.
 */

import { cleanFolder, text, texts } from '../settings.js'
import type { Site } from '../site.js'
import type { SassOptions } from './compiler.js'
import { CSS_STYLES, type CssStyle } from './format.js'

/** Reads the section; load paths are confined to the source. */
export function sassOptions(site: Site): SassOptions {
  const { sass } = site.settings.sections
  const wanted = text(sass.get('style'))?.replace(/^:/, '')
  const map = text(sass.get('sourcemap'))?.replace(/^:/, '') ?? 'always'
  const isDevelopment = site.settings.environment === 'development'
  const folder = text(sass.get('sass_dir')) ?? ''
  const loadPaths = [...texts(sass.get('load_paths')), folder === '' ? '_sass' : folder]
  return {
    theme: site.theme?.files ?? new Map(),
    style: isStyle(wanted) ? wanted : 'compact',
    loadPaths: [...new Set([...loadPaths.map(cleanFolder), '_sass'])],
    sourceMap: map === 'always' || (map === 'development' && isDevelopment),
  }
}

function isStyle(style: string | undefined): style is CssStyle {
  return CSS_STYLES.some((known) => known === style)
}
