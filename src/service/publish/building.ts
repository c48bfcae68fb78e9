/** Runs builds in a process of their own, within the limits of the configuration. */

import type { RunBuild } from './from-previous.js'

interface BuildLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
  /** True if sites may be built with the machine's own Jekyll. */
  readonly allowJekyll: boolean
}

/**
 * Runs each build in a child process. If `allowJekyll` is off, sites that chose `jekyll` are built by Galley's
 * builder.
 */
export function createBuildRunner(limits: BuildLimits): RunBuild {
  return async (request, { signal, report, generator }) => {
    const options = {
      signal,
      report: (progress: { readonly message: string }) => report(progress.message),
      limits: { wallMs: limits.buildSeconds * 1000, memoryMb: limits.buildMemoryMb },
    }
    // Imported when needed: most requests build nothing.
    if (generator === 'jekyll' && limits.allowJekyll) {
      const { runJekyll } = await import('../../builder/process/jekyll-command.js')
      return runJekyll(request, options)
    }
    const { runBuild } = await import('../../builder/process/run.js')
    return runBuild(request, options)
  }
}
