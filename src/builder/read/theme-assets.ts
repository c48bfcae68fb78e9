/** Reads the assets of a theme: pages and static files, where the site has none at the same path. */

import { Page } from '../items/page.js'
import type { Theme } from '../items/site.js'
import { StaticFile } from '../items/static-file.js'
import { fileDefaults, type Reading } from './reading.js'
import { hasHeader, readItemText } from './text.js'

/** Adds the theme's assets to what was found. */
export async function readThemeAssets(
  reading: Reading,
  found: { readonly pages: Page[]; readonly staticFiles: StaticFile[] },
): Promise<void> {
  const { theme } = reading
  if (theme === null) return
  const pages = new Set(found.pages.map(({ path }) => path))
  const files = new Set(found.staticFiles.map(({ path }) => path))
  for (const path of theme.files) {
    if (!path.startsWith('assets/')) continue
    const isPage = await hasHeader(theme.source, path)
    if (isPage && !pages.has(path)) found.pages.push(await readAsset(reading, theme, path))
    else if (!isPage && !files.has(`/${path}`))
      found.staticFiles.push(await readFile(reading, theme, path))
  }
}

function readAsset(reading: Reading, theme: Theme, path: string): Promise<Page> {
  const read = () => themePage(reading, theme, path)
  return reading.kept?.item(reading, { path, as: 'page of the theme' }, read) ?? read()
}

function readFile(reading: Reading, theme: Theme, path: string): Promise<StaticFile> {
  const read = () => Promise.resolve(themeFile(reading, theme, path))
  return reading.kept?.item(reading, { path, as: 'file of the theme' }, read) ?? read()
}

async function themePage(
  { settings, reporter }: Reading,
  theme: Theme,
  path: string,
): Promise<Page> {
  const strict = settings.strictFrontMatter
  const text = await readItemText(theme.source, path, { reporter, strict })
  const defaults = fileDefaults(settings, path, 'pages')
  return new Page(path, text, { config: settings.content, defaults })
}

function themeFile(reading: Reading, theme: Theme, path: string): StaticFile {
  // Pages may show the time of a file.
  if (theme.modifiedAt === null) reading.moment.isRead = true
  return new StaticFile(`/${path}`, {
    config: reading.settings.content,
    sourcePath: path,
    collection: null,
    data: new Map(),
    modifiedAt: theme.modifiedAt ?? reading.now,
    read: () => theme.source.read(path),
  })
}
