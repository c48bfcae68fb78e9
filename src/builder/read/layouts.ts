/** Reads layouts and includes, those of the theme below those of the site. */

import type { Layout } from '../items/layout.js'
import type { Reading } from './reading.js'
import { readItemText, readText } from './text.js'
import { filesBelow, joinPath } from './tree.js'

// Whatever a site calls its own.
const THEME_LAYOUTS = '_layouts/'
const THEME_INCLUDES = '_includes/'

/** Layouts by name. */
export async function readLayouts(reading: Reading): Promise<Map<string, Layout>> {
  const { settings, source, tree, filter, reporter } = reading
  const layouts = new Map<string, Layout>()
  for (const entry of filesBelow(tree, settings.layoutsDir)) {
    if (!entry.includes('.') || !filter.keeps('', entry, false)) continue
    const path = joinPath(settings.layoutsDir, entry)
    const text = await readItemText(source, path, { reporter, strict: settings.strictFrontMatter })
    layouts.set(layoutName(entry), { ...text, name: layoutName(entry), path })
  }
  const { theme } = reading
  for (const path of theme?.files ?? []) {
    const name = layoutName(path.slice(THEME_LAYOUTS.length))
    if (theme === null || !path.startsWith(THEME_LAYOUTS) || name === '' || layouts.has(name))
      continue
    const text = await readItemText(theme.source, path, {
      reporter,
      strict: settings.strictFrontMatter,
    })
    layouts.set(name, { ...text, name, path: `${theme.name}/${path}` })
  }
  return layouts
}

// jekyll/readers/layout_reader.rb: the name is the path up to its last dot
function layoutName(entry: string): string {
  return entry.split('.').slice(0, -1).join('.')
}

/** Text of every include by its path in the includes folder. */
export async function readIncludes(reading: Reading): Promise<Map<string, string>> {
  const { settings, source, tree } = reading
  const includes = new Map<string, string>()
  const { theme } = reading
  for (const path of theme?.files ?? []) {
    if (theme !== null && path.startsWith(THEME_INCLUDES) && isText(path))
      includes.set(path.slice(THEME_INCLUDES.length), await readText(theme.source, path))
  }
  for (const entry of filesBelow(tree, settings.includesDir, { hidden: true })) {
    const path = joinPath(settings.includesDir, entry)
    if (isText(path)) includes.set(entry, await readText(source, path))
  }
  return includes
}

// With `includes_dir: .` the folder is the whole site, pictures and all.
function isText(path: string): boolean {
  return !/\.(?:png|jpe?g|gif|webp|avif|ico|pdf|zip|gz|woff2?|ttf|eot|mp[34]|webm|mov)$/i.test(path)
}
