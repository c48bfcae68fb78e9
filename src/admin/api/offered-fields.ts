/**
 * Field declarations for other editors (Pages CMS, Decap): finds them in the source and copies them to the site's
 * collections.
 */

import { useQuery } from '@tanstack/react-query'
import { ApiError, call } from './client.js'
import { readSourceText } from './source-text.js'
import { useCollections } from './queries.js'
import type { Site } from './types.js'
import { offeredFields, type OfferedFields } from '../fields/other-editors.js'

/** The files in which other editors expect their configuration. */
const FILES = ['.pages.yml', 'admin/config.yml', 'admin/config.yaml'] as const
/** Largest file that is parsed, in characters; nobody writes a longer one by hand. */
const MAX_CHARACTERS = 200_000

interface Offer {
  readonly file: string
  readonly collections: readonly OfferedFields[]
}

/**
 * Collections without declared fields for which another editor's configuration has some; null if there are none.
 */
export function useOffer(site: Site): Offer | null {
  const { data: collections } = useCollections(site.id)
  const { data } = useQuery({
    queryKey: ['site', site.id, 'offered-fields'],
    enabled: site.can.edit_source && site.can.update,
    queryFn: ({ signal }) => findOffer(site.id, signal),
  })
  const open = (collections ?? []).filter(({ metadata }) => !Array.isArray(metadata['fields']))
  const wanted = (data?.collections ?? []).filter(({ collection }) =>
    open.some(({ path }) => path === collection),
  )
  return data && wanted.length > 0 ? { file: data.file, collections: wanted } : null
}

async function findOffer(siteId: string, signal: AbortSignal): Promise<Offer | null> {
  for (const file of FILES) {
    const text = await readSourceText(siteId, file, { signal }).catch(noFile)
    if (text === null || text.length > MAX_CHARACTERS) continue
    const collections = offeredFields(await parsed(text))
    if (collections.length > 0) return { file, collections }
  }
  return null
}

function noFile(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}

/** The file as data; null if it is not valid YAML. */
async function parsed(text: string): Promise<unknown> {
  const { load } = await import('js-yaml/browser')
  try {
    return load(text)
  } catch {
    return null
  }
}

/** Writes the fields into `_config.yml`. @throws ApiError */
export async function takeOver(siteId: string, { collection, fields }: OfferedFields) {
  const path = { site_id: siteId, path: collection }
  const { metadata } = await call('getCollection', { path })
  await call('updateCollection', { path, body: { metadata: { ...metadata, fields } } })
}
