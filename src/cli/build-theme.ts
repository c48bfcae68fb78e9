/** Fetches the theme of a site that `galley build` builds. */

import { loadConfig } from '../builder/config.js'
import { BuildError } from '../builder/base/build-error.js'
import { Reporter } from '../builder/base/report.js'
import type { BuildRequest, ThemePlace } from '../builder/base/request.js'
import { folderSource } from '../builder/base/source.js'
import { themeToFetch } from '../builder/theme/themes.js'
import { readConfig } from '../config.js'
import { themesOf } from './themes.js'

/** Where the build finds the theme. What cannot be fetched is said by the build. */
export async function fetchTheme(request: BuildRequest, folder: string): Promise<ThemePlace> {
  try {
    const source = folderSource(request.source, { skip: [request.destination] })
    const loaded = await loadConfig(source, request, new Reporter())
    const needed = await themeToFetch({ ...loaded, source })
    if (needed === null) return { folder }
    const themes = themesOf(readConfig({ flags: {}, environment: process.env }), folder)
    const { wanted, jekyll } = needed
    const { signal } = new AbortController()
    const { installed, problem } = await themes.ensure(wanted, { chosen: null, jekyll, signal })
    return { folder, chosen: installed?.id ?? null, problem }
  } catch (error) {
    // The build says it with its file and line.
    if (error instanceof BuildError) return { folder }
    throw error
  }
}
