/** Which names git accepts for refs. */

const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]/

/**
 * Whether a text is a full ref name below `refs/` that git accepts and no program takes for an
 * option or a path outside.
 *
 * @see git-check-ref-format(1)
 */
export function isRefName(name: string): boolean {
  if (!name.startsWith('refs/') || name.length > 255 || FORBIDDEN.test(name)) return false
  if (name.includes('..') || name.includes('@{') || name.endsWith('.')) return false
  const parts = name.split('/')
  return parts.length >= 2 && parts.every(isRefPart)
}

function isRefPart(part: string): boolean {
  return part !== '' && part !== '@' && !/^[.-]/.test(part) && !/\.lock$/i.test(part)
}
