/**
 * Which scopes of a token an operation needs. What is not named here follows from its tag and method, so that a new
 * operation has a scope, too.
 *
 * @see src/http/README.md (Tokens)
 */

import { GalleyError } from '../errors.js'
import type { TokenScope } from '../model/token.js'
import type { Actor } from '../model/user.js'
import type { Route } from './route.js'

type Needs = readonly TokenScope[] | null

/** What a push needs. */
export const PUSHING = ['git', 'write'] as const

/** By operation; null if it takes no token at all: a token must not make or show credentials. */
const BY_OPERATION: Readonly<Record<string, Needs>> = {
  updateMe: null,
  rotateKeys: null,
  createSite: ['admin'],
  deleteSite: ['admin'],
  giveSite: ['admin'],
  setReadOnly: ['admin'],
  endReadOnly: ['admin'],
  listUsers: ['admin'],
  getUser: ['admin'],
  createUser: ['admin'],
  updateUser: ['admin'],
  deleteUser: ['admin'],
  // A link for a new password is as good as one.
  createResetLink: null,
  deleteSecondFactor: ['admin'],
  listInvitations: ['admin'],
  createInvitation: ['admin'],
  getMail: ['admin'],
  testMail: ['admin'],
  getMetrics: ['admin'],
  listAudit: ['admin'],
  getTlsAllowed: ['admin'],
  importSite: ['admin'],
  importRepository: ['admin'],
  listDomains: ['settings'],
  updateSite: ['settings'],
  updateTheme: ['settings'],
  listSiteAudit: ['settings'],
  testHosting: ['settings'],
  testSync: ['settings'],
  getSyncHook: ['settings'],
  rotateSyncHook: ['settings'],
  publishSite: ['publish'],
  checkHosting: ['publish'],
  publishRelease: ['publish'],
  syncSite: ['publish'],
  resolveSync: ['publish'],
  cancelJob: ['publish'],
  createShare: ['publish'],
  revokeShare: ['publish'],
  landChangeSet: ['publish'],
  sendBackChangeSet: ['publish'],
  gitReceivePack: PUSHING,
  // What it carries out needs its own.
  callTools: ['read'],
  // These change nothing.
  renderNew: ['read'],
  renderDocument: ['read'],
  renderPage: ['read'],
}

/** Where scope `draft` is enough instead of `write`: `service/` sees to it that nothing visible is changed. */
const DRAFTING: ReadonlySet<string> = new Set([
  'createDocument',
  'createPage',
  'updateDocument',
  'updatePage',
])

/** By tag, whatever the method. */
const BY_TAG: Readonly<Record<string, Needs>> = {
  Tokens: null,
  // They tell of all sites of a person.
  Notifications: null,
  Webhooks: ['settings'],
  Sessions: null,
  // Of admins also `_config.yml`.
  Data: ['source'],
  Source: ['source'],
  Git: ['git'],
  Roles: ['settings'],
  Invitations: ['settings'],
}

/** The tag of what makes, changes and drops change sets. */
const OF_SETS = 'Change sets'

type Operation = Pick<Route, 'access' | 'operation' | 'tag' | 'method' | 'inSets'>

/** True if a request is about a change set, or in one: there, the scope `sets` does for `write`. */
function isInSets(route: Pick<Route, 'tag' | 'inSets'>, query: object): boolean {
  return route.tag === OF_SETS || (route.inSets === true && 'change_set' in query)
}

/**
 * Each is enough for an operation; empty if no token is taken.
 *
 * @param query that of a request; any if left out
 */
export function waysOf(
  route: Operation,
  query: object = { change_set: '' },
): readonly (readonly TokenScope[])[] {
  const needed = scopesOf(route)
  if (needed === null) return []
  const inSets = needed.map((scope) => (scope === 'write' ? 'sets' : scope))
  const isForSets = needed.includes('write') && isInSets(route, query)
  return [
    needed,
    ...(DRAFTING.has(route.operation) ? [['draft'] as const] : []),
    ...(isForSets ? [inSets] : []),
  ]
}

/** True if the scopes of the actor's token, if there is one, are enough for an operation. */
export function hasScopes(actor: Actor, route: Operation, query?: object): boolean {
  if (actor.kind !== 'user' || !actor.token) return true
  const { scopes } = actor.token
  return waysOf(route, query).some((way) => way.every((scope) => scopes.includes(scope)))
}

/** @throws GalleyError `forbidden` if the actor's token may not do this */
export function requireScopesOf(actor: Actor, route: Operation, query: object): void {
  if (!hasScopes(actor, route, query)) requireScopes(actor, scopesOf(route))
}

/** The scopes that a token needs for an operation, all of them; null if no token is taken. */
export function scopesOf(route: Operation): readonly TokenScope[] | null {
  if (route.access !== 'key' && route.access !== 'operator') return null
  const own = BY_OPERATION[route.operation]
  const found = own === undefined ? BY_TAG[route.tag] : own
  return found === undefined ? [route.method === 'get' ? 'read' : 'write'] : found
}

/** @throws GalleyError `forbidden` if the actor came with a token, and it lacks a scope or none is taken */
export function requireScopes(actor: Actor, needed: Needs): void {
  if (actor.kind !== 'user' || !actor.token) return
  const { scopes } = actor.token
  if (needed === null) {
    throw new GalleyError(
      'forbidden',
      'No token may do this: use the key pair, or sign in with a browser.',
    )
  }
  const missing = needed.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return
  if (scopes.includes('sets') && missing.includes('write')) {
    throw new GalleyError(
      'forbidden',
      'The token may change things in change sets only: name one with `change_set`.',
    )
  }
  const noun = missing.length === 1 ? 'scope' : 'scopes'
  throw new GalleyError(
    'forbidden',
    `The token lacks the ${noun} ${missing.join(' and ')}, which this needs: make one that has it.`,
  )
}
