/** The migrations of the database of records, in order. */

import type { Migration } from './migrate.js'
import { start } from './0001-start.js'
import { requests } from './0002-requests.js'
import { addresses } from './0003-addresses.js'
import { sessions } from './0004-sessions.js'
import { attempts } from './0005-attempts.js'
import { diagnostics } from './0006-diagnostics.js'
import { deletedIds } from './0007-deleted-ids.js'
import { looseIds } from './0008-loose-ids.js'
import { answerSizes } from './0009-answer-sizes.js'
import { publishers } from './0010-publishers.js'
import { releaseAddresses } from './0011-release-addresses.js'
import { looseJobs } from './0012-loose-jobs.js'
import { tokens } from './0013-tokens.js'
import { keptJekyll } from './0014-kept-jekyll.js'
import { audit } from './0015-audit.js'
import { people } from './0016-people.js'
import { notices } from './0017-notices.js'
import { shares } from './0018-shares.js'
import { changeSets } from './0019-change-sets.js'
import { setReviews } from './0020-set-reviews.js'
import { oidc } from './0021-oidc.js'
import { siteMakers } from './0022-site-makers.js'
import { passkeys } from './0023-passkeys.js'
import { claimedRoles } from './0024-claimed-roles.js'

/** Every step of the records' schema, oldest first. */
export const RECORDS_MIGRATIONS: readonly Migration[] = [
  start,
  requests,
  addresses,
  sessions,
  attempts,
  diagnostics,
  deletedIds,
  looseIds,
  answerSizes,
  publishers,
  releaseAddresses,
  looseJobs,
  tokens,
  keptJekyll,
  audit,
  people,
  notices,
  shares,
  changeSets,
  setReviews,
  oidc,
  siteMakers,
  passkeys,
  claimedRoles,
]
