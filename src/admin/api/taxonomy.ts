/** Tags and categories over all posts of a site: how many have each, and renaming one everywhere. */

import { useQuery } from '@tanstack/react-query'
import { compareWords } from '../text/order.js'
import { call } from './client.js'
import { listEntries } from './entries.js'
import { keys } from './queries.js'
import type { Entry } from './types.js'

export type WordKind = 'tags' | 'categories'

export interface UsedWord {
  readonly word: string
  readonly posts: readonly Entry[]
}

/** Rows per request. */
const PER_PAGE = 1000

/** All tags or categories of the posts that the user may see, most used first. */
export function useUsedWords(siteId: string, kind: WordKind) {
  return useQuery({
    queryKey: [...keys.entries(siteId), 'posts'],
    queryFn: ({ signal }) => readPosts(siteId, signal),
    select: (posts) => wordsOf(posts, kind),
  })
}

async function readPosts(siteId: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const posts: Entry[] = []
  for (let page = 1; ; page += 1) {
    const place = { siteId, collection: 'posts' }
    const { items, total } = await listEntries(place, { page, per_page: PER_PAGE }, signal)
    posts.push(...items)
    if (items.length === 0 || posts.length >= total) return posts
  }
}

function wordsOf(posts: readonly Entry[], kind: WordKind): readonly UsedWord[] {
  const found = new Map<string, Entry[]>()
  for (const post of posts) {
    for (const word of new Set(post[kind] ?? [])) {
      const known = found.get(word)
      if (known) known.push(post)
      else found.set(word, [post])
    }
  }
  return [...found]
    .map(([word, having]) => ({ word, posts: having }))
    .sort((a, b) => b.posts.length - a.posts.length || compareWords(a.word, b.word))
}

/**
 * Renames a tag or category in all posts that have it, in one commit.
 *
 * @param next the new word; empty removes it
 * @throws ApiError 412 if a post has changed since it was read
 */
export async function renameWord(
  siteId: string,
  { word, posts }: UsedWord,
  { kind, next }: { readonly kind: WordKind; readonly next: string },
): Promise<void> {
  const renamed = (given: readonly string[]) => [
    ...new Set(given.map((one) => (one === word ? next : one)).filter((one) => one !== '')),
  ]
  const changes = posts.map((post) => ({
    action: 'update' as const,
    type: 'document' as const,
    id: post.id,
    if_match: post.sha,
    [kind]: renamed(post[kind] ?? []),
  }))
  await call('changeSite', { path: { site_id: siteId }, body: { changes } })
}
