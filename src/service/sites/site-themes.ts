/**
 * The theme of each site: which version it has, and where builds find it. A site stays with its version, whatever other
 * sites fetch, until somebody updates it or its Gemfile.lock names another.
 */

import type { Source } from '../../builder/base/source.js'
import type { ThemePlace } from '../../builder/base/request.js'
import { chooseJekyll, lastReleaseOf } from '../../builder/base/jekyll-version.js'
import { readGems, textOf } from '../../builder/read/gems.js'
import { themeToFetch } from '../../builder/theme/themes.js'
import type { WantedTheme } from '../../builder/theme/wanted.js'
import { CONFIG_PATH } from '../../content/site-config.js'
import type { Records } from '../../store/records/records.js'
import type { Themes } from '../../themes/themes.js'
import { siteConfigIn } from '../branch/long-yaml/long-yaml.js'

interface SiteThemesDependencies {
  readonly records: Pick<Records, 'settings'>
  readonly themes: Pick<Themes, 'folder' | 'ensure'>
}

interface Finding {
  readonly signal: AbortSignal
  readonly report: (message: string) => void
  /** True if somebody waits for the theme: what failed a moment ago is tried again. */
  readonly isAsked?: boolean
}

export interface SiteThemes {
  /** Where a build of these files finds its theme, which is fetched if it is not here. */
  placeFor(siteId: string, source: Source, finding: Finding): Promise<ThemePlace>
  /** The same, without fetching anything. */
  placeNow(siteId: string): ThemePlace
  /** Forgets the version of a site that is deleted. */
  forget(siteId: string): void
}

export function createSiteThemes({ records, themes }: SiteThemesDependencies): SiteThemes {
  const { folder } = themes
  const placeNow = (siteId: string): ThemePlace => ({
    folder,
    chosen: records.settings.find(keyOf(siteId)),
  })
  return {
    placeNow,
    async placeFor(siteId, source, { signal, report, isAsked = false }) {
      const place = placeNow(siteId)
      const needed = await neededBy(siteId, source)
      if (needed === null) return place
      const { chosen = null } = place
      const asking = { chosen, jekyll: needed.jekyll, signal, report, isAsked }
      const { installed, problem } = await themes.ensure(needed.wanted, asking)
      if (isAsked && installed !== null)
        report(`The theme ${needed.wanted.name} is here, in version ${installed.version}`)
      const id = installed?.id ?? chosen
      if (id !== null && id !== chosen) records.settings.set(keyOf(siteId), id)
      return { folder, chosen: id, problem }
    },
    forget: (siteId) => void records.settings.delete(keyOf(siteId)),
  }
}

function keyOf(siteId: string): string {
  return `theme of ${siteId}`
}

interface Needed {
  readonly wanted: WantedTheme
  /** Release of Jekyll that the theme should fit. */
  readonly jekyll: string
}

/** The theme that a site needs from elsewhere; null for none. */
async function neededBy(siteId: string, source: Source): Promise<Needed | null> {
  const text = await textOf(source, CONFIG_PATH)
  if (text === null) return null
  const { raw: config } = await siteConfigIn(text, { siteId, isOwnWork: true })
  const gems = await readGems(source)
  const wanted = await themeToFetch({ config, source, gems })
  if (wanted === null) return null
  return { wanted, jekyll: lastReleaseOf(chooseJekyll({ config, ...gems }).wanted) }
}
