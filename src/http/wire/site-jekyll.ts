/** How a site is built, as JSON. @see src/builder/README.md (Which Jekyll; Themes) */

import { z } from 'zod'
import type { SiteJekyll } from '../../service/sites/site-themes.js'
import { field, named } from './common.js'

const themeSchema = named(
  'SiteTheme',
  'The theme of a site.',
  z.object({
    name: field(z.string(), 'As the site names it.', 'minima'),
    version: field(z.string().nullable(), 'Null if it is not here.', '2.5.1'),
    state: field(
      z.enum(['own', 'built_in', 'fetched', 'missing']),
      '`own`: the site is the repository of its theme. `missing`: pages are built without it.',
      'built_in',
    ),
    problem: field(z.string().nullable(), 'What somebody should do; null for nothing.', null),
  }),
)

export const siteJekyllSchema = named(
  'SiteJekyll',
  'Which Jekyll a site is built as, why, and with which theme.',
  z.object({
    version: field(z.enum(['3.10', '4.3', '4.4']), 'Line of releases of Jekyll.', '4.4'),
    is_github_pages: field(
      z.boolean(),
      'If the settings and plugins of GitHub Pages count.',
      false,
    ),
    reason: field(z.string(), 'Why, a sentence.', 'jekyll_version in _config.yml says so.'),
    theme: field(themeSchema.nullable(), 'Null for none.', null),
  }),
)

export function siteJekyllJson({
  choice: { version, isGithubPages, reason },
  theme: { name, state, theme, problem },
}: SiteJekyll): z.output<typeof siteJekyllSchema> {
  const found = { version: theme?.version ?? null, problem }
  return {
    version,
    is_github_pages: isGithubPages,
    reason,
    theme: name === null || state === 'none' ? null : { name, state, ...found },
  }
}
