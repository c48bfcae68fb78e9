/** Downloads a URL of this server, with the session cookie. */

/**
 * Starts a download.
 *
 * @param name the file name; by default the server's
 */
export function download(address: string, name = ''): void {
  const { pathname, search } = new URL(address, location.href)
  const link = document.createElement('a')
  link.href = pathname + search
  link.download = name
  link.click()
}
