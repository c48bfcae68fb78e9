/** Runs builds in processes of their own, within the limits of the configuration. */

import type { BuildReport, BuildRequest } from '../../builder/base/request.js'
import type { ReleaseKind } from '../../model/release.js'
import type { SiteRecord } from '../../model/site.js'
import type { Materialized } from '../worktree/checkout.js'
import { createBuildSessions } from './build-sessions.js'

/** Builds a site in a child process, with limits. */
export type RunBuild = (
  request: BuildRequest,
  options: {
    readonly site: Pick<SiteRecord, 'id' | 'generator'>
    readonly kind: ReleaseKind
    /** The files in the source. */
    readonly read: Materialized
    readonly signal: AbortSignal
    readonly report: (message: string) => void
  },
) => Promise<BuildReport>

interface BuildLimits {
  readonly buildSeconds: number
  readonly buildMemoryMb: number
  /** True if sites may be built with the machine's own Jekyll. */
  readonly allowJekyll: boolean
}

export interface Building {
  /** If `allowJekyll` is off, sites that chose `jekyll` are built by Galley's builder. */
  readonly run: RunBuild
  /** Ends what is kept of a site that is being deleted. */
  readonly forget: (siteId: string) => void
  readonly close: () => void
}

/** Runs each build in a child process; those of Galley's builder go on from the one before. */
export function createBuilding(limits: BuildLimits): Building {
  const sessions = createBuildSessions(limits)
  return {
    run: async (request, { site, kind, read, signal, report }) => {
      if (site.generator !== 'jekyll' || !limits.allowJekyll) {
        const build = { request: { former: null, ...request }, read, signal, report }
        return sessions.build({ siteId: site.id, kind }, build)
      }
      // Imported when needed: most requests build nothing.
      const { runJekyll } = await import('../../builder/process/jekyll-command.js')
      return runJekyll(request, {
        signal,
        report: ({ message }) => report(message),
        limits: { wallMs: limits.buildSeconds * 1000, memoryMb: limits.buildMemoryMb },
      })
    },
    forget: (siteId) => sessions.forget(siteId),
    close: () => sessions.close(),
  }
}
