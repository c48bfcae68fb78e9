/** The last deployment to each target of a site, so that the next one uploads only what changed. */

import type { Connection } from '../connection.js'
import { parseRecord } from './json.js'

/** The last deployment to a target; `at` in milliseconds since the Unix epoch. */
interface DeploymentRecord {
  readonly siteId: string
  /** Key of hosting and location, in a form of `service/` and `deploy/`. */
  readonly target: string
  readonly releaseId: string
  /** The manifest as `deploy/` formats it. */
  readonly manifest: string
  /** Data that the deployer needs next time, such as a pinned host key. */
  readonly extra: Readonly<Record<string, unknown>>
  readonly at: number
}

/** The deployments of the server. */
export interface Deployments {
  /** Replaces the last deployment to the same target. */
  put(deployment: DeploymentRecord): void
  find(siteId: string, target: string): DeploymentRecord | null
  /** Newest first. */
  listForSite(siteId: string): DeploymentRecord[]
}

interface DeploymentRow {
  readonly site_id: string
  readonly target: string
  readonly release_id: string
  readonly manifest: string
  readonly extra: string
  readonly at: number
}

/** The deployments over one connection. */
export function createDeployments(db: Connection): Deployments {
  const put = db.prepare(
    'INSERT OR REPLACE INTO deployments VALUES (@siteId, @target, @releaseId, @manifest, @extra, @at)',
  )
  const one = db.prepare<[string, string], DeploymentRow>(
    'SELECT * FROM deployments WHERE site_id = ? AND target = ?',
  )
  const ofSite = db.prepare<[string], DeploymentRow>(
    'SELECT * FROM deployments WHERE site_id = ? ORDER BY at DESC, target',
  )
  return {
    put: (deployment) => {
      put.run({ ...deployment, extra: JSON.stringify(deployment.extra) })
    },
    find: (siteId, target) => {
      const row = one.get(siteId, target)
      return row === undefined ? null : toDeployment(row)
    },
    listForSite: (siteId) => ofSite.all(siteId).map(toDeployment),
  }
}

function toDeployment(row: DeploymentRow): DeploymentRecord {
  return {
    siteId: row.site_id,
    target: row.target,
    releaseId: row.release_id,
    manifest: row.manifest,
    extra: parseRecord(row.extra),
    at: row.at,
  }
}
