/**
 * The records: rows that exist nowhere else. One file a noun, each a factory over the one writing
 * connection; every function is synchronous and short, and durable when it returns.
 */

import type { NewId } from '../../model/ids.js'
import type { Connection } from '../connection.js'
import { createAddresses, type Addresses } from './addresses.js'
import { createAttemptCounts, type AttemptCounts } from './attempts.js'
import { createDeployments, type Deployments } from './deployments.js'
import { createEntryIds, type EntryIds } from './entry-ids.js'
import { createJobs, type Jobs } from './jobs.js'
import { createKeys, type Keys } from './keys.js'
import { createRemembering } from './memory.js'
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
  const remembering = createRemembering(db)
  return {
    users: createUsers(db),
    addresses: createAddresses(db),
    attempts: createAttemptCounts(db),
    keys: createKeys(db, remembering),
    sites: createSites(db, remembering),
    roles: createRoles(db, remembering),
    jobs: createJobs(db),
    releases: createReleases(db),
    entryIds: createEntryIds(db, newId),
    deployments: createDeployments(db),
    settings: createSettings(db),
    requests: createRequests(db),
    sessions: createSessions(db, remembering),
  }
}
