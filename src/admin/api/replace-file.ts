/** Replaces the content of a file; name and URL stay. */

import { upload } from './client.js'
import type { Site, StoredFile } from './types.js'

/** Replaces the content. @throws ApiError 412 if the file has changed since it was listed */
export async function replaceFile(site: Site, file: StoredFile, data: File): Promise<void> {
  const { filename, basename } = file
  const headers = { 'If-Match': `"${file.sha}"` }
  const collection = collectionPathOf(filename)
  if (collection === null) {
    const path = { site_id: site.id, name: filename }
    await upload('putSource', { path, file: data, filename: basename, headers })
  } else {
    const path = { site_id: site.id, path: collection.name }
    const fields = { path: collection.rest, replace: 'true' as const }
    await upload('createFile', { path, file: data, filename: basename, fields, headers })
  }
}

/** `collections/_uploads/a/b.png` -> `uploads`, `a/b.png`; null outside of collections. */
function collectionPathOf(filename: string): { name: string; rest: string } | null {
  const [, name, rest] = /^(?:[^_/][^/]*\/)?_([^/]+)\/(.+)$/.exec(filename) ?? []
  return name === undefined || rest === undefined ? null : { name, rest }
}
