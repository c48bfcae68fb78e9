/** Where a build remembers, if it may. */

import { join } from 'node:path'
import type { BuildRequest } from '../base/request.js'
import { cleanFolder, isTruthy, text, type Settings } from '../base/settings.js'

/** The folder that the request asks for, unless the site turns it off; null for none. */
export function cacheFolder(
  { cache, source, safe }: BuildRequest,
  { config }: Settings,
): string | null {
  if (cache === undefined || isTruthy(config.get('disable_disk_cache'))) return null
  if (cache !== 'site') return cache.folder
  // A site that is not trusted gets no say, and no file in its folder.
  if (safe === true) return null
  const folder = cleanFolder(text(config.get('cache_dir')) ?? '') || '.jekyll-cache'
  return join(source, folder, 'galley')
}
