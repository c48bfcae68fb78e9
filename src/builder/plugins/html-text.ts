/**
 * Changes the text of a page's body, and leaves its tags, code, links and scripts alone.
 */

const SKIPPED =
  /<(pre|code|a|script|style|title|textarea)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->|<[^>]*>/gi

/** The page with each run of text between tags changed. */
export function mapText(html: string, change: (text: string) => string): string {
  const start = Math.max(0, html.search(/<body\b/i))
  const body = html.slice(start)
  let result = html.slice(0, start)
  let at = 0
  for (const match of body.matchAll(SKIPPED)) {
    result += change(body.slice(at, match.index)) + match[0]
    at = match.index + match[0].length
  }
  return result + change(body.slice(at))
}
