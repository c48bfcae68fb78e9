/** What the body of a file is written in, by its name, and how a file is named in it. */

import type { StoredFile } from '../../api/types.js'

/** `code` is all that is neither Markdown nor HTML: styles, scripts, feeds, data, plain text. */
export type Format = 'markdown' | 'html' | 'code'

/** Those that Jekyll takes for Markdown where a site says nothing: jekyllrb.com/docs/configuration/default */
const MARKDOWN = ['markdown', 'mkdown', 'mkdn', 'mkd', 'md']
const HTML = ['html', 'htm', 'xhtml']

/** @param filename of a file; null for one that is not there yet, which will be Markdown */
export function formatOf(filename: string | null): Format {
  const ending = filename === null ? 'md' : endingOf(filename)
  if (MARKDOWN.includes(ending)) return 'markdown'
  return HTML.includes(ending) ? 'html' : 'code'
}

/** In small letters, without the dot; of what has none, its name. */
export function endingOf(filename: string): string {
  return filename.split(/[./]/).at(-1)?.toLowerCase() ?? ''
}

/** What a link to a file needs of it. */
export type NamedFile = Pick<StoredFile, 'basename' | 'url' | 'content_type'>

/** What shows a picture or links to another file; in code its address alone. */
export function textFor(file: NamedFile, format: Format): string {
  if (format === 'markdown') return markdownFor(file)
  return format === 'html' ? htmlFor(file) : addressOf(file)
}

/** Markdown that shows a picture or links to another file. */
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

/** Parentheses would end an address in Markdown, and in a style. */
function addressOf({ url }: NamedFile): string {
  return encodeURI(decodeURI(url)).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
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
