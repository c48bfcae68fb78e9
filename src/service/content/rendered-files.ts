/**
 * Tells which files without front matter a build of the site reads as texts or templates. For the roles they are texts:
 * a writer's would be live, and run its Liquid, without a review.
 *
 * @see src/http/README.md (Roles)
 */

import { chooseJekyll } from '../../builder/base/jekyll-version.js'
import { cleanFolder, text, texts } from '../../builder/base/settings.js'
import { DEFAULTS } from '../../builder/config.js'
import { extensionOf, nameOf } from '../../builder/items/item.js'
import { basenameOf } from '../../builder/items/static-file.js'
import { gemfilePlugins, withGithubPages } from '../../builder/plugins/github-pages.js'
import {
  isOptionalPage,
  OPTIONAL_FRONT_MATTER,
} from '../../builder/plugins/optional-front-matter.js'
import { isReadmePage, README_INDEX } from '../../builder/plugins/readme-index.js'
import {
  GEMFILE,
  GEMFILE_LOCK,
  parseGemfile,
  parseGemfileLock,
} from '../../content/gems/gemfile.js'
import type { SiteConfig } from '../../content/site-config.js'
import { GalleyError } from '../../errors.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import type { RoleKind } from '../../model/role.js'

interface At {
  readonly repository: Pick<Repository, 'readBlob'>
  readonly snapshot: Pick<Snapshot, 'entry'>
  readonly config: SiteConfig
}

/**
 * Refuses writers a file that is a text for the build of this very site, whether they would create, change, move or
 * delete it.
 *
 * @throws GalleyError `forbidden`
 */
export async function refuseRendered(role: RoleKind, path: string, at: At): Promise<void> {
  if (role !== 'writer') return
  const name = nameOf(path)
  if (isTemplate(path, at.config)) {
    throw new GalleyError(
      'forbidden',
      `The pages of the site are made with the files of the folder of ${name}: ask a publisher or an admin.`,
    )
  }
  if (!(await isPage(path, at))) return
  throw new GalleyError(
    'forbidden',
    `The site makes a page of ${name}, even without front matter, which needs a review: create ` +
      'it as a document, or ask a publisher or an admin.',
  )
}

/** Templates and data are read wherever the configuration says, which may be in the folder of a collection. */
function isTemplate(path: string, { raw }: SiteConfig): boolean {
  return (['layouts_dir', 'includes_dir', 'data_dir'] as const).some((key) => {
    const folder = cleanFolder(text(raw.get(key)) ?? DEFAULTS[key])
    return folder !== '' && path.startsWith(`${folder}/`)
  })
}

async function isPage(path: string, { repository, snapshot, config }: At): Promise<boolean> {
  const { raw, markdownExtensions } = config
  const name = nameOf(path)
  const file = { name, sourcePath: path, basename: basenameOf(name), extension: extensionOf(name) }
  const rules = { config: raw, markdownExtensions }
  const pageOf = new Map([
    [OPTIONAL_FRONT_MATTER.name, isOptionalPage(rules, file)],
    [README_INDEX.name, isReadmePage(rules, file)],
  ])
  // Most files are no page, whatever the plugins: the Gemfile is not read for them.
  if (![...pageOf.values()].includes(true)) return false
  const plugins = await pluginsOf({ repository, snapshot, config })
  return [...plugins].some((plugin) => pageOf.get(plugin) === true)
}

/** Names of the plugins that a site is built with; some may be unknown. */
export async function pluginsOf({
  repository,
  snapshot,
  config: { raw },
}: At): Promise<Set<string>> {
  const textOf = async (name: string) => {
    const entry = await snapshot.entry(name)
    return entry ? (await repository.readBlob(entry.oid)).toString('utf8') : null
  }
  const written = await textOf(GEMFILE)
  const gemfile = written === null ? null : parseGemfile(written)
  const lock = parseGemfileLock((await textOf(GEMFILE_LOCK)) ?? '')
  // A site that is older than this rule may read fewer files than that.
  const { isGithubPages } = chooseJekyll({ config: raw, gemfile, lock })
  const gems = gemfilePlugins(gemfile)
  const named = [...gems, ...texts(raw.get('plugins')), ...texts(raw.get('gems'))]
  return new Set(
    withGithubPages(new Map(named.map((plugin) => [plugin, ''])), isGithubPages).keys(),
  )
}
