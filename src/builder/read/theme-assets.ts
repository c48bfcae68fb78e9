/** Reads the assets of a theme: pages and static files, where the site has none at the same path. */

import { readFrontMatter } from '../../content/front-matter/read.js'
import { Page } from '../items/page.js'
import { StaticFile } from '../items/static-file.js'
import { fileDefaults, type Reading } from './reading.js'
import { madeText } from './text.js'

/** Adds the theme's assets to what was found. */
export async function readThemeAssets(
  reading: Reading,
  found: { readonly pages: Page[]; readonly staticFiles: StaticFile[] },
): Promise<void> {
  for (const [path, content] of reading.theme?.files ?? []) {
    if (!path.startsWith('assets/')) continue
    const { has, data, body } = readFrontMatter(content)
    if (has && !found.pages.some((page) => page.path === path)) {
      const defaults = fileDefaults(reading.settings, path, 'pages')
      const { content: config } = reading.settings
      found.pages.push(new Page(path, madeText(body, data), { config, defaults }))
    } else if (!has && !found.staticFiles.some((file) => file.path === `/${path}`)) {
      found.staticFiles.push(themeFile(reading, path, content))
    }
  }
}

function themeFile(reading: Reading, path: string, content: string): StaticFile {
  // Pages may show the time of a file.
  reading.moment.isRead = true
  return new StaticFile(`/${path}`, {
    config: reading.settings.content,
    sourcePath: path,
    collection: null,
    data: new Map(),
    modifiedAt: reading.now,
    read: () => Promise.resolve(new TextEncoder().encode(content)),
  })
}
