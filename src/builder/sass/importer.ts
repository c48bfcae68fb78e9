/**
 * How Sass finds files: only through the source, by Sass's own order of names.
 *
 * @see https://sass-lang.com/documentation/at-rules/import (partials, index files, import-only files)
 */

import type { Importer, ImporterResult, Syntax } from 'sass-embedded'
import { cleanFolder } from '../base/settings.js'
import type { Source } from '../base/source.js'
import { SourceError } from '../base/source.js'
import type { SassOptions } from './sheet.js'

const SITE = 'site:'
/** Files of the theme: what they import beside them is the theme's, whatever the site has of the same name. */
const THEME = 'theme:'

/** URL under which a file is known to Sass. */
export function sassUrl(path: string, scheme = SITE): URL {
  return new URL(`${scheme}///${path.split('/').map(encodeURIComponent).join('/')}`)
}

/**
 * URL of a style sheet of the site itself. It stands at the root, whatever its folder: Jekyll tells its
 * compiler the name alone, so what it imports is looked for at the root of the site, then in the load
 * paths, and never beside it.
 */
export function sassEntryUrl(path: string): URL {
  return new URL(`${SITE}///${encodeURIComponent(path)}`)
}

/** If a URL was made by `sassUrl` or `sassEntryUrl`. */
export function isSassUrl(url: string): boolean {
  return url.startsWith(SITE) || url.startsWith(THEME)
}

/** Path of such a URL, in the source or in the theme. */
export function sassPath(url: URL): string {
  return url.pathname.replace(/^\/+/, '').split('/').map(decodeURIComponent).join('/')
}

interface ImporterOptions extends Pick<SassOptions, 'loadPaths' | 'theme'> {
  /** What is done to each file's text. */
  readonly edit: (text: string, syntax: Syntax, url: string) => string
}

/** An importer that can read nothing but the source; it serves relative and load-path URLs. */
export function sourceImporter(source: Source, options: ImporterOptions): Importer<'async'> {
  const read = async (path: string, scheme: string): Promise<string | null> => {
    const { theme } = options
    if (scheme === THEME && theme?.files.has(path) !== true) return null
    try {
      const from = scheme === THEME && theme !== null ? theme.source : source
      return new TextDecoder().decode(await from.read(path))
    } catch (error) {
      if (error instanceof SourceError) return null
      throw error
    }
  }
  const find = async (path: string, scheme: string, fromImport: boolean): Promise<URL | null> => {
    for (const candidate of candidates(path, fromImport)) {
      if ((await read(candidate, scheme)) !== null) return sassUrl(candidate, scheme)
    }
    return null
  }
  return {
    canonicalize: async (url, { fromImport }) => {
      if (isSassUrl(url)) return find(sassPath(new URL(url)), new URL(url).protocol, fromImport)
      if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null
      for (const folder of options.loadPaths) {
        const found = await find(cleanFolder(`${folder}/${url}`), SITE, fromImport)
        if (found !== null) return found
      }
      return find(cleanFolder(`_sass/${url}`), THEME, fromImport)
    },
    load: async (url): Promise<ImporterResult | null> => {
      const path = sassPath(url)
      const contents = await read(path, url.protocol)
      if (contents === null) return null
      const syntax = syntaxOf(path)
      return { contents: options.edit(contents, syntax, url.href), syntax, sourceMapUrl: url }
    },
  }
}

function syntaxOf(path: string): Syntax {
  if (path.endsWith('.sass')) return 'indented'
  return path.endsWith('.css') ? 'css' : 'scss'
}

function candidates(path: string, fromImport: boolean): string[] {
  if (/\.(?:scss|sass|css)$/.test(path)) return partials(path)
  const files = extensions(path, fromImport).flatMap(partials)
  return [...files, ...extensions(`${path}/index`, fromImport).flatMap(partials)]
}

function extensions(path: string, fromImport: boolean): string[] {
  const plain = [`${path}.sass`, `${path}.scss`, `${path}.css`]
  return fromImport ? [`${path}.import.sass`, `${path}.import.scss`, ...plain] : plain
}

function partials(path: string): string[] {
  const at = path.lastIndexOf('/') + 1
  return [`${path.slice(0, at)}_${path.slice(at)}`, path]
}
