/**
 * People, their key pairs, and whoever acts now.
 *
 * @see src/http/README.md (Users)
 */

import { toNfc } from './normal-form.js'

/** A person. Times are milliseconds since the Unix epoch. */
export interface User {
  readonly id: string
  /** Unique on the server, compared without case. */
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  /** A server administrator acts as admin on every site. */
  readonly isAdmin: boolean
  readonly createdAt: number
  readonly updatedAt: number
}

/** Who acts: a user, or the server itself (restart, watcher, command line). */
export type Actor =
  | {
      readonly kind: 'user'
      readonly user: User
      readonly requestId?: string
      /** The key that the request was made with, where it came with one. */
      readonly key?: string
      /** The browser's session that the request belongs to, where it came with one. */
      readonly session?: { readonly id: string; readonly csrfToken: string }
    }
  | { readonly kind: 'server' }

/** First and last name with one blank between, else the e-mail address. */
export function fullname(user: Pick<User, 'firstname' | 'lastname' | 'email'>): string {
  return `${user.firstname} ${user.lastname}`.trim() || user.email
}

/** What two spellings of one e-mail address have in common: addresses are the same when this is. */
export function emailKey(email: string): string {
  return toNfc(email).toLowerCase()
}

/** Where an address came from: an administrator, or the user alone, whom nobody checked. */
export type EmailSource = 'admin' | 'self'

const EMAIL = /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+$/u

/** Whether a text can be an e-mail address: one `@`, no blanks, no angle brackets (git's own limits). */
export function isEmail(text: string): boolean {
  return text.length <= 254 && EMAIL.test(text)
}
