/** Which requests get a row of the audit log, and what it says of them. */

import type { Context } from 'koa'
import { GalleyError } from '../errors.js'
import type { AuditOutcome } from '../model/audit.js'
import { isSetId } from '../model/change-set.js'
import type { Actor } from '../model/user.js'
import type { Audited, AuditLog } from '../service/accounts/audit.js'
import { networkOf } from '../system/addresses.js'
import { credentialsIn } from './middleware/authenticate.js'
import { statusOf } from './middleware/errors.js'
import { createWindowCounters } from './middleware/window-counters.js'
import type { Reply, Route } from './route.js'

/** They change nothing, or write their row themselves. */
const WITHOUT_ROW: ReadonlySet<string> = new Set([
  'renderNew',
  'renderDocument',
  'renderPage',
  'setPresence',
  'readNotification',
  'readNotifications',
  'putUnsaved',
  'deleteUnsaved',
  'readInvitation',
  'beginOidcSignIn',
  'gitUploadPack',
  'gitReceivePack',
])

/** Operations that name an account in their body. */
const WITH_ACCOUNT: ReadonlySet<string> = new Set(['signIn', 'setUp', 'forgotPassword'])

/** Refused requests without valid credentials from one network that get a row in a minute: nobody may fill the disk. */
const MAX_REFUSED = 20
const MINUTE_MS = 60_000

/** One request. */
interface Watched {
  readonly route: Route
  readonly ctx: Context
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: Context['query']
  readonly address: string
}

export interface Watch {
  /** To be told who calls, when that is known. */
  readonly known: (actor: Actor) => void
  /** To be told of the body, when it is read. */
  read(body: unknown): void
  /** Resolves when the row is stored. */
  answered(reply: Reply): Promise<void>
  /** The same for a request that fails; most failures have changed nothing, and get none. */
  failed(error: unknown): Promise<void>
}

const PUSH = 'gitReceivePack'

/** What it carries out has rows; itself only if it is refused or fails. */
const TOOLS = 'callTools'

/** The first request of a push, where git shows why it is refused. Git asks without credentials first. */
function isPushOf({ operation }: Route, { query, headers }: Context): boolean {
  const isAsked = operation === 'getGitRefs' && query['service'] === 'git-receive-pack'
  return isAsked && headers.authorization !== undefined
}

const NOBODY: Actor = { kind: 'server' }

/** Makes a function that watches a request; null for one without a row. */
export function createAudited(
  audit: Pick<AuditLog, 'record' | 'siteOf'>,
  now: () => number,
): (watched: Watched) => Watch | null {
  const refusals = createWindowCounters({ windowMs: MINUTE_MS, now })
  return ({ route, ctx, params, query, address }) => {
    const isPush = isPushOf(route, ctx)
    if (!isPush && (route.method === 'get' || WITHOUT_ROW.has(route.operation))) return null
    const operation = isPush ? PUSH : route.operation
    // Before a role is deleted, for example.
    let siteId = audit.siteOf(params)
    let actor = NOBODY
    let account =
      route.access === 'password' ? credentialsIn(ctx.get('Authorization'))?.name : undefined
    const record = (outcome: AuditOutcome, status: number, target: string | null) => {
      const requestId = String(ctx.state['requestId'])
      const row: Audited = {
        actor,
        address,
        requestId,
        operation,
        siteId,
        target,
        outcome,
        status,
        account,
      }
      return audit.record(row)
    }
    return {
      known: (caller) => void (actor = caller),
      read: (body) => {
        const { email } = Object(body)
        if (WITH_ACCOUNT.has(operation) && typeof email === 'string') account = email
      },
      answered: async ({ status, body }) => {
        account ??= accountIn(body)
        if (!isPush && operation !== TOOLS) {
          const [made, named] = [madeIn(body), targetIn(params)]
          const target = status === 201 ? (made ?? named) : (named ?? made)
          siteId ??= operation === 'createSite' ? made : siteIn(body)
          await record('done', status, inSetOf(query, target))
        }
      },
      failed: async (error) => {
        const status = error instanceof GalleyError ? statusOf(error.code) : 500
        const isRefused = status === 401 || status === 403
        if (!isRefused && status !== 500) return
        if (actor.kind !== 'user' && refusals.add(networkOf(address)).count > MAX_REFUSED) return
        await record(isRefused ? 'refused' : 'failed', status, inSetOf(query, targetIn(params)))
      },
    }
  }
}

/** Whom a link has signed in, or given a new password. */
function accountIn(body: unknown): string | undefined {
  const { email, user } = Object(body)
  const found: unknown = Object(user).email ?? email
  return typeof found === 'string' ? found : undefined
}

/** What the path names, but for the site. None of these is a secret. */
function targetIn(params: Watched['params']): string | null {
  const named = Object.entries(params).flatMap(([name, value]) =>
    name === 'site_id' || value === '' ? [] : [value],
  )
  return named.join(' ') || null
}

/** With the branch of the change set that the request names. */
function inSetOf(query: Watched['query'], target: string | null): string | null {
  const { change_set: setId } = query
  if (typeof setId !== 'string' || !isSetId(setId)) return target
  return [...(target === null ? [] : [target]), `sets/${setId}`].join(' ')
}

/** The site that an import has begun to make. */
function siteIn(body: unknown): string | null {
  const { site_id: siteId } = Object(body)
  return typeof siteId === 'string' ? siteId : null
}

/** The id of what was made. */
function madeIn(body: unknown): string | null {
  const { id, job_id: jobId } = Object(body)
  const made: unknown = id ?? jobId
  return typeof made === 'string' ? made : null
}
