/** Posts by tag and by category. */

import type { YamlValue } from '../../../content/yaml/value.js'
import type { Document } from '../../items/document.js'

/** The posts of each name, newest first; names in the order in which posts have them. */
export function groupPosts(
  posts: readonly Document[],
  key: 'tags' | 'categories',
): Map<YamlValue, Document[]> {
  const groups = new Map<YamlValue, Document[]>()
  for (const post of posts) {
    const names = post.data.get(key)
    for (const name of Array.isArray(names) ? names : []) {
      const group = groups.get(name)
      if (group === undefined) groups.set(name, [post])
      else group.push(post)
    }
  }
  for (const group of groups.values()) group.sort((a, b) => b.compareTo(a))
  return groups
}
