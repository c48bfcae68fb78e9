/** Makes a page's links lead to where the page would be, wherever it is shown. Pure. */

/**
 * Puts a `<base>` at the beginning of the head, so that it comes before everything that it is about.
 *
 * A page that has a base of its own keeps it: the first one counts, and ours comes before it only where
 * there is none.
 */
export function withBase(html: string, address: string): string {
  if (/<base\s[^<>]*href/i.test(html)) return html
  const base = `<base href="${escapeAttribute(address)}">`
  const head = /<head(?:\s[^<>]*)?>/i.exec(html)
  if (head) return inserted(html, head.index + head[0].length, base)
  const root = /<html(?:\s[^<>]*)?>/i.exec(html) ?? /^\s*<!doctype[^<>]*>/i.exec(html)
  return inserted(html, root ? root.index + root[0].length : 0, base)
}

function inserted(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at)
}

function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
}
