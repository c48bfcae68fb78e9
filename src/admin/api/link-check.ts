/** What the next publish would do to addresses and links, and redirects from addresses that would be gone. */

import { useQuery } from '@tanstack/react-query'
import { call, type Reply } from './client.js'
import { getEntry, updateEntry, type Change } from './entries.js'
import { keys } from './queries.js'
import type { FoundText } from './search.js'
import type { Entry, Hash, Site } from './types.js'

export type LinkCheck = Reply<'checkLinks'>
export type GoneAddress = LinkCheck['gone'][number]
export type BrokenLink = LinkCheck['broken'][number]

/** Asked each time that the window opens, and after each save. */
export function useLinkCheck(site: Site, isEnabled = true) {
  return useQuery({
    queryKey: [...keys.entries(site.id), 'links', site.jobs.publish.last_at],
    enabled: isEnabled && site.can.publish && site.jobs.publish.last_at !== null,
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
  const next = withRedirects(metadata, [url])
  if (next) await updateEntry(to, { sha, metadata: next })
}

/** The metadata of a text to which addresses lead, too; null if all did before. */
function withRedirects(metadata: Hash, urls: readonly string[]): Hash | null {
  const before = listOf(metadata['redirect_from'])
  const next = [...new Set([...before, ...urls])]
  return next.length === before.length ? null : { ...metadata, redirect_from: next }
}

/** What `redirect_from` has: a list, or one address. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value].filter((one) => one !== undefined && one !== null)
}

/** The live addresses of texts that are deleted, and those that have led to them. */
export function redirectedUrls(texts: readonly Entry[], { gone }: LinkCheck): readonly string[] {
  return texts.flatMap(({ id, url, metadata }) => {
    const moved = gone.filter(({ moved_to: to }) => to?.id === id).map((one) => one.url)
    const former = listOf(metadata['redirect_from']).filter((one) => typeof one === 'string')
    return [...(moved.length > 0 ? moved : [url]), ...former]
  })
}

/** The change after which addresses lead to a text; null if they do. @throws ApiError */
export async function redirectChange(
  { type, id }: Pick<FoundText, 'type' | 'id'>,
  urls: readonly string[],
): Promise<Change | null> {
  const { sha, metadata } = await getEntry({ type, id })
  const next = withRedirects(metadata, urls)
  return next && { action: 'update', type, id, if_match: sha, metadata: next }
}
