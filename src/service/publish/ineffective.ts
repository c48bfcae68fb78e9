/**
 * Says which settings of a site would show drafts or hidden texts. They have no effect here, because builds do not see
 * such files (`branch/withheld.ts`); they apply to `galley build` alone.
 */

import type { Diagnostic } from '../../builder/base/request.js'
import { isTruthy, texts } from '../../builder/base/settings.js'
import { folderSource } from '../../builder/base/source.js'
import { located } from '../../builder/locate.js'
import { matchesAny } from '../../builder/read/entry-filter.js'
import { CONFIG_PATH, type SiteConfig } from '../../content/site-config.js'

const DRAFTS = 'drafts are published when they are made visible'
const HIDDEN = 'hidden texts are published when they are made visible'

/** Warnings with the line of each setting. @param source the folder that is built */
export function ineffectiveSettings(config: SiteConfig, source: string): Promise<Diagnostic[]> {
  const { raw, collections } = config
  const warnings: (readonly [key: string, setting: string, why: string])[] = []
  if (isTruthy(raw.get('show_drafts'))) warnings.push(['show_drafts', 'show_drafts', DRAFTS])
  if (isTruthy(raw.get('unpublished'))) warnings.push(['unpublished', 'unpublished', HIDDEN])
  const included = texts(raw.get('include')).find((pattern) => includesDrafts(pattern))
  if (included !== undefined) warnings.push(['include', `include: ${included}`, DRAFTS])
  if (collections.some(({ label, output }) => label === 'drafts' && output))
    warnings.push(['collections', 'collections: drafts', DRAFTS])
  const said = warnings.map(([key, setting, why]) => ({
    severity: 'warning' as const,
    path: CONFIG_PATH,
    line: null,
    column: null,
    key,
    message: `${setting} has no effect here, only in galley build: ${why}.`,
  }))
  return located(said, folderSource(source))
}

function includesDrafts(pattern: string): boolean {
  return /(^|\/)_drafts(\/|$)/.test(pattern) || matchesAny([pattern], '_drafts', true)
}
