/** Makes links of other texts lead to a text that was moved. */

import { followNames } from './file-links.js'
import { changeBodies, textsWith } from './texts-with.js'
import type { FullEntry } from './types.js'

/** What texts name a text by: its address, its file and, for a post, the name of `post_url`. */
function namesOf(text: FullEntry): readonly string[] {
  const post = /^_posts\/(.+)\.[^./]+$/.exec(text.filename)?.[1]
  return [text.url, text.filename, ...(post === undefined ? [] : [post])]
}

/** The words by which the search finds what has a name in it. */
const wordsOf = (name: string): string => (name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')

/**
 * Changes all texts that link to one, as one commit. Those that the user may not change stay.
 *
 * @returns how many were changed
 * @throws ApiError 412 if one of them has changed meanwhile
 */
export async function followMoved(was: FullEntry, now: FullEntry): Promise<number> {
  const [before, after] = [namesOf(was), namesOf(now)]
  const pairs = before.map((name, index) => [name, after[index] ?? name] as const)
  const names = new Map(pairs.filter(([from, to]) => from !== to && from !== ''))
  const found = new Map<string, FullEntry>()
  for (const name of names.keys()) {
    const { texts } = await textsWith(now.site_id, wordsOf(name))
    for (const text of texts) found.set(text.id, text)
  }
  const bodies = [...found.values()]
    .filter(({ id, can }) => can.update && id !== now.id)
    .map((text) => ({ text, body: followNames(text.body, names) }))
    .filter(({ text, body }) => text.body !== body)
  if (bodies.length > 0) {
    await changeBodies(now.site_id, bodies, `Follow ${was.filename} to ${now.filename}`)
  }
  return bodies.length
}
