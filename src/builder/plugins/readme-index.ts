/** jekyll-readme-index: a README is the index page of a folder that has none. */

import type { StaticFile } from '../items/static-file.js'
import { readPage } from '../read/reader.js'
import { section } from '../base/settings.js'
import type { Site } from '../items/site.js'
import { removeFiles, type RenderingRules } from './optional-front-matter.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

const LOW = -10

async function generate({ site, reading }: GeneratorContext): Promise<void> {
  const { config, content } = site.settings
  const options = section(config, 'readme_index')
  if (options.get('enabled') === false) return
  const indexed = indexedFolders(site)
  for (const file of site.staticFiles.filter((one) => isReadme(content, one))) {
    const folder = takeFolder(indexed, file.url)
    if (folder === null) continue
    const page = await readPage(reading, file.sourcePath)
    page.moveTo(`${folder}/`)
    site.pages.push(page)
    if (options.get('remove_originals') === true) removeFiles(site, [file])
  }
  if (options.get('with_frontmatter') !== true) return
  for (const page of site.pages.filter((one) => isReadme(content, one))) {
    const folder = takeFolder(indexed, page.url)
    if (folder !== null) page.moveTo(`${folder}/`)
  }
}

/** Whether the plugin may make a page of a file that has no front matter. */
export function isReadmePage(rules: RenderingRules, file: NamedFile): boolean {
  const options = section(rules.config, 'readme_index')
  return options.get('enabled') !== false && isReadme(rules, file)
}

type NamedFile = Pick<StaticFile, 'basename' | 'extension'>

// The extensions are those of Markdown as the configuration writes them, in lower case.
function isReadme(
  { markdownExtensions }: Pick<RenderingRules, 'markdownExtensions'>,
  { basename, extension }: NamedFile,
): boolean {
  return /^readme$/i.test(basename) && markdownExtensions.includes(extension)
}

/** Folders that have an index, in lower case, with their slash; that of a static file counts. */
function indexedFolders(site: Site): Set<string> {
  const urls = [...site.pages, ...site.staticFiles].map(({ url }) => url.toLowerCase())
  const folders = urls.flatMap((url) => {
    const end = url.lastIndexOf('/') + 1
    return /^(?:index\.(?:html?|xhtml|xml))?$/.test(url.slice(end)) ? [url.slice(0, end)] : []
  })
  return new Set(folders)
}

/** The folder of a URL, which has an index from now on; null where it has one. */
function takeFolder(indexed: Set<string>, url: string): string | null {
  const folder = folderOf(url)
  const key = folder === '/' ? '/' : `${folder.toLowerCase()}/`
  if (indexed.has(key)) return null
  indexed.add(key)
  return folder
}

/** Folder of a URL, as Ruby's `File.dirname`: one slash for that of the site. */
function folderOf(url: string): string {
  const path = url.endsWith('/') ? url.slice(0, -1) : url
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

/** The plugin. */
export const README_INDEX: Plugin = {
  name: 'jekyll-readme-index',
  generators: [{ priority: LOW, changesItems: true, run: generate }],
}
