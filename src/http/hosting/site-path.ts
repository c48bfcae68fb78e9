/** Finds the file of a release for a URL path, as common static hosts do it. Pure. */

import { encodePath } from '../wire/common.js'

/** The answer for a path. */
type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }

/**
 * Finds a file for a URL path: the file itself, `index.html` of a folder, or `name.html` for `name`. A folder without
 * its trailing slash is redirected to the one with it.
 *
 * @param has true if the release has a file. Nothing else is accessed, so a path cannot lead outside
 */
export function findFile(urlPath: string, has: (path: string) => boolean): Found {
  const path = decode(urlPath)
  if (path === null) return { kind: 'malformed' }
  const name = path.replace(/^\/+/, '')
  if (name === '' || name.endsWith('/')) return file(`${name}index.html`, has)
  if (has(name)) return { kind: 'file', path: name }
  if (has(`${name}.html`)) return { kind: 'file', path: `${name}.html` }
  if (has(`${name}/index.html`)) return { kind: 'redirect', location: `/${encodePath(name)}/` }
  return { kind: 'missing' }
}

function file(path: string, has: (path: string) => boolean): Found {
  return has(path) ? { kind: 'file', path } : { kind: 'missing' }
}

function decode(urlPath: string): string | null {
  try {
    const path = decodeURIComponent(urlPath)
    return path.includes('\0') ? null : path
  } catch {
    return null
  }
}
