/** jekyll-optional-front-matter: Markdown files without front matter are pages, too. */

import type { YamlMap } from '../../content/yaml/value.js'
import type { StaticFile } from '../items/static-file.js'
import { matchesAny } from '../read/entry-filter.js'
import { readPage } from '../read/reader.js'
import { isTruthy, section, texts } from '../base/settings.js'
import type { Site } from '../items/site.js'
import type { GeneratorContext, Plugin } from '../render/plugin.js'

// Files that tell people of the repository, not of the site.
const LEFT_OUT =
  /^(?:readme|licen[cs]e|copying|code_of_conduct|contributing|issue_template|pull_request_template)$/i

/** What decides which files are rendered without front matter. */
export interface RenderingRules {
  /** The whole configuration. */
  readonly config: YamlMap
  readonly markdownExtensions: readonly string[]
}

type NamedFile = Pick<StaticFile, 'basename' | 'extension' | 'name' | 'sourcePath'>

/** Whether the plugin makes a page of a file that has no front matter; a file of a collection, too. */
export function isOptionalPage(
  { config, markdownExtensions }: RenderingRules,
  { basename, extension, name, sourcePath }: NamedFile,
): boolean {
  const options = section(config, 'optional_front_matter')
  if (options.get('enabled') === false || isTruthy(config.get('require_front_matter'))) return false
  if (!markdownExtensions.includes(extension.toLowerCase())) return false
  const included = texts(config.get('include') ?? [])
  return (
    !LEFT_OUT.test(basename) ||
    matchesAny(included, sourcePath, false) ||
    matchesAny(included, name, false)
  )
}

async function generate({ site, reading }: GeneratorContext): Promise<void> {
  const { config, content } = site.settings
  const rules = { config, markdownExtensions: content.markdownExtensions }
  const found = site.staticFiles.filter((file) => isOptionalPage(rules, file))
  for (const { sourcePath } of found) site.pages.push(await readPage(reading, sourcePath))
  const options = section(config, 'optional_front_matter')
  if (options.get('remove_originals') === true) removeFiles(site, found)
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
