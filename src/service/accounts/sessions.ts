/**
 * Browser sessions: sign in, authenticate, list, end.
 *
 * The cookie contains `<id>.<secret>`; only a keyed digest of the secret is stored. The CSRF token is another keyed
 * digest of the secret. So it is not stored, and useless without the cookie.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { GalleyError, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import {
  sessionExpiry,
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  type Session,
} from '../../model/session.js'
import { maxSitesOf, type Actor, type SiteMaking, type User } from '../../model/user.js'
import { partOf, type Page, type Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { personOf } from './access.js'
import type { Authentication, Credentials } from './authentication.js'
import type { Vault } from './vault.js'

/** A session, as its owner sees it. */
export interface SessionView {
  readonly session: Session
  readonly user: User
  /** True for the session of the request. */
  readonly isCurrent: boolean
  /** True if it may only set up a second factor, which the server wants. */
  readonly isLimited: boolean
  readonly mayMakeSites: boolean
  /** Only for the current session. */
  readonly csrfToken: string | null
}

/** The value of a cookie, and facts about its request. */
interface SessionAttempt {
  readonly cookie: string
  readonly address: string
  readonly requestId: string
}

/** A browser that is to get a session. */
export interface Browser {
  readonly address: string
  readonly userAgent: string
  /** Value of an earlier session cookie of the browser; null for none. */
  readonly formerCookie: string | null
  /** True if another server has said who it is: then that server asks for a second factor, or does not. */
  readonly isByOidc?: true
}

/** A browser sign-in. */
export interface SignIn extends Omit<Browser, 'address'> {
  readonly credentials: Credentials
  /** Which the user reads. */
  readonly language?: string | undefined
}

/** A new session, with the value of its cookie. */
export interface MadeSession {
  readonly view: SessionView
  readonly cookie: string
}

interface SessionsParts {
  readonly records: Pick<Records, 'sessions' | 'users'>
  readonly vault: Vault
  /** Says whether a user lacks the second factor that the server wants. */
  readonly isLimited: (user: User) => boolean
  readonly siteMaking: SiteMaking
  readonly authentication: Pick<Authentication, 'authenticatePassword'>
  readonly now: () => number
  readonly newId: NewId
}

const COOKIE = /^([0-9a-f]{24})\.([0-9a-f]{64})$/
/** Precision of the time of last use: updating it each time would be a write. */
const TOUCH_MS = 60_000
const MAX_OF_USER = 100
const MAX_USER_AGENT = 300

export type Sessions = ReturnType<typeof createSessions>

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: Session) => [createdAt, id],
  direction: 'desc',
} as const

export function createSessions(parts: SessionsParts) {
  return { ...createSigningIn(parts), ...createOwnSessions(parts) }
}

/** Sign-in and authentication. */
function createSigningIn(parts: SessionsParts) {
  const { records, vault, authentication, now, newId } = parts
  const csrfOf = (secret: string) => vault.digest(`csrf ${secret}`).toString('hex')
  /** The session of a cookie; null if there is none. */
  const open = (cookie: string) => {
    const [, id = '', secret = ''] = COOKIE.exec(cookie) ?? []
    const stored = id === '' ? null : records.sessions.find(id)
    if (!stored || !timingSafeEqual(vault.digest(secret), stored.secretHmac)) return null
    if (sessionExpiry(stored.session) <= now()) return null
    return { ...stored, csrfToken: csrfOf(secret) }
  }
  /** The session is always new; an earlier one of the browser is ended. */
  const begin = (user: User, browser: Browser): MadeSession => {
    const { address, userAgent, formerCookie, isByOidc = false } = browser
    const former = formerCookie === null ? null : open(formerCookie)
    if (former) records.sessions.delete(former.session.id)
    const secret = randomBytes(32).toString('hex')
    const at = now()
    const session: Session = {
      id: newId(),
      userId: user.id,
      createdAt: at,
      lastSeenAt: at,
      address,
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      isByOidc,
    }
    records.sessions.create({ ...session, secretHmac: vault.digest(secret) }, MAX_OF_USER)
    const isLimited = !isByOidc && parts.isLimited(user)
    const mayMakeSites = maxSitesOf(user, parts.siteMaking) > 0
    const csrfToken = csrfOf(secret)
    const view = { session, user, isCurrent: true, isLimited, mayMakeSites, csrfToken }
    return { view, cookie: `${session.id}.${secret}` }
  }
  return {
    begin,

    /**
     * @throws GalleyError `unauthorized`; `second_factor_required`; `rate_limited` after too many failures
     */
    async signIn({ credentials, language, ...browser }: SignIn): Promise<MadeSession> {
      const user = personOf(await authentication.authenticatePassword(credentials))
      if (language !== undefined) records.users.setLanguage(user.id, language)
      return begin(user, { ...browser, address: credentials.address })
    },

    /** The actor of a session cookie. @throws GalleyError `unauthorized` for an ended or unknown session */
    async authenticateSession({ cookie, address, requestId }: SessionAttempt): Promise<Actor> {
      const found = open(cookie)
      if (!found) throw new GalleyError('unauthorized', 'The session has ended; sign in again.')
      const { session, user, csrfToken } = found
      const at = now()
      if (at - session.lastSeenAt >= TOUCH_MS) records.sessions.touch(session.id, { at, address })
      const isLimited = !session.isByOidc && parts.isLimited(user)
      return { kind: 'user', user, requestId, session: { id: session.id, csrfToken, isLimited } }
    },
  }
}

/** What users do with their own sessions. */
function createOwnSessions({ records: { sessions }, siteMaking, now }: SessionsParts) {
  const viewOf = (actor: Actor, session: Session): SessionView => {
    const user = personOf(actor)
    const own = actor.kind === 'user' && actor.session?.id === session.id ? actor.session : null
    return {
      session,
      user,
      isCurrent: own !== null,
      isLimited: own?.isLimited ?? false,
      mayMakeSites: maxSitesOf(user, siteMaking) > 0,
      csrfToken: own?.csrfToken ?? null,
    }
  }
  return {
    /** The session of the request. @throws GalleyError `not_found` if it has none */
    current(actor: Actor): SessionView {
      const id = actor.kind === 'user' ? actor.session?.id : undefined
      const stored = id === undefined ? null : sessions.find(id)
      if (!stored) throw notFound('session')
      return viewOf(actor, stored.session)
    },

    /** The user's active sessions, newest first. */
    list(actor: Actor, window: Window): Page<SessionView> {
      const all = sessions
        .listOfUser(personOf(actor).id)
        .filter((session) => sessionExpiry(session) > now())
      const { rows, ...page } = partOf(all, window, NEWEST_FIRST)
      return { ...page, rows: rows.map((session) => viewOf(actor, session)) }
    },

    /** Ends a session of the user. @throws GalleyError `not_found` */
    end(actor: Actor, id: string): void {
      if (sessions.find(id)?.user.id !== personOf(actor).id) throw notFound('session')
      sessions.delete(id)
    },

    /** Deletes expired sessions. */
    sweep(): void {
      const at = now()
      sessions.deleteExpired({ created: at - SESSION_LONGEST_MS, seen: at - SESSION_IDLE_MS })
    },
  }
}
