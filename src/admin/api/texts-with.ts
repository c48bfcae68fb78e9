/** Texts that have some words, as they are now, and changes of many of them as one commit. */

import { call, list } from './client.js'
import { getEntry } from './entries.js'
import type { FullEntry } from './types.js'

/** Most texts that are looked at. */
export const MAX_TEXTS = 500

const PER_PAGE = 100
/** Texts that are read at a time. */
const AT_ONCE = 6

interface Found {
  readonly texts: readonly FullEntry[]
  /** How many have the words; not more than are looked at, if it is as large. */
  readonly total: number
}

/** The texts that the search finds, best matches first. @throws ApiError */
export async function textsWith(siteId: string, q: string, signal?: AbortSignal): Promise<Found> {
  const path = { site_id: siteId }
  const names: { readonly type: 'document' | 'page'; readonly id: string }[] = []
  let total = 0
  for (let page = 1; page === 1 || (names.length < total && names.length < MAX_TEXTS); page += 1) {
    const query = { q, per_page: PER_PAGE, page }
    // One page after the other: each says whether there is another one.
    const found = await list('searchSite', { path, query, signal })
    names.push(...found.items)
    ;({ total } = found)
    if (found.items.length === 0) break
  }
  const texts: FullEntry[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    texts.push(...(await Promise.all(some.map((name) => getEntry(name, signal)))))
  }
  return { texts, total }
}

/** A text and what is to be in place of it. */
interface NewBody {
  readonly text: Pick<FullEntry, 'id' | 'type' | 'sha'>
  readonly body: string
}

/** Changes bodies as one commit. @throws ApiError 412 if a text has changed meanwhile; then none is changed */
export async function changeBodies(
  siteId: string,
  bodies: readonly NewBody[],
  message: string,
): Promise<void> {
  const changes = bodies.map(({ text: { id, type, sha }, body }) => ({
    action: 'update' as const,
    type,
    id,
    if_match: sha,
    body,
  }))
  await call('changeSite', { path: { site_id: siteId }, body: { message, changes } })
}
