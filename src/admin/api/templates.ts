/** Templates, with which new texts can begin. */

import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from './client.js'
import type { ListPlace } from './entries.js'
import { keys } from './queries.js'
import { readSourceText, writeSource } from './source-text.js'
import type { FullEntry } from './types.js'

export type Template = Reply<'listTemplates'>[number]

export const templatesKey = ({ siteId, collection }: ListPlace) => [
  ...keys.site(siteId),
  'templates',
  collection ?? '',
]

export function useTemplates(place: ListPlace) {
  const { siteId, collection } = place
  return useQuery({
    queryKey: templatesKey(place),
    queryFn: ({ signal }) => {
      const query = collection === null ? {} : { collection }
      return call('listTemplates', { path: { site_id: siteId }, query, signal })
    },
  })
}

/** Keeps the saved file of a text as a template. @throws ApiError 412 if there is one with this name */
export async function saveTemplate(
  place: ListPlace,
  entry: FullEntry,
  name: string,
): Promise<void> {
  const { siteId, collection } = place
  const text = await readSourceText(siteId, entry.filename, {
    signal: AbortSignal.timeout(MAX_MS),
  })
  const extension = /\.[^./]+$/.exec(entry.filename)?.[0] ?? ''
  const folder = collection === null ? '' : `${collection}/`
  const path = `.galley/templates/${folder}${fileNameOf(name)}${extension}`
  await writeSource({ siteId, name: path }, text ?? '', null)
}

const MAX_MS = 60_000

/** `new-recipe` for `New recipe`: the name is shown without its hyphens. */
function fileNameOf(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
}
