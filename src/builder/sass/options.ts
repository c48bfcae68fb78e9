/** The `sass` section of the configuration. */

import { matchesPathGlob } from '../../content/glob.js'
import { cleanFolder, text, texts } from '../base/settings.js'
import type { Site } from '../items/site.js'
import type { SassOptions } from './sheet.js'

/** Reads the section; load paths are confined to the source. */
export function sassOptions(site: Site): SassOptions {
  const { sass } = site.settings.sections
  const wanted = text(sass.get('style'))?.replace(/^:/, '')
  const map = text(sass.get('sourcemap'))?.replace(/^:/, '') ?? 'always'
  const isDevelopment = site.settings.environment === 'development'
  const folder = text(sass.get('sass_dir')) ?? ''
  const given = texts(sass.get('load_paths')).flatMap((path) => expanded(site, cleanFolder(path)))
  const loadPaths = [...given, folder === '' ? '_sass' : cleanFolder(folder)]
  return {
    jekyll: site.settings.jekyll,
    theme: site.theme,
    // `nested` and `compact`, which Sass had of old, are printed as the usual one.
    style: wanted === 'compressed' ? wanted : 'expanded',
    loadPaths: [...new Set(loadPaths)],
    sourceMap: map === 'always' || (map === 'development' && isDevelopment),
  }
}

/** The folders that a load path names, which may be a pattern. */
function expanded(site: Site, path: string): string[] {
  if (!path.includes('*')) return [path]
  const folders = new Set([...site.files].flatMap(foldersAbove))
  return [...folders].filter((folder) => matchesPathGlob(path, folder)).sort()
}

function foldersAbove(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}
