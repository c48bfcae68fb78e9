/**
 * jekyll-github-metadata: `site.github`, without asking GitHub. What follows from the name of the repository is there;
 * what only GitHub knows (contributors, releases, stars) is empty. The site's `url` and `baseurl` stay as they are, since it
 * is not served there.
 *
 * @see https://jekyll.github.io/github-metadata/site.github/
 */

import type { YamlMap, YamlValue } from '../../content/yaml/value.js'
import type { Reporter } from '../base/report.js'
import { section, text } from '../base/settings.js'

export const GITHUB_METADATA = 'jekyll-github-metadata'

const REPOSITORY = /^(?:https?:\/\/github\.com\/)?([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/

/** Settings with those that the plugin adds; what a site says under `github` itself counts. */
export function withGithubMetadata(
  config: YamlMap,
  { isNamed, reporter }: { readonly isNamed: boolean; readonly reporter: Reporter },
): YamlMap {
  const [, owner, name] = REPOSITORY.exec(text(config.get('repository')) ?? '') ?? []
  const own = section(config, 'github')
  const isKnown = owner !== undefined && name !== undefined
  if (!isKnown && isNamed) {
    const message = `${GITHUB_METADATA} needs the name of the repository: set repository: owner/name.`
    reporter.warn(message, { path: '_config.yml', key: 'plugins' })
  }
  const known = isKnown ? aboutRepository(owner, name) : []
  const github: YamlMap = new Map([...ALWAYS, ...known, ...own])
  const added = new Map(config)
  added.set('github', github)
  // As the plugin does for a site without a title.
  if (isKnown && (config.get('title') ?? null) === null) added.set('title', name)
  return added
}

const ALWAYS: readonly (readonly [string, YamlValue])[] = [
  ['hostname', 'github.com'],
  ['api_url', 'https://api.github.com'],
  ['help_url', 'https://help.github.com'],
  ['pages_hostname', 'github.io'],
  ['environment', 'dotcom'],
  ['pages_env', 'dotcom'],
  ['contributors', []],
  ['public_repositories', []],
  ['organization_members', []],
  ['releases', []],
  ['show_downloads', true],
]

function aboutRepository(owner: string, name: string): (readonly [string, YamlValue])[] {
  const ownerUrl = `https://github.com/${owner}`
  const url = `${ownerUrl}/${name}`
  const isUserPage = name.toLowerCase() === `${owner.toLowerCase()}.github.io`
  const pages = `https://${owner.toLowerCase()}.github.io`
  return [
    ['repository_nwo', `${owner}/${name}`],
    ['repository_name', name],
    ['repository_url', url],
    ['project_title', name],
    ['project_tagline', null],
    ['owner_name', owner],
    ['owner_url', ownerUrl],
    ['owner_gravatar_url', `${ownerUrl}.png`],
    ['clone_url', `${url}.git`],
    ['zip_url', `${url}/zipball/HEAD`],
    ['tar_url', `${url}/tarball/HEAD`],
    ['issues_url', `${url}/issues`],
    ['wiki_url', `${url}/wiki`],
    ['releases_url', `${url}/releases`],
    ['is_user_page', isUserPage],
    ['is_project_page', !isUserPage],
    ['url', isUserPage ? pages : `${pages}/${name}`],
    ['baseurl', isUserPage ? '' : `/${name}`],
  ]
}
