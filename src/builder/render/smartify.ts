/** `smartify`: typographic quotes, dashes and dots in a line of text, and nothing else of Markdown. */

// A word in front keeps the line from being a header, a list or a quote.
const GUARD = 'x '

/** Elements that stay as they are, with the text in them. */
const BLOCK =
  /^\s*<(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|t[dhr]|tbody|tfoot|thead|ul)(?![\w-])/i

/** Text with typographic characters; `convert` is the site's Markdown. */
export function smartify(source: string, convert: (markdown: string) => string): string {
  // The document's last line has no end (jekyll/converters/smartypants.rb).
  const text = source.replace(/\r?\n$/, '')
  if (BLOCK.test(text)) return withBlocks(text, convert)
  return text
    .split('\n')
    .map((line) => smartLine(line, convert))
    .join('\n')
}

function smartLine(line: string, convert: (markdown: string) => string): string {
  if (!/['"<>&]|--|\.\.\./.test(line)) return line
  const core = line.trim()
  const start = line.indexOf(core)
  const escaped = changeOutsideComments(core, escapeText)
  const html = convert(`${GUARD}${escaped}\n`).trim()
  const inner = html
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '')
    .slice(GUARD.length)
  return line.slice(0, start) + inner + line.slice(start + core.length)
}

function escapeText(text: string): string {
  return text
    .split(/(<\/?[a-z][^<>]*>|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});)/i)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/[\\*_`[\](){}#+!|~:$^=]/g, '\\$&')))
    .join('')
}

function changeOutsideComments(text: string, change: (part: string) => string): string {
  let changed = ''
  let at = 0
  for (;;) {
    const start = text.indexOf('<!--', at)
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4)
    if (end < 0) return changed + change(text.slice(at))
    changed += change(text.slice(at, start)) + text.slice(start, end + 3)
    at = end + 3
  }
}

// Such as an excerpt. What follows the elements is a paragraph to the Markdown, and none here.
function withBlocks(text: string, convert: (markdown: string) => string): string {
  const html = convert(text).replace(/\n$/, '')
  return /<p\b/i.test(text) ? html : html.replace(/<\/?p>/g, '')
}
