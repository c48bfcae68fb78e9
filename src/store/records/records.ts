/**
 * The records: rows that exist nowhere else. Each noun has a file with a factory over the one writing connection. All
 * functions are synchronous and short. When they return, their changes are on disk.
 */

import type { NewId } from '../../model/ids.js'
import { inTransaction, type Connection } from '../connection.js'
import { createAddresses, type Addresses } from './addresses.js'
import { createAudit, type Audit } from './audit.js'
import { createChangeSets, type ChangeSets } from './change-sets.js'
import { createAttemptCounts, type AttemptCounts } from './attempts.js'
import { createDeliveries, type Deliveries } from './deliveries.js'
import { createDeployments, type Deployments } from './deployments.js'
import { createEntryIds, type EntryIds } from './entry-ids.js'
import { createInvitations, type Invitations } from './invitations.js'
import { createJobs, type Jobs } from './jobs.js'
import { createKeys, type Keys } from './keys.js'
import { createNotifications, type Notifications } from './notifications.js'
import { createMails, type Mails } from './mails.js'
import { createOidcLinks, type OidcLinks } from './oidc-links.js'
import { createPasskeys, type Passkeys } from './passkeys.js'
import { createQueryCache } from './query-cache.js'
import { createReleases, type Releases } from './releases.js'
import { createRequests, type Requests } from './requests.js'
import { createResetLinks, type ResetLinks } from './reset-links.js'
import { createRoles, type Roles } from './roles.js'
import { createSecondFactors, type SecondFactors } from './second-factors.js'
import { createSessions, type Sessions } from './sessions.js'
import { createSettings, type Settings } from './settings.js'
import { createShares, type Shares } from './shares.js'
import { createSites, type Sites } from './sites.js'
import { createTokens, type Tokens } from './tokens.js'
import { createUnsaved, type Unsaved } from './unsaved.js'
import { createUsers, type Users } from './users.js'
import { createWebhooks, type Webhooks } from './webhooks.js'

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
  readonly tokens: Tokens
  readonly shares: Shares
  readonly unsaved: Unsaved
  readonly audit: Audit
  readonly webhooks: Webhooks
  readonly deliveries: Deliveries
  readonly notifications: Notifications
  /** Makes all changes of a function in one transaction: all of them are stored, or none. */
  together<Result>(run: () => Result): Result
  readonly invitations: Invitations
  readonly resetLinks: ResetLinks
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  readonly mails: Mails
  readonly oidcLinks: OidcLinks
  readonly changeSets: ChangeSets
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
    tokens: createTokens(db, cached),
    shares: createShares(db),
    unsaved: createUnsaved(db),
    audit: createAudit(db),
    webhooks: createWebhooks(db),
    deliveries: createDeliveries(db),
    notifications: createNotifications(db),
    together: (run) => inTransaction(db, run)(),
    invitations: createInvitations(db),
    resetLinks: createResetLinks(db),
    secondFactors: createSecondFactors(db, cached),
    passkeys: createPasskeys(db),
    mails: createMails(db),
    oidcLinks: createOidcLinks(db),
    changeSets: createChangeSets(db),
  }
}
