/**
 * The plugins that a site's `Gemfile` names: `bundle exec jekyll` loads all of the group
 * `:jekyll_plugins`, whatever the configuration says.
 *
 * GitHub Pages loads its own gem for every site, so that one counts in any group.
 *
 * No Ruby is run: groups and gems are found line by line, as people and `jekyll new` write them.
 *
 * @see https://jekyllrb.com/docs/plugins/installation/ (The jekyll_plugins group)
 */

import { SourceError, type Source } from '../base/source.js'
import { GITHUB_PAGES } from './github-pages.js'

/** Where it stands in a site. */
export const GEMFILE = 'Gemfile'

const GROUP = ':jekyll_plugins'
const GEM = /^gem[\s(]\s*(["'])([\w.-]+)\1(.*)$/
const OPENS = /^(if|unless|case|begin)\b|\bdo(\s*\|[^|]*\|)?$/
/** `# …` to the end of the line, where no quote follows that it could stand in. */
const COMMENT = /(^|\s)#[^"']*$/

/** Names of gems, in their order; none where there is no Gemfile. */
export async function gemfilePlugins(source: Source): Promise<string[]> {
  try {
    return pluginsIn(new TextDecoder().decode(await source.read(GEMFILE)))
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}

/** The same of its text. */
export function pluginsIn(gemfile: string): string[] {
  const names: string[] = []
  // Of the blocks around a line: whether each is the group.
  const blocks: boolean[] = []
  for (const whole of gemfile.split(/\r?\n/)) {
    const line = whole.replace(COMMENT, '').trim()
    const [, , name, rest = ''] = GEM.exec(line) ?? []
    const isLoaded = blocks.includes(true) || namesGroup(rest) || name === GITHUB_PAGES
    if (name !== undefined && isLoaded) names.push(name)
    if (line === 'end') blocks.pop()
    else if (OPENS.test(line)) blocks.push(line.startsWith('group') && namesGroup(line))
  }
  return names
}

function namesGroup(line: string): boolean {
  return line.split(/[\s,()[\]]+/).includes(GROUP)
}
