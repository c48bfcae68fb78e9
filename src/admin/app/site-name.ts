/** What a site is called: a source without a `title` in its `_config.yml` gives none. */

import type { Site } from '../api/types.js'

export function siteName({ title, domain }: Pick<Site, 'title' | 'domain'>): string {
  return title.trim() === '' ? domain : title
}
