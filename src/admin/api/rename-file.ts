/** Another name for a file, and in the texts that show it: one commit, all or nothing. */

import { call } from './client.js'
import { getEntry } from './entries.js'
import { followInText, followInValue } from './file-links.js'
import type { FullEntry, StoredFile } from './types.js'

interface Renamed {
  /** Texts that have its new name. */
  readonly followed: number
  /** Texts that name it in a way that was left as it is. */
  readonly left: number
}

/**
 * @param name the last part of its path, or one with folders, from the folder that it is in
 * @throws ApiError 412 when the file or a text has changed meanwhile; 409 where the name is taken
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

/** Null where nothing in it changes. */
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
