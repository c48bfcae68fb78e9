/** Adds a `<base>` to a page, so that its links work wherever it is shown. Pure. */

/**
 * Adds a `<base>` at the beginning of the head, before everything that it applies to. A page with its own `<base>` is
 * left unchanged.
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
