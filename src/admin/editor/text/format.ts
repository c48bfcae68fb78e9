/** The format of a document's body by its file name, and how files are embedded in each format. */

import type { Site, StoredFile } from '../../api/types.js'

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

/**
 * The source that embeds an image or links to another file; in code, just the URL.
 *
 * @param base what its URL begins with, such as `{{site.baseurl}}`
 */
export function textFor(file: NamedFile, format: Format, base = ''): string {
  const based = { ...file, url: base + addressOf(file) }
  if (format === 'markdown') return markdownFor(based)
  return format === 'html' ? htmlFor(based) : addressOf(based)
}

/** What addresses of the site's files begin with: those of a site below a path go on from there. */
export function baseOf({ metadata }: Pick<Site, 'metadata'>): string {
  const { baseurl } = metadata
  return typeof baseurl === 'string' && baseurl !== '' ? '{{site.baseurl}}' : ''
}

/** How a picture is shown. */
export interface PictureShown {
  /** The text in place of the picture. */
  readonly label: string
  readonly caption: string
  /** Pixels; empty for those of the file. */
  readonly width: string
}

/** Markdown of a picture, with its width as kramdown has it, and its caption below. */
export function pictureText(file: NamedFile, shown: PictureShown & { base: string }): string {
  const { label, caption, width, base } = shown
  const size = /^\d{1,5}$/.test(width) ? `{: width="${Number(width)}"}` : ''
  const below = captionText(caption) === '' ? '' : `\n${captionText(caption)}`
  return `![${altText(label)}](${base}${addressOf(file)})${size}${below}`
}

/** The text in place of a picture; brackets would end it. */
export function altText(label: string): string {
  return label.replace(/[[\]\\\n]/g, ' ').trim()
}

/** The line below a picture; empty for no caption. */
export function captionText(caption: string): string {
  return caption.trim() === '' ? '' : `_${caption.trim().replaceAll('_', '\\_')}_`
}

/** Markdown that embeds an image or links to another file. What a picture shows is not told by its name. */
function markdownFor(file: NamedFile): string {
  if (isPicture(file)) return `![](${addressOf(file)})`
  return `[${labelOf(file).replace(/[[\]]/g, '')}](${addressOf(file)})`
}

function htmlFor(file: NamedFile): string {
  const [address, label] = [escapeHtml(addressOf(file)), escapeHtml(labelOf(file))]
  return isPicture(file)
    ? `<img src="${address}" alt="${label}">`
    : `<a href="${address}">${label}</a>`
}

export function isPicture({ content_type }: NamedFile): boolean {
  return content_type.startsWith('image/')
}

function labelOf({ basename }: NamedFile): string {
  return basename.replace(/\.[^.]+$/, '').replace(/[-_]+/g, ' ')
}

function addressOf({ url }: NamedFile): string {
  return inAddress(url)
}

/** A URL with parentheses and blanks encoded, because they would end it in Markdown and CSS. */
export function inAddress(url: string): string {
  return url.replace(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
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
