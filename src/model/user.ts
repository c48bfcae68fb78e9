/**
 * Users, and the actor of an action.
 *
 * @see src/http/README.md (Users)
 */

import { toNfc } from './normal-form.js'
import type { TokenBounds } from './token.js'

/** Times are milliseconds since the Unix epoch. */
export interface User {
  readonly id: string
  /** Unique on the server, compared without case. */
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** A server administrator acts as admin on every site. */
  readonly isAdmin: boolean
  /** Most sites that the user may own; null: as many as the server's settings say. */
  readonly maxSites: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** Characters that a new password needs. */
export const MIN_PASSWORD = 10

/** On whose behalf something is done: a user's, or the server's own (restart, watcher, command line). */
export type Actor =
  | {
      readonly kind: 'user'
      readonly user: User
      readonly requestId?: string
      /** True for a request that changes nothing. */
      readonly isReading?: boolean
      /** The API key of the request; missing if it had none. */
      readonly key?: string
      /** The session of the request; missing if it had none. */
      readonly session?: {
        readonly id: string
        readonly csrfToken: string
        /** True if it may only set up a second factor, which the server wants. */
        readonly isLimited: boolean
      }
      /** The token of the request, which bounds what it may do; missing if it had none. */
      readonly token?: TokenBounds
    }
  | { readonly kind: 'server' }

/** What the settings of the server say of making sites. */
export interface SiteMaking {
  readonly siteMakers: string
  /** 0 for no limit. */
  readonly sitesPerUser: number
}

/** Most sites that a user may own; infinite for no limit, and for server administrators. */
export function maxSitesOf(user: User, { siteMakers, sitesPerUser }: SiteMaking): number {
  if (user.isAdmin) return Number.POSITIVE_INFINITY
  if (user.maxSites !== null) return user.maxSites
  if (siteMakers === 'admins') return 0
  return sitesPerUser === 0 ? Number.POSITIVE_INFINITY : sitesPerUser
}

/** First and last name; the e-mail address if both are empty. */
export function fullname(user: Pick<User, 'firstname' | 'lastname' | 'email'>): string {
  return `${user.firstname} ${user.lastname}`.trim() || user.email
}

/** The form in which e-mail addresses are compared: it is the same for all spellings of an address. */
export function emailKey(email: string): string {
  return toNfc(email).toLowerCase()
}

/** Who gave an e-mail address: an administrator, or the user, in which case nobody has checked it. */
export type EmailSource = 'admin' | 'self'

const EMAIL = /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u

/** True if a text can be an e-mail address: one `@`, no blanks, no angle brackets (git allows none). */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text)
}
