/** Notifications: what somebody is told of who was not there. @see src/http/README.md (Notifications) */

import type { RoleKind } from './role.js'

export const NOTIFICATION_KINDS = [
  'publish_failed',
  'sync_failed',
  'webhook_off',
  'role_changed',
  'text_changed',
  'set_handed_in',
  'set_sent_back',
  'set_landed',
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** What happened, for everybody who is told of it. What does not apply is missing. */
export interface Happened {
  readonly kind: NotificationKind
  readonly siteId: string
  /** Title of the site at that time. */
  readonly siteTitle: string
  /** While it is unread, the same thing happening again only counts. Names it among those of the kind on the site. */
  readonly thing: string
  /** Who did it. */
  readonly actorId?: string
  readonly jobId?: string
  readonly webhookId?: string
  readonly textId?: string
  readonly textType?: 'document' | 'page'
  readonly setId?: string
  /** What the thing is called: the title or path of a text, the name of a webhook, the title of a change set. */
  readonly name?: string
  /** Why, or what was said with it. */
  readonly message?: string
  /** The new role; null if it was taken. */
  readonly role?: RoleKind | null
}

/** Times are milliseconds since the Unix epoch. */
export interface Notification extends Omit<Happened, 'thing'> {
  readonly id: string
  readonly userId: string
  /** How often it happened. */
  readonly count: number
  /** When it last happened. */
  readonly at: number
  readonly readAt: number | null
}

/** Notifications that are kept for each user: the newest. */
export const MAX_NOTIFICATIONS = 500
