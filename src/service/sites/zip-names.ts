/** The names of a ZIP's entries as paths of a site: one folder around everything is taken off, the rest is checked. */

import type { Entry } from 'yauzl'
import { checkPath } from '../../content/paths.js'
import { createYielder, forEachYielding } from '../../system/yielding.js'
import { findCollision, newFolders } from '../branch/path-collisions.js'
import { quotedName, refused, tooLarge } from './zip-entries.js'

/** Things that file managers add, a clone's own history, and names of submodules, which no ZIP has. */
const LEFT_OUT = /^(__MACOSX\/|\.git\/)|(^|\/)(\.DS_Store|Thumbs\.db|\.gitmodules)$/

/**
 * Entries that are files of the site, in their order, and the path of each in it.
 *
 * @param mostFolders of all paths
 * @throws GalleyError `validation_failed`, which names the entry; `payload_too_large`
 */
export async function checkNames(
  entries: readonly Entry[],
  mostFolders: number,
): Promise<Map<Entry, string>> {
  const around = await commonFolder(entries)
  const names = new Map<Entry, string>()
  const folders = new Set<string>()
  const yieldIfDue = createYielder()
  for (const entry of entries) {
    await yieldIfDue()
    if (LEFT_OUT.test(entry.fileName)) continue
    const name = entry.fileName.slice(around.length).normalize('NFC')
    if (LEFT_OUT.test(name)) continue
    const reason = checkPath(name) ?? reasonAgainst(entry, name)
    if (reason !== null) throw refused(quotedName(entry), reason)
    names.set(entry, name)
    for (const folder of newFolders(folders, name)) folders.add(folder)
    if (folders.size > mostFolders) throw tooLarge(`contains more than ${mostFolders} folders`)
  }
  const collision = await findCollision(names.values())
  if (collision) {
    const reason = `cannot be beside "${collision.other}": some systems take both names for the same`
    throw refused(JSON.stringify(collision.path), reason)
  }
  return names
}

/** Folders around a file: as many as a push may have (src/git/objects/check-tree.ts). */
const MAX_DEPTH = 32

/** Unix file type bits of an entry's attributes. */
const TYPE_MASK = 0o170000
const SYMBOLIC_LINK = 0o120000

function reasonAgainst(entry: Entry, name: string): string | null {
  // What the reader of ZIPs has put where bytes are no UTF-8.
  if (entry.fileName.includes('\ufffd')) return 'is not UTF-8'
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === SYMBOLIC_LINK) {
    return 'is a symbolic link'
  }
  if (name.split('/').length - 1 > MAX_DEPTH) return `is deeper than ${MAX_DEPTH} folders`
  return entry.isEncrypted() ? 'is encrypted' : null
}

/** The one folder that everything lies in, with its slash, unless that means something to a site. */
async function commonFolder(entries: readonly Entry[]): Promise<string> {
  let around: string | null = null
  await forEachYielding(entries, ({ fileName }) => {
    if (LEFT_OUT.test(fileName)) return
    around ??= fileName.slice(0, fileName.indexOf('/') + 1)
    if (!fileName.startsWith(around)) around = ''
  })
  return around === null || /^[._]/.test(around) ? '' : around
}
