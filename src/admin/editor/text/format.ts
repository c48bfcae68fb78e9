/** The format of a document's body by its file name, and how files are embedded in each format. */

import type { StoredFile } from '../../api/types.js'

/** `code` is everything except Markdown and HTML: styles, scripts, feeds, data, plain text. */
export type Format = 'markdown' | 'html' | 'code'

/** Jekyll's default Markdown extensions: jekyllrb.com/docs/configuration/default */
const MARKDOWN = ['markdown', 'mkdown', 'mkdn', 'mkd', 'md']
const HTML = ['html', 'htm', 'xhtml']

/**
 * The format of a file.
 *
 * @param filename null for a new document, which will be Markdown
 */
export function formatOf(filename: string | null): Format {
  const ending = filename === null ? 'md' : endingOf(filename)
  if (MARKDOWN.includes(ending)) return 'markdown'
  return HTML.includes(ending) ? 'html' : 'code'
}

/** The extension in lower case without the dot; for a name without one, the name itself. */
export function endingOf(filename: string): string {
  return filename.split(/[./]/).at(-1)?.toLowerCase() ?? ''
}

/** The properties of a file that a link needs. */
export type NamedFile = Pick<StoredFile, 'basename' | 'url' | 'content_type'>

/** The source that embeds an image or links to another file; in code, just the URL. */
export function textFor(file: NamedFile, format: Format): string {
  if (format === 'markdown') return markdownFor(file)
  return format === 'html' ? htmlFor(file) : addressOf(file)
}

/** Markdown that embeds an image or links to another file. */
export function markdownFor(file: NamedFile): string {
  const link = `[${labelOf(file).replace(/[[\]]/g, '')}](${addressOf(file)})`
  return isPicture(file) ? `!${link}` : link
}

function htmlFor(file: NamedFile): string {
  const [address, label] = [escapeHtml(addressOf(file)), escapeHtml(labelOf(file))]
  return isPicture(file)
    ? `<img src="${address}" alt="${label}">`
    : `<a href="${address}">${label}</a>`
}

function isPicture({ content_type }: NamedFile): boolean {
  return content_type.startsWith('image/')
}

function labelOf({ basename }: NamedFile): string {
  return basename.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ')
}

/** The URL with parentheses encoded, because they would end it in Markdown and CSS. */
function addressOf({ url }: NamedFile): string {
  return url.replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
}
