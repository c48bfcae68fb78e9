/**
 * Notifications: tells users of what happened while they were not there, and shows them what they were told.
 *
 * @see src/http/README.md (Notifications)
 */

import { notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import {
  NOTIFICATION_KINDS,
  type Happened,
  type Notification,
  type NotificationKind,
} from '../../model/notification.js'
import type { Actor } from '../../model/user.js'
import type { Page, Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { personOf } from '../accounts/access.js'

/** Which kinds a user wants. */
type NotificationChoices = Readonly<Record<NotificationKind, boolean>>

type ChangedChoices = Readonly<Partial<Record<NotificationKind, boolean | undefined>>>

interface NotificationsDependencies {
  readonly records: Pick<Records, 'notifications'>
  readonly now: () => number
  readonly newId: NewId
  /** Called with those who were told of something. */
  readonly told: (userIds: readonly string[], happened: Happened) => void
}

export type Notifications = ReturnType<typeof createNotifications>

export function createNotifications({ records, now, newId, told }: NotificationsDependencies) {
  const { notifications } = records
  const choices = (userId: string): NotificationChoices => {
    const unwanted = notifications.unwanted(userId)
    const isWanted = (kind: NotificationKind) => !unwanted.includes(kind)
    return {
      publish_failed: isWanted('publish_failed'),
      sync_failed: isWanted('sync_failed'),
      webhook_off: isWanted('webhook_off'),
      role_changed: isWanted('role_changed'),
      text_changed: isWanted('text_changed'),
      set_handed_in: isWanted('set_handed_in'),
      set_sent_back: isWanted('set_sent_back'),
      set_landed: isWanted('set_landed'),
    }
  }
  return {
    /** The one way to tell users of something. Those who do not want to know of its kind are left out. */
    notify(userIds: readonly string[], happened: Happened): void {
      if (userIds.length === 0) return
      const to = notifications.add(happened, { userIds: [...new Set(userIds)], at: now(), newId })
      if (to.length > 0) told(to, happened)
    },

    /** Newest first, of the sites that the user may see. */
    list(actor: Actor, isUnread: boolean, window: Window): Page<Notification> {
      return notifications.list(readerOf(actor), isUnread, window)
    },

    /** @throws GalleyError `not_found`, also for one that `list` leaves out */
    read(actor: Actor, id: string): Notification {
      const found = notifications.find(readerOf(actor), id)
      if (!found) throw notFound('notification')
      notifications.read(id, now())
      return notifications.find(readerOf(actor), id) ?? found
    },

    /** @returns how many were not read */
    readAll: (actor: Actor): number => notifications.readAll(personOf(actor).id, now()),

    choices: (actor: Actor): NotificationChoices => choices(personOf(actor).id),

    choose(actor: Actor, changed: ChangedChoices): NotificationChoices {
      const { id } = personOf(actor)
      for (const kind of NOTIFICATION_KINDS) {
        const isWanted = changed[kind]
        if (isWanted !== undefined) notifications.want(id, kind, isWanted)
      }
      return choices(id)
    },
  }
}

function readerOf(actor: Actor) {
  const { id: userId, isAdmin } = personOf(actor)
  return { userId, isAdmin }
}
