/** The two halves of a path, as resources show them. */

/** Last segment. */
export function basename(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** All but the last segment; "." at the root. */
export function dirname(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '.' : path.slice(0, slash)
}
