/**
 * Fills URL templates, and maps URLs to built files. For documents, pages and static files.
 *
 * @see jekyll/url.rb
 */

import { Buffer } from 'node:buffer'

/** The value of a placeholder: null if it is empty, undefined for an unknown name. */
export type Placeholders = (name: string) => string | null | undefined

/** Longest URL. No file can have a longer path; the rest is cut off, and a build reports the path. */
const MAX_CHARACTERS = 16 * 1024

/**
 * Replaces `:name` placeholders by their values, percent-encoded. The result has a slash at the start and no double
 * slashes, `..` or `./`. Unknown placeholders stay.
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
  // `:year_:title`: the name ends before the underscore.
  const shorter = name.endsWith('_') ? placeholders(name.slice(0, -1)) : undefined
  return shorter === undefined ? whole : `${escapePath(shorter ?? '')}_`
}

/** Placeholders in a template that are not in `known`: Jekyll refuses to build with one. */
export function unknownPlaceholders(template: string, known: ReadonlySet<string>): string[] {
  const names = [...template.matchAll(/:([a-z_]+)/g)].map((match) => match[1] ?? '')
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_$/, '')))
}

/** `//a/../b/./c` becomes `/a/b/c`: dots are removed, not resolved. */
function sanitizeUrl(url: string): string {
  return `/${url}`
    .replaceAll('..', '/')
    .replaceAll('./', '')
    .replace(/\/{2,}/g, '/')
}

/** Percent-encodes what a URL path cannot contain, including `%`, `#` and brackets. Slashes stay. */
function escapePath(path: string): string {
  return path.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]/gu, (char) =>
    [...Buffer.from(char, 'utf8')]
      .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
      .join(''),
  )
}

/** Decodes `%xx`. Everything else stays. */
export function unescapePath(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}

/**
 * The address of a built file: its path as it is written, percent-encoded. Starts with one slash, so that it stays on
 * the site wherever it is used as a link.
 *
 * @param url as Jekyll makes it, where `?`, `#` and a `%` that encodes nothing belong to the names of files
 */
export function addressOf(url: string): string {
  const decoded = unescapePath(url)
  const path = withinRoot(decoded)
  const end = path !== '' && /[/\\]$/.test(decoded) ? '/' : ''
  return escapePath(`/${path}${end}`).replaceAll('?', '%3F')
}

/**
 * Path of the built file for a URL, without a slash at the start and never above the root. If the URL ends with a
 * slash, the file is `index` with `folderExtension` (`.html` for documents, their own for pages). Otherwise the URL
 * gets `outputExtension`, unless it has it.
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
  return withinRoot(whole)
}

/** A path without slashes at its ends, empty segments, `.` and `..`: these are dropped, not resolved. */
function withinRoot(path: string): string {
  const segments = path.replaceAll('\\', '/').split('/')
  return segments.filter((one) => one !== '' && one !== '.' && one !== '..').join('/')
}
