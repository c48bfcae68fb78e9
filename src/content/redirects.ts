/** What `redirect_from` in front matter means: addresses that jekyll-redirect-from makes lead to the text. Pure. */

/** Its addresses as they are written: a list, or one. */
export function redirectsOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.flatMap((one) => (typeof one === 'string' ? [one] : []))
}

/** An address as addresses are compared: `/a`, `/a/`, `a.html` and `/a/index.html` can be one page for a web server. */
export function addressKey(address: string): string {
  const name = decoded(address).replace(/^\/+/, '')
  return name
    .replace(/(?<![^/])index\.html$/, '')
    .replace(/\.html$/, '')
    .replace(/(?<!\/)\/+$/, '')
}

/** An address with its percent-encoding undone, if that is possible. */
export function decoded(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
