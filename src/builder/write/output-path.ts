/**
 * Where a URL is written: a path below the destination, and never another.
 */

/**
 * The path of an output file from the destination's root, or null where the URL names no file.
 *
 * The URL is decoded once, here and last, so that no later step can bring `..` back.
 */
export function outputPath(url: string, extension = ''): string | null {
  const segments: string[] = []
  const decoded = decode(url)
  if (decoded.includes('\0')) return null
  for (const segment of decoded.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') segments.pop()
    else segments.push(segment)
  }
  if (decoded.endsWith('/')) return [...segments, 'index.html'].join('/')
  const path = segments.join('/')
  if (path === '') return null
  return extension === '' || path.endsWith(extension) ? path : path + extension
}

// A `%` that is no escape stays as it is, as Addressable's unencode leaves it.
function decode(url: string): string {
  if (!url.includes('%')) return url
  return url.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8')
    }
  })
}
