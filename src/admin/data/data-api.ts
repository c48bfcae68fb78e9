/** Reads and saves data files. */

import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { isHash } from '../fields/metadata.js'
import type { DataEdit, DataFile } from './data-value.js'

export const dataKey = (siteId: string, name: string) => [...keys.dataFiles(siteId), name]

export function useDataFile(siteId: string, name: string) {
  return useQuery({
    queryKey: dataKey(siteId, name),
    // Never refetched, because the user edits this version; saving names it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) => call('getDataFile', { path: { site_id: siteId, name }, signal }),
  })
}

interface SavedAs {
  readonly siteId: string
  readonly name: string
  readonly sha: string
}

/** Edits in one request: as many as the server takes. */
const MAX_EDITS = 100

/**
 * Saves edits, on top of what others have saved meanwhile.
 *
 * @param saved called after each part, with the number of its edits
 * @throws ApiError 409, with all versions, if others have changed the same part
 */
export async function saveEdits(
  { siteId, name, sha }: SavedAs,
  edits: readonly DataEdit[],
  saved: (file: DataFile, count: number) => void,
): Promise<void> {
  let base = sha
  for (let at = 0; at < edits.length; at += MAX_EDITS) {
    const part = edits.slice(at, at + MAX_EDITS)
    const body = { edits: [...part], sha: base }
    const file = await call('updateDataFile', { path: { site_id: siteId, name }, body })
    base = file.sha
    saved(file, part.length)
  }
}

/** Saves the whole source. @throws ApiError 422 for a broken one, unless it may be broken; 409 as for edits */
export function saveText(
  { siteId, name, sha }: SavedAs,
  text: string,
  isBroken: boolean,
): Promise<DataFile> {
  const body = { text, sha, ...(isBroken && { broken: true }) }
  return call('updateDataFile', { path: { site_id: siteId, name }, body })
}

/** All versions of a file that two people have changed. */
export interface DataConflict {
  readonly base: string
  readonly theirs: string
  readonly mine: string
  /** Of their version. */
  readonly sha: string
}

/** The conflict that an error reports; null for other errors. */
export function conflictOf(error: unknown): DataConflict | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { conflict } = error.body
  if (!isHash(conflict)) return null
  const [base, theirs, mine] = ['base', 'theirs', 'mine'].map((side) => textOf(conflict[side]))
  if (base === undefined || theirs === undefined || mine === undefined) return null
  return { base, theirs, mine, sha: error.currentSha }
}

function textOf(side: unknown): string | undefined {
  return isHash(side) && typeof side['text'] === 'string' ? side['text'] : undefined
}

const SHARED = 'publisher_data'

/** The entries of `publisher_data` in the configuration: files and folders below that of data. */
export function sharedData({ metadata }: Site): readonly string[] {
  const shared = metadata[SHARED]
  return [shared].flat().filter((one) => typeof one === 'string')
}

/** The path of a data file below their folder. */
export function pathInData({ metadata }: Site, name: string): string {
  const folder = metadata['data_dir']
  const clean =
    typeof folder === 'string'
      ? folder
          .split('/')
          .filter((one) => one !== '' && one !== '.')
          .join('/')
      : '_data'
  return name.startsWith(`${clean}/`) ? name.slice(clean.length + 1) : name
}

/** Lets publishers change a file, or not any more. @throws ApiError */
export async function shareData(site: Site, path: string, isShared: boolean): Promise<void> {
  const others = sharedData(site).filter((one) => one !== path)
  const shared = isShared ? [...others, path] : others
  const { [SHARED]: _, ...rest } = site.metadata
  const metadata = shared.length === 0 ? rest : { ...rest, [SHARED]: shared }
  await call('updateSite', { path: { site_id: site.id }, body: { metadata } })
}
