/** Renames a file and updates the documents that use it, in one commit. */

import { call } from './client.js'
import { getEntry } from './entries.js'
import { followInText, followInValue } from './file-links.js'
import type { FullEntry, StoredFile } from './types.js'

interface Renamed {
  /** Number of documents that now use the new name. */
  readonly followed: number
  /** Number of documents that still use the old name, because the link could not be recognized. */
  readonly left: number
}

/**
 * Renames a file in its folder.
 *
 * @param name the new file name; may begin with subfolders
 * @throws ApiError 412 if the file or a document has changed meanwhile; 409 if the name is taken
 */
export async function renameFile(siteId: string, file: StoredFile, name: string): Promise<Renamed> {
  const renaming = { from: addressOf(file), to: renamed(addressOf(file), name) }
  const texts = await Promise.all(file.used_by.map((text) => getEntry(text)))
  const changes = texts.flatMap((text) => changeOf(text, renaming) ?? [])
  const to = renamed(file.filename, name)
  const move = {
    action: 'move',
    type: 'file',
    path: file.filename,
    to,
    if_match: file.sha,
  } as const
  await call('changeSite', { path: { site_id: siteId }, body: { changes: [move, ...changes] } })
  return { followed: changes.length, left: texts.length - changes.length }
}

function addressOf({ url }: StoredFile): string {
  try {
    return decodeURIComponent(url).normalize('NFC')
  } catch {
    return url
  }
}

function renamed(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name
}

/** The change of one document; null if it does not contain the old name. */
function changeOf(text: FullEntry, renaming: { readonly from: string; readonly to: string }) {
  const body = followInText(text.body, renaming)
  const metadata = followInValue(text.metadata, renaming)
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
