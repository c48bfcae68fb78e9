/**
 * The records: rows that exist nowhere else. Each noun has a file with a factory over the one writing connection. All
 * functions are synchronous and short. When they return, their changes are on disk.
 */

import type { NewId } from '../../model/ids.js'
import type { Connection } from '../connection.js'
import { createAddresses, type Addresses } from './addresses.js'
import { createAttemptCounts, type AttemptCounts } from './attempts.js'
import { createDeployments, type Deployments } from './deployments.js'
import { createEntryIds, type EntryIds } from './entry-ids.js'
import { createJobs, type Jobs } from './jobs.js'
import { createKeys, type Keys } from './keys.js'
import { createQueryCache } from './query-cache.js'
import { createReleases, type Releases } from './releases.js'
import { createRequests, type Requests } from './requests.js'
import { createRoles, type Roles } from './roles.js'
import { createSessions, type Sessions } from './sessions.js'
import { createSettings, type Settings } from './settings.js'
import { createSites, type Sites } from './sites.js'
import { createUsers, type Users } from './users.js'

/** Every noun of the records. */
export interface Records {
  readonly users: Users
  readonly addresses: Addresses
  readonly attempts: AttemptCounts
  readonly keys: Keys
  readonly sites: Sites
  readonly roles: Roles
  readonly jobs: Jobs
  readonly releases: Releases
  readonly entryIds: EntryIds
  readonly deployments: Deployments
  readonly settings: Settings
  readonly requests: Requests
  readonly sessions: Sessions
}

/** The records over a connection whose schema is up to date. */
export function createRecords(db: Connection, newId: NewId): Records {
  const cached = createQueryCache(db)
  return {
    users: createUsers(db),
    addresses: createAddresses(db),
    attempts: createAttemptCounts(db),
    keys: createKeys(db, cached),
    sites: createSites(db, cached),
    roles: createRoles(db, cached),
    jobs: createJobs(db),
    releases: createReleases(db),
    entryIds: createEntryIds(db, newId),
    deployments: createDeployments(db),
    settings: createSettings(db),
    requests: createRequests(db),
    sessions: createSessions(db, cached),
  }
}
