/** `smartify`: typographic quotes, dashes and dots in a line of text, and nothing else of Markdown. */

/** Elements that stay as they are, with the text in them. */
const BLOCK =
  /^\s*<(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|tbody|tfoot|thead|ul)(?![\w-])/i

/**
 * Text with typographic characters.
 *
 * @param convert the site's Markdown, for text that begins with elements
 * @param smart Markdown that knows nothing else
 */
export function smartify(
  source: string,
  convert: (markdown: string) => string,
  smart: (text: string) => string,
): string {
  // The document's last line has no end (jekyll/converters/smartypants.rb).
  const text = source.replace(/\r?\n$/, '')
  if (BLOCK.test(text)) return withBlocks(text, convert)
  const [ends = ''] = /(?<!\n)\n+$/.exec(text) ?? []
  return smart(text.slice(0, text.length - ends.length)).replace(/\n$/, '') + ends
}

// Such as an excerpt. What follows the elements is a paragraph to the Markdown, and none here.
function withBlocks(text: string, convert: (markdown: string) => string): string {
  const html = convert(text).replace(/\n$/, '')
  return /<p\b/i.test(text) ? html : html.replace(/<\/?p>/g, '')
}
