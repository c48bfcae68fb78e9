/** Runs builds in a process of their own, within the limits of the configuration. */

import type { RunBuild } from './publishing.js'
import { GalleyError } from '../errors.js'

export interface BuildLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
}

export function createBuildRunner(limits: BuildLimits): RunBuild {
  return async (request, { signal, report, generator }) => {
    if (generator === 'jekyll') {
      throw new GalleyError('not_implemented', 'Building with jekyll is not possible yet.')
    }
    // Imported when needed: most requests build nothing.
    const { runBuild } = await import('../builder/run.js')
    return runBuild(request, {
      signal,
      report: (progress) => report(progress.message),
      limits: { wallMs: limits.buildSeconds * 1000, memoryMb: limits.buildMemoryMb },
    })
  }
}
