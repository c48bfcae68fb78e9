/** Addresses of live pages. */

/** The address of a page. A path such as `/\x.org`, which browsers take for another host, stays a path of the site. */
export function liveAddress(site: string, path: string): URL {
  const address = new URL(site)
  address.pathname = path
  return address
}
