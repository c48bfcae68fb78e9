/**
 * What the server remembers of each site for its builds. Its theme: which version it has, and where builds find it; a site stays
 * with its version, whatever other sites fetch, until somebody updates it or its Gemfile.lock names another. Its Jekyll, for
 * sites without a Gemfile that are older than the rule for these: they stay as they were.
 */

import type { Source } from '../../builder/base/source.js'
import type { BuildRequest, ThemePlace } from '../../builder/base/request.js'
import {
  chooseJekyll,
  type JekyllChoice,
  type JekyllVersion,
} from '../../builder/base/jekyll-version.js'
import { Reporter } from '../../builder/base/report.js'
import { readGems, textOf } from '../../builder/read/gems.js'
import { findTheme, themeToFetch, type FoundTheme } from '../../builder/theme/themes.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import type { Records } from '../../store/records/records.js'
import { ThemeError } from '../../themes/theme-error.js'
import type { Themes } from '../../themes/themes.js'
import { siteConfigIn } from '../branch/long-yaml/long-yaml.js'

interface SiteThemesDependencies {
  readonly records: Pick<Records, 'settings'>
  readonly themes: Pick<Themes, 'folder' | 'ensure' | 'update'>
}

interface Finding {
  readonly signal: AbortSignal
  readonly report: (message: string) => void
  /** True if somebody waits for the theme: what failed a moment ago is tried again. */
  readonly isAsked?: boolean
}

/** What a build is told of a site beside its files. */
export type Remembered = Pick<BuildRequest, 'withoutGemfile'> & { readonly themes: ThemePlace }

/** How a site is built, with what is here. */
export interface SiteJekyll {
  readonly choice: JekyllChoice
  readonly theme: FoundTheme
}

export interface SiteThemes {
  /** For a build of these files, whose theme is fetched if it is not here. */
  rememberedFor(siteId: string, source: Source, finding: Finding): Promise<Remembered>
  /** The same, without fetching anything. */
  rememberedNow(siteId: string): Remembered
  /** Which Jekyll builds these files, and with which theme. Nothing is fetched. */
  describe(siteId: string, source: Source): Promise<SiteJekyll>
  /**
   * Fetches the newest version of the theme that fits, for the builds to come.
   *
   * @returns why there is none to be had, a sentence; null if all is well
   */
  update(siteId: string, source: Source): Promise<string | null>
  /** Forgets the version of a site that is deleted. */
  forget(siteId: string): void
}

export function createSiteThemes({ records, themes }: SiteThemesDependencies): SiteThemes {
  const { folder } = themes
  const rememberedNow = (siteId: string): Remembered => {
    const kept = records.settings.find(jekyllKeyOf(siteId))
    return {
      themes: { folder, chosen: records.settings.find(keyOf(siteId)) },
      ...(isVersion(kept) && { withoutGemfile: kept }),
    }
  }
  return {
    rememberedNow,
    async rememberedFor(siteId, source, { signal, report, isAsked = false }) {
      const remembered = rememberedNow(siteId)
      const needed = await themeToFetch(await readSite(siteId, source, remembered))
      if (needed === null) return remembered
      const { chosen = null } = remembered.themes
      const asking = { chosen, jekyll: needed.jekyll, signal, report, isAsked }
      const { installed, problem } = await themes.ensure(needed.wanted, asking)
      if (isAsked && installed !== null)
        report(`The theme ${needed.wanted.name} is here, in version ${installed.version}`)
      const id = installed?.id ?? chosen
      if (id !== null && id !== chosen) records.settings.set(keyOf(siteId), id)
      return { ...remembered, themes: { folder, chosen: id, problem } }
    },
    describe: async (siteId, source) => {
      const remembered = rememberedNow(siteId)
      const site = await readSite(siteId, source, remembered)
      const theme = await findTheme({ ...site, ...remembered }, new Reporter())
      return { choice: site.jekyll, theme }
    },
    async update(siteId, source) {
      const needed = await themeToFetch(await readSite(siteId, source, rememberedNow(siteId)))
      if (needed === null) return 'The site has no theme that is fetched.'
      const { wanted, jekyll } = needed
      const { signal } = new AbortController()
      try {
        const installed = await themes.update(wanted, { jekyll, signal, isAsked: true })
        records.settings.set(keyOf(siteId), installed.id)
        return null
      } catch (error) {
        if (!(error instanceof ThemeError)) throw error
        return `The theme ${wanted.name} could not be fetched: ${error.message}.`
      }
    },
    forget: (siteId) => {
      records.settings.delete(keyOf(siteId))
      records.settings.delete(jekyllKeyOf(siteId))
    },
  }
}

function keyOf(siteId: string): string {
  return `theme of ${siteId}`
}

/** Set by the migration that came with the rule for sites without a Gemfile. */
function jekyllKeyOf(siteId: string): string {
  return `jekyll of ${siteId}`
}

function isVersion(text: string | null): text is JekyllVersion {
  return text === '3.10' || text === '4.3' || text === '4.4'
}

/** What decides about the theme of a site. */
async function readSite(siteId: string, source: Source, { withoutGemfile }: Remembered) {
  const text = await textOf(source, CONFIG_PATH)
  const { raw: config } = await siteConfigIn(text ?? '', { siteId, isOwnWork: true })
  const gems = await readGems(source)
  const jekyll = chooseJekyll({ config, ...gems, withoutGemfile })
  return { config, source, gems, jekyll }
}
