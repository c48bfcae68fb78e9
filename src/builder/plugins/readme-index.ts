/** jekyll-readme-index: a README is the index page of a folder that has none. */

import { folderOf } from '../items/item.js'
import { readPage } from '../read/reader.js'
import { isTruthy, section } from '../base/settings.js'
import type { Site } from '../items/site.js'
import { isMarkdownFile, removeFiles } from './optional-front-matter.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

const LOW = -10

async function generate({ site, reading }: GeneratorContext): Promise<void> {
  const options = section(site.settings.config, 'readme_index')
  if (options.get('enabled') === false) return
  const files = site.staticFiles.filter(
    (file) => isMarkdownFile(site, file) && isReadme(file.basename),
  )
  for (const file of files.filter(({ sourcePath }) => !hasIndex(site, folderOf(sourcePath)))) {
    const page = await readPage(reading, file.sourcePath)
    page.moveTo(indexUrl(page.path))
    site.pages.push(page)
    if (isTruthy(options.get('remove_originals'))) removeFiles(site, [file])
  }
  if (isTruthy(options.get('with_frontmatter'))) moveReadmePages(site)
}

function moveReadmePages(site: Site): void {
  for (const page of site.pages) {
    if (!isReadme(page.basename) || page.data.has('permalink')) continue
    if (!hasIndex(site, folderOf(page.path))) page.moveTo(indexUrl(page.path))
  }
}

function isReadme(name: string): boolean {
  return /^readme$/i.test(name)
}

function indexUrl(path: string): string {
  return folderOf(path) === '' ? '/' : `/${folderOf(path)}/`
}

function hasIndex(site: Site, folder: string): boolean {
  const url = folder === '' ? '/' : `/${folder}/`
  return site.pages.some((page) => page.url === url || page.url === `${url}index.html`)
}

/** The plugin. */
export const README_INDEX: Plugin = {
  name: 'jekyll-readme-index',
  generators: [{ priority: LOW, run: generate }],
}
