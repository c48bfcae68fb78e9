/**
 * jekyll-postfiles: what lies beside a post in a folder of its own (`_posts/2024-01-02-trip/map.png`) is published beside
 * the page of the post.
 *
 * @see https://github.com/nhoizey/jekyll-postfiles (README)
 */

import { folderOf, extensionOf } from '../items/item.js'
import { postsOf } from '../items/site.js'
import { readStaticFile } from '../read/collections.js'
import { filesBelow, joinPath } from '../read/tree.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

const LOW = -10

async function generate({ site, reading }: GeneratorContext): Promise<void> {
  const { markdownExtensions } = site.settings.content
  const posts = postsOf(site)
  const taken = new Set(posts.map(({ sourcePath }) => sourcePath))
  for (const { sourcePath, outputPath } of posts) {
    const folder = folderOf(sourcePath)
    // Posts that share one folder share no files.
    if (outputPath === null || /(?:^|\/)_(?:posts|drafts)$/.test(folder)) continue
    for (const entry of filesBelow(reading.tree, folder)) {
      const file = joinPath(folder, entry)
      if (taken.has(file) || markdownExtensions.includes(extensionOf(entry).toLowerCase())) continue
      taken.add(file)
      const path = `/${joinPath(folderOf(outputPath), entry)}`
      site.staticFiles.push(
        await readStaticFile(reading, path, { sourcePath: file, collection: null }),
      )
    }
  }
}

export const POSTFILES: Plugin = {
  name: 'jekyll-postfiles',
  generators: [{ priority: LOW, run: generate }],
}
