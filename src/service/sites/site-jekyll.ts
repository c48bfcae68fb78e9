/**
 * Which Jekyll a site is built as and why, its theme, and the way to a newer version of that.
 *
 * @see src/builder/README.md (Which Jekyll; Themes)
 */

import { GalleyError } from '../../errors.js'
import type { Repositories } from '../branch/repositories.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import { namedFiles } from './commit-source.js'
import type { SiteJekyll, SiteThemes } from './site-themes.js'

export interface SiteJekylls {
  get(actor: Actor, siteId: string): Promise<SiteJekyll>
  /** Fetches the newest version of the theme that fits. @throws GalleyError `conflict` if there is none to be had */
  updateTheme(actor: Actor, siteId: string): Promise<SiteJekyll>
}

interface SiteJekyllsDependencies {
  readonly access: Pick<Access, 'onSite'>
  readonly repositories: Pick<Repositories, 'get'>
  readonly siteThemes: Pick<SiteThemes, 'describe' | 'update'>
}

export function createSiteJekylls(dependencies: SiteJekyllsDependencies): SiteJekylls {
  const { access, repositories, siteThemes } = dependencies
  const filesOf = async (siteId: string) => {
    const repository = await repositories.get(siteId)
    const commit = await repository.head()
    if (commit === null) throw new GalleyError('conflict', 'The site has no files yet.')
    return namedFiles(repository, commit)
  }
  return {
    get: async (actor, siteId) => {
      access.onSite(actor, siteId, 'site.read')
      return siteThemes.describe(siteId, await filesOf(siteId))
    },
    updateTheme: async (actor, siteId) => {
      access.onSite(actor, siteId, 'site.change')
      const files = await filesOf(siteId)
      const problem = await siteThemes.update(siteId, files)
      if (problem !== null) throw new GalleyError('conflict', problem)
      return siteThemes.describe(siteId, files)
    },
  }
}
