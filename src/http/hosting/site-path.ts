/** From the path of a URL to a file of a release, as the usual static hosts do it. Pure. */

/** What to answer with. */
type Found =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'malformed' }

/**
 * Looks a URL path up: the file itself, `index.html` of a folder, `name.html` for `name`; a folder
 * without its slash is a redirect to the one with it.
 *
 * @param has whether the release has a file; nothing else is ever looked at, so nothing can escape
 */
export function findFile(urlPath: string, has: (path: string) => boolean): Found {
  const path = decode(urlPath)
  if (path === null) return { kind: 'malformed' }
  const name = path.replace(/^\/+/, '')
  if (name === '' || name.endsWith('/')) return file(`${name}index.html`, has)
  if (has(name)) return { kind: 'file', path: name }
  if (has(`${name}.html`)) return { kind: 'file', path: `${name}.html` }
  if (has(`${name}/index.html`)) return { kind: 'redirect', location: `/${encode(name)}/` }
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

function encode(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
