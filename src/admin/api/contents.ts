/** Counts the documents, pages and files of a site. */

import { useQuery } from '@tanstack/react-query'
import { list } from './client.js'
import { listEntries } from './entries.js'
import { keys, readCollections } from './queries.js'

interface Contents {
  /** Collections with at least one document. */
  readonly collections: readonly {
    readonly path: string
    readonly title: string
    readonly count: number
  }[]
  readonly pages: number
  readonly files: number
}

export function useContents(siteId: string, isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: [...keys.entries(siteId), 'contents'],
    queryFn: ({ signal }) => readContents(siteId, signal),
  })
}

/** Requests run one after the other, because a site may have many collections. */
async function readContents(siteId: string, signal: AbortSignal): Promise<Contents> {
  const countOf = async (collection: string | null) =>
    (await listEntries({ siteId, collection }, { per_page: 1 }, signal)).total
  const collections = []
  for (const { path, title } of await readCollections(siteId, signal)) {
    const count = await countOf(path)
    if (count > 0) collections.push({ path, title, count })
  }
  const request = { path: { site_id: siteId }, query: { per_page: 1 }, signal }
  const files = (await list('listMedia', request)).total
  return { collections, pages: await countOf(null), files }
}
