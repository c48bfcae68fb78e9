/** jekyll-optional-front-matter: Markdown files without front matter are pages, too. */

import type { Page } from '../items/page.js'
import type { StaticFile } from '../items/static-file.js'
import { matchesAny } from '../read/entry-filter.js'
import { readPage } from '../read/reader.js'
import { isTruthy, section, texts } from '../base/settings.js'
import type { Site } from '../items/site.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

// Files that tell people of the repository, not of the site.
const LEFT_OUT =
  /^(?:readme|licen[cs]e|copying|code_of_conduct|contributing|issue_template|pull_request_template)$/i

async function generate({ site, reading }: GeneratorContext): Promise<void> {
  const options = section(site.settings.config, 'optional_front_matter')
  if (options.get('enabled') === false) return
  if (isTruthy(site.settings.config.get('require_front_matter'))) return
  const found = site.staticFiles.filter((file) => isCandidate(site, file))
  for (const file of found) site.pages.push(await pageOf(reading, file))
  if (options.get('remove_originals') === true) removeFiles(site, found)
}

function pageOf(reading: GeneratorContext['reading'], file: StaticFile): Promise<Page> {
  return readPage(reading, file.sourcePath)
}

// A file of a collection, too, which becomes a page beside it.
function isCandidate(site: Site, file: StaticFile): boolean {
  if (!isMarkdownFile(site, file)) return false
  const included = texts(site.settings.config.get('include') ?? [])
  return (
    !LEFT_OUT.test(file.basename) ||
    matchesAny(included, file.sourcePath, false) ||
    matchesAny(included, file.name, false)
  )
}

/** Whether a static file has an extension of Markdown. */
function isMarkdownFile(site: Site, file: StaticFile): boolean {
  return site.settings.content.markdownExtensions.includes(file.extension.toLowerCase())
}

/** Takes files out of the site's static files. */
export function removeFiles(site: Site, files: readonly StaticFile[]): void {
  site.staticFiles = site.staticFiles.filter((file) => !files.includes(file))
}

/** The plugin. */
export const OPTIONAL_FRONT_MATTER: Plugin = {
  name: 'jekyll-optional-front-matter',
  generators: [{ priority: 0, run: generate }],
}
