/** Files of the source: read, written, moved and deleted as one commit each. */

import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '../api/client.js'
import { readSourceText } from '../api/source-text.js'

export type SourceFile = Schemas['SourceFile']
type SourceItem = SourceFile | Schemas['SourceDirectory']

/** More of one folder is for git. */
const MOST = 1000
/** Larger ones are slow to show, and nobody wrote them by hand. */
const LARGEST = 2_000_000

export const sourceKey = (siteId: string) => ['site', siteId, 'source'] as const

/** What is in a folder, folders first; `''` is the root. */
export function useFolder(siteId: string, folder: string) {
  return useQuery({
    queryKey: [...sourceKey(siteId), 'folder', folder],
    queryFn: async ({ signal }) => {
      const query = { per_page: MOST }
      const path = { site_id: siteId, name: folder }
      const found =
        folder === ''
          ? await call('getSourceRoot', { path: { site_id: siteId }, query, signal })
          : await call('getSource', { path, query, signal })
      return Array.isArray(found) ? found : ([] as readonly SourceItem[])
    },
  })
}

interface OpenedFile {
  readonly file: SourceFile
  /** Null where it is no text that can be edited. */
  readonly text: string | null
}

/** A file and its text. */
export function useSourceFile(siteId: string, name: string) {
  return useQuery({
    queryKey: [...sourceKey(siteId), 'file', name],
    enabled: name !== '',
    // Typing goes on in what was opened; saving names the version.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => openFile(siteId, name, signal),
  })
}

async function openFile(siteId: string, name: string, signal: AbortSignal): Promise<OpenedFile> {
  const path = { site_id: siteId, name }
  const file = await call('getSource', { path, signal })
  if (Array.isArray(file) || file instanceof Blob) throw new Error('not a file')
  const isSmall = file.filesize <= LARGEST
  return { file, text: isSmall ? await readSourceText(siteId, name, signal) : null }
}

/** @throws ApiError */
export async function moveSource(siteId: string, file: SourceFile, to: string): Promise<void> {
  const change = { action: 'move', type: 'file', path: file.name, to, if_match: file.sha } as const
  await call('changeSite', { path: { site_id: siteId }, body: { changes: [change] } })
}

/** @throws ApiError */
export async function deleteSource(siteId: string, { name, sha }: SourceFile): Promise<void> {
  const headers = { 'If-Match': `"${sha}"` }
  await call('deleteSource', { path: { site_id: siteId, name }, headers })
}
