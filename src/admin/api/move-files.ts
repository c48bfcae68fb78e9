/** Renames and moves files and updates the documents that use them, and deletes files; each in one commit. */

import { call, type Arguments } from './client.js'
import { getEntry } from './entries.js'
import { followInText, followInValue, type Renaming } from './file-links.js'
import type { FullEntry, StoredFile } from './types.js'

interface Moved {
  /** Number of documents that now use the new names. */
  readonly followed: number
  /** Number of documents that still use an old name, because a link could not be recognized. */
  readonly left: number
}

/** A file and the path that it is to have, from the site's root. */
interface Move {
  readonly file: StoredFile
  readonly to: string
}

/** Most files that are moved or deleted at once. */
export const MAX_FILES_AT_ONCE = 1000
/** Texts that are read at a time. */
const READ_AT_ONCE = 6

type Change = Arguments<'changeSite'>[0]['body']['changes'][number]

/**
 * Moves files.
 *
 * @throws ApiError 412 if a file or a document has changed meanwhile; 409 if a name is taken. Then nothing is moved
 */
export async function moveFiles(siteId: string, moves: readonly Move[]): Promise<Moved> {
  const texts = new Map(moves.flatMap(({ file }) => file.used_by.map((text) => [text.id, text])))
  const changes: Change[] = moves.map(({ file: { filename: path, sha: if_match }, to }) => {
    return { action: 'move', type: 'file', path, to, if_match }
  })
  let followed = 0
  const names = [...texts.values()]
  for (let at = 0; at < names.length; at += READ_AT_ONCE) {
    const some = names.slice(at, at + READ_AT_ONCE)
    for (const text of await Promise.all(some.map((name) => getEntry(name)))) {
      const change = changeOf(text, renamingsIn(text, moves))
      if (change === null) continue
      followed += 1
      changes.push(change)
    }
  }
  await call('changeSite', { path: { site_id: siteId }, body: { changes } })
  return { followed, left: names.length - followed }
}

/** Deletes files. @throws ApiError 412 if one has changed meanwhile; then none is deleted */
export async function deleteFiles(siteId: string, files: readonly StoredFile[]): Promise<void> {
  const changes = files.map(({ filename: path, sha: if_match }) => {
    return { action: 'delete', type: 'file', path, if_match } as const
  })
  await call('changeSite', { path: { site_id: siteId }, body: { changes } })
}

/** The path of a file with another name in its folder. @param name may begin with subfolders */
export function renamed(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name
}

function renamingsIn({ id }: FullEntry, moves: readonly Move[]): readonly Renaming[] {
  return moves
    .filter(({ file }) => file.used_by.some((text) => text.id === id))
    .flatMap((move) => renamingOf(move) ?? [])
}

/**
 * The addresses of a file before and after. Null if these cannot be told from its paths, as where the site gives the
 * files of a collection addresses of another form.
 */
function renamingOf({ file, to }: Move): Renaming | null {
  const from = addressOf(file)
  const path = file.filename.normalize('NFC')
  const folder = path.slice(0, path.length - commonEnd(path, from).length)
  if (!to.startsWith(folder)) return null
  const root = from.slice(0, from.length - (path.length - folder.length))
  return { from, to: root + to.slice(folder.length) }
}

/** The folders and the name at the end that two paths have in common. */
function commonEnd(path: string, address: string): string {
  const names = path.split('/')
  for (let at = 0; at < names.length; at += 1) {
    const end = names.slice(at).join('/')
    if (address.endsWith(`/${end}`)) return end
  }
  return ''
}

function addressOf({ url }: StoredFile): string {
  try {
    return decodeURIComponent(url).normalize('NFC')
  } catch {
    return url
  }
}

/** The change of one document; null if it does not contain the old names. */
function changeOf(text: FullEntry, renamings: readonly Renaming[]) {
  const body = renamings.reduce(followInText, text.body)
  const metadata = renamings.reduce<unknown>(followInValue, text.metadata)
  const isOther = JSON.stringify(metadata) !== JSON.stringify(text.metadata)
  if (body === text.body && !isOther) return null
  return {
    action: 'update' as const,
    type: text.type,
    id: text.id,
    if_match: text.sha,
    ...(body !== text.body && { body }),
    ...(isOther && { metadata: Object(metadata) as Record<string, unknown> }),
  }
}
