/** Lets the browser download from an address of this server, so that the session's cookie goes along. */

/** @param name of the file; left out, the server names it */
export function download(address: string, name = ''): void {
  const { pathname, search } = new URL(address, location.href)
  const link = document.createElement('a')
  link.href = pathname + search
  link.download = name
  link.click()
}
