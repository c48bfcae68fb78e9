/** Reads layouts and includes, those of the theme below those of the site. */

import { readFrontMatter } from '../../content/front-matter/read.js'
import type { Layout } from '../items/layout.js'
import type { Theme } from '../items/site.js'
import type { Reading } from './reading.js'
import { readItemText, readText } from './text.js'
import { filesBelow, joinPath } from './tree.js'

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
  for (const layout of themeLayouts(reading.theme)) {
    if (!layouts.has(layout.name)) layouts.set(layout.name, layout)
  }
  return layouts
}

// jekyll/readers/layout_reader.rb: the name is the path up to its last dot
function layoutName(entry: string): string {
  return entry.split('.').slice(0, -1).join('.')
}

function* themeLayouts(theme: Theme | null): Generator<Layout> {
  for (const [path, content] of theme?.files ?? []) {
    if (!path.startsWith('_layouts/')) continue
    const { data, body } = readFrontMatter(content)
    const name = layoutName(path.slice('_layouts/'.length))
    yield { name, path: `${theme?.name}/${path}`, content: body, lineOffset: 0, data }
  }
}

/** Text of every include by its path in the includes folder. */
export async function readIncludes(reading: Reading): Promise<Map<string, string>> {
  const { settings, source, tree } = reading
  const includes = new Map<string, string>()
  for (const [path, content] of reading.theme?.files ?? []) {
    if (path.startsWith('_includes/')) includes.set(path.slice('_includes/'.length), content)
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
