/**
 * Templates into URLs, and URLs into files: the parts that documents, pages and files share.
 *
 * @see jekyll/url.rb
 */

import { Buffer } from 'node:buffer'

/** Value of a placeholder by its name: null where there is nothing to put, undefined for none of that name. */
export type Placeholders = (name: string) => string | null | undefined

/** No file can have a longer path; what is beyond is left out, and a build says that it is too long. */
const MAX_CHARACTERS = 16 * 1024

/**
 * Fills `:name` placeholders, then makes the result a clean path: one slash at the start, none
 * doubled, no `..` and no `./`. A name that is unknown stays as it is.
 */
export function fillTemplate(template: string, placeholders: Placeholders): string {
  const known = new Map<string, string>()
  let length = 0
  const filled = template.slice(0, MAX_CHARACTERS).replace(/:([a-z_]+)/g, (whole, name: string) => {
    if (length > MAX_CHARACTERS) return ''
    const part = known.get(name) ?? partOf(whole, name, placeholders)
    known.set(name, part)
    length += part.length
    return part
  })
  return sanitizeUrl(filled.slice(0, MAX_CHARACTERS))
}

function partOf(whole: string, name: string, placeholders: Placeholders): string {
  const own = placeholders(name)
  if (own !== undefined) return escapePath(own ?? '')
  // `:year_:title`: what is meant ends before the underscore.
  const shorter = name.endsWith('_') ? placeholders(name.slice(0, -1)) : undefined
  return shorter === undefined ? whole : `${escapePath(shorter ?? '')}_`
}

/** Names in a template that are not known: the generator refuses to build with one. */
export function unknownPlaceholders(template: string, known: ReadonlySet<string>): string[] {
  const names = [...template.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_$/, '')))
}

/** `//a/../b/./c` becomes `/a/b/c`: dots are taken out, not followed. */
function sanitizeUrl(url: string): string {
  return `/${url}`
    .replaceAll('..', '/')
    .replaceAll('./', '')
    .replace(/\/{2,}/g, '/')
}

/** Percent-encodes what a URL path cannot hold, `%`, `#` and brackets included; slashes stay. */
export function escapePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/gu, (char) =>
    [...Buffer.from(char, 'utf8')]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

/** Decodes `%xx`; what is no such sequence stays. */
export function unescapePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/**
 * Path in the built site of what has this URL, without a slash at its start and never above the root.
 * A URL that ends with a slash gets `index` with the extension of a folder's file (documents always
 * have `.html` there, pages their own); another gets its extension unless it ends with it.
 */
export function destinationPath(
  url: string,
  outputExtension = '.html',
  folderExtension = '.html',
): string {
  const decoded = unescapePath(url)
  const isFolder = url.endsWith('/')
  const extension = isFolder ? folderExtension : outputExtension
  const file = isFolder ? `${decoded}index` : decoded
  const whole = file.endsWith(extension) ? file : file + extension
  const segments = whole.replaceAll('\\', '/').split('/')
  return segments.filter((one) => one !== '' && one !== '.' && one !== '..').join('/')
}
