/** Source files: reads, writes, moves and deletes them; each change is one commit. */

import { useQuery } from '@tanstack/react-query'
import { call, type Schemas } from '../api/client.js'
import { readSourceText } from '../api/source-text.js'
import { compareWords } from '../text/order.js'

export type SourceFile = Schemas['SourceFile']
type SourceItem = SourceFile | Schemas['SourceDirectory']

/** Most entries listed per folder. */
const MAX_ENTRIES = 1000
/** Largest file that is shown, in bytes. */
const MAX_BYTES = 2_000_000

export const sourceKey = (siteId: string) => ['site', siteId, 'source'] as const

/** The entries of a folder, folders first; `''` is the root. */
export function useFolder(siteId: string, folder: string) {
  return useQuery({
    queryKey: [...sourceKey(siteId), 'folder', folder],
    queryFn: async ({ signal }) => {
      const query = { per_page: MAX_ENTRIES }
      const path = { site_id: siteId, name: folder }
      const found =
        folder === ''
          ? await call('getSourceRoot', { path: { site_id: siteId }, query, signal })
          : await call('getSource', { path, query, signal })
      return Array.isArray(found) ? inOrder(found) : []
    },
  })
}

/** Folders first; in each part, names as people count. The API lists them in the order of their code points. */
function inOrder(items: readonly SourceItem[]): readonly SourceItem[] {
  const isFolder = ({ type }: SourceItem) => Number(type === 'directory')
  return items.toSorted((a, b) => isFolder(b) - isFolder(a) || compareWords(a.name, b.name))
}

interface OpenedFile {
  readonly file: SourceFile
  /** Null if the file is not editable text. */
  readonly text: string | null
}

/** Loads a file and its text. */
export function useSourceFile(siteId: string, name: string) {
  return useQuery({
    queryKey: [...sourceKey(siteId), 'file', name],
    enabled: name !== '',
    // Never refetched, because the user edits this version; saving names it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => openFile(siteId, name, signal),
  })
}

async function openFile(siteId: string, name: string, signal: AbortSignal): Promise<OpenedFile> {
  const path = { site_id: siteId, name }
  const file = await call('getSource', { path, signal })
  if (Array.isArray(file) || file instanceof Blob) throw new Error('not a file')
  const isSmall = file.filesize <= MAX_BYTES
  return { file, text: isSmall ? await readSourceText(siteId, name, { signal }) : null }
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
