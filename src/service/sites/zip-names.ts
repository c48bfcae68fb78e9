/**
 * Converts the names of a ZIP's entries to paths of a site: removes a folder around everything, and checks the rest.
 */

import type { Entry } from 'yauzl'
import { checkPath, foldPath } from '../../content/paths.js'
import { createYielder, forEachYielding } from '../../system/yielding.js'
import { exactPath, findCollision, newFolders } from '../branch/path-collisions.js'
import { quotedName, refused, tooLarge } from './zip-errors.js'
import { toNfc } from '../../model/normal-form.js'

/** Entries that are ignored: additions of file managers, the history of a clone, and lists of submodules. */
const LEFT_OUT = /^(__MACOSX\/|\.git\/)|(^|\/)(\.DS_Store|Thumbs\.db|\.gitmodules)$/

/**
 * The files of the site in order, with their paths.
 *
 * @param limits folders over all paths; whether names that are equal but for case are refused
 * @throws GalleyError `validation_failed`, which names the entry; `payload_too_large`
 */
export async function checkNames(
  entries: readonly Entry[],
  { maxFolders, refuseTwins }: { readonly maxFolders: number; readonly refuseTwins: boolean },
): Promise<Map<Entry, string>> {
  const around = await commonFolder(entries)
  const names = new Map<Entry, string>()
  const folders = new Set<string>()
  const yieldIfDue = createYielder()
  for (const entry of entries) {
    await yieldIfDue()
    if (LEFT_OUT.test(entry.fileName)) continue
    const name = toNfc(entry.fileName.slice(around.length))
    if (LEFT_OUT.test(name)) continue
    const reason = checkPath(name) ?? reasonAgainst(entry, name)
    if (reason !== null) throw refused(quotedName(entry), reason)
    names.set(entry, name)
    for (const folder of newFolders(folders, name)) folders.add(folder)
    if (folders.size > maxFolders) throw tooLarge(`contains more than ${maxFolders} folders`)
  }
  const collision = await findCollision(names.values(), refuseTwins ? foldPath : exactPath)
  if (collision) {
    const reason = `cannot be beside "${collision.other}": ${refuseTwins ? 'this disk takes' : 'a site takes'} both names for the same`
    throw refused(JSON.stringify(collision.path), reason)
  }
  return names
}

/** Most levels of folders, as for a push (src/git/objects/check-tree.ts). */
const MAX_DEPTH = 32

/** Unix file type bits of an entry's attributes. */
const TYPE_MASK = 0o170000
const SYMBOLIC_LINK = 0o120000

function reasonAgainst(entry: Entry, name: string): string | null {
  // The ZIP library has replaced invalid UTF-8 by this.
  if (entry.fileName.includes('\ufffd')) return 'is not UTF-8'
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === SYMBOLIC_LINK) {
    return 'is a symbolic link'
  }
  if (name.split('/').length - 1 > MAX_DEPTH) return `is deeper than ${MAX_DEPTH} folders`
  return entry.isEncrypted() ? 'is encrypted' : null
}

/** The folder that contains everything, with its slash; empty if there is none, or if it has a meaning for a site. */
async function commonFolder(entries: readonly Entry[]): Promise<string> {
  let around: string | null = null
  await forEachYielding(entries, ({ fileName }) => {
    if (LEFT_OUT.test(fileName)) return
    around ??= fileName.slice(0, fileName.indexOf('/') + 1)
    if (!fileName.startsWith(around)) around = ''
  })
  return around === null || /^[._]/.test(around) ? '' : around
}
