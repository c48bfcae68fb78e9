/**
 * How Sass finds files: only through the source, by Sass's own order of names.
 *
 * @see https://sass-lang.com/documentation/at-rules/import (partials, index files, import-only files)
 */

import type { Importer, ImporterResult, Syntax } from 'sass-embedded'
import type { Source } from '../source.js'
import { SourceError } from '../source.js'
import type { Edit } from './edits.js'

const SCHEME = 'site:'

/** URL under which a file of the source is known to Sass. */
function sassUrl(path: string): URL {
  return new URL(`${SCHEME}///${path.split('/').map(encodeURIComponent).join('/')}`)
}

/**
 * URL of a style sheet of the site itself. It stands at the root, whatever its folder: Jekyll tells its
 * compiler the name alone, so what it imports is looked for at the root of the site, then in the load
 * paths, and never beside it.
 */
export function sassEntryUrl(path: string): URL {
  return new URL(`${SCHEME}///${encodeURIComponent(path)}`)
}

/** Path of a URL made by `sassUrl` or `sassEntryUrl`. */
export function sassPath(url: URL): string {
  return url.pathname.replace(/^\/+/, '').split('/').map(decodeURIComponent).join('/')
}

interface ImporterOptions {
  /** Folders of the source that are searched, in order. */
  readonly loadPaths: readonly string[]
  /** Files of the theme, below those of the source. */
  readonly theme: ReadonlyMap<string, string>
  /** What is done to each file's text. */
  readonly edit: Edit
}

/** An importer that can read nothing but the source; it serves relative and load-path URLs. */
export function sourceImporter(source: Source, options: ImporterOptions): Importer<'async'> {
  const read = async (path: string): Promise<string | null> => {
    try {
      return new TextDecoder().decode(await source.read(path))
    } catch (error) {
      if (error instanceof SourceError) return options.theme.get(path) ?? null
      throw error
    }
  }
  const find = async (path: string, fromImport: boolean): Promise<URL | null> => {
    for (const candidate of candidates(path, fromImport)) {
      if ((await read(candidate)) !== null) return sassUrl(candidate)
    }
    return null
  }
  return {
    canonicalize: async (url, { fromImport }) => {
      if (url.startsWith(SCHEME)) return find(sassPath(new URL(url)), fromImport)
      if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return null
      for (const folder of options.loadPaths) {
        const found = await find(normalize(`${folder}/${url}`), fromImport)
        if (found !== null) return found
      }
      return null
    },
    load: async (url): Promise<ImporterResult | null> => {
      const path = sassPath(url)
      const contents = await read(path)
      if (contents === null) return null
      const syntax = syntaxOf(path)
      return { contents: options.edit(contents, syntax), syntax, sourceMapUrl: url }
    },
  }
}

function syntaxOf(path: string): Syntax {
  if (path.endsWith('.sass')) return 'indented'
  return path.endsWith('.css') ? 'css' : 'scss'
}

// `..` cannot leave the root: what is above it is dropped.
function normalize(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
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
