/** What the next publish would do to addresses and links, and redirects from addresses that would be gone. */

import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from './client.js'
import { getEntry, updateEntry } from './entries.js'
import { keys } from './queries.js'
import type { Site } from './types.js'

export type LinkCheck = Reply<'checkLinks'>
export type GoneAddress = LinkCheck['gone'][number]
export type BrokenLink = LinkCheck['broken'][number]

/** Asked each time that the window opens, and after each save. */
export function useLinkCheck(site: Site) {
  return useQuery({
    queryKey: [...keys.entries(site.id), 'links', site.jobs.publish.last_at],
    enabled: site.can.publish && site.jobs.publish.last_at !== null,
    staleTime: 0,
    queryFn: ({ signal }) => call('checkLinks', { path: { site_id: site.id }, signal }),
  })
}

/**
 * Makes an address that would be gone lead to the text that was there, as one commit.
 *
 * @throws ApiError 409 with the conflict if the text changes meanwhile
 */
export async function redirect(url: string, to: NonNullable<GoneAddress['moved_to']>) {
  const { sha, metadata } = await getEntry(to)
  const before: unknown = metadata['redirect_from'] ?? []
  const addresses: unknown[] = Array.isArray(before) ? before : [before]
  if (addresses.includes(url)) return
  await updateEntry(to, { sha, metadata: { ...metadata, redirect_from: [...addresses, url] } })
}
