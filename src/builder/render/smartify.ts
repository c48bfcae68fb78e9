/**
 * `smartify`: typographic quotes, dashes and dots in a line of text, and nothing else of Markdown.
 */

// A word in front keeps the line from being a header, a list or a quote.
const GUARD = 'x '

/** Text with typographic characters; `convert` is the site's Markdown. */
export function smartify(text: string, convert: (markdown: string) => string): string {
  const [line = '', ...rest] = text.split('\n')
  if (!/['"<>&]|--|\.\.\./.test(line)) return text
  const escaped = line.replace(/[\\*_`[\](){}#+!|~:$^=]/g, '\\$&')
  const html = convert(`${GUARD}${escaped}\n`).trim()
  const inner = html
    .replace(/^<p>/, '')
    .replace(/<\/p>$/, '')
    .slice(GUARD.length)
  return [inner, ...rest].join('\n')
}
