/** Notifications of users, and which kinds they do not want. */

import {
  MAX_NOTIFICATIONS,
  NOTIFICATION_KINDS,
  type Happened,
  type Notification,
  type NotificationKind,
} from '../../model/notification.js'
import { inLightTransaction, type Connection } from '../connection.js'
import { nextPlace, type Page, type Window } from '../page.js'
import { parseRecord } from './json.js'

/** Whose notifications. */
interface Reader {
  readonly userId: string
  /** True if the user sees all sites. Else only those of sites with a role are shown, and those of roles. */
  readonly isAdmin: boolean
}

/** The notifications of the server. */
export interface Notifications {
  /**
   * Tells users of something, except those who do not want to know of its kind. If one has not read of the same thing,
   * that notification counts once more and is the newest again. Only the newest are kept. A power failure may undo it.
   *
   * @returns the ids of those who were told
   */
  add(happened: Happened, to: ToldUsers): string[]
  /** Newest first. */
  list(reader: Reader, isUnread: boolean, window: Window): Page<Notification>
  /** Null also for one that `list` leaves out. */
  find(reader: Reader, id: string): Notification | null
  /** Marks it as read. */
  read(id: string, at: number): void
  /** Marks all as read. @returns how many were not */
  readAll(userId: string, at: number): number
  /** The kinds that a user does not want. */
  unwanted(userId: string): NotificationKind[]
  want(userId: string, kind: NotificationKind, isWanted: boolean): void
}

interface ToldUsers {
  readonly userIds: readonly string[]
  readonly at: number
  readonly newId: () => string
}

interface NotificationRow {
  readonly seq: number
  readonly id: string
  readonly user_id: string
  readonly site_id: string
  readonly kind: string
  readonly count: number
  readonly at: number
  readonly read_at: number | null
  readonly about: string
}

/** The notifications over one connection. */
export function createNotifications(db: Connection): Notifications {
  const sql = prepareStatements(db)
  const tell = (happened: Happened, userId: string, { at, newId }: ToldUsers) => {
    const { kind, siteId, thing, ...about } = happened
    const row = { userId, siteId, kind, thing, at, about: JSON.stringify(about) }
    // Deleted and inserted, so that it is the newest. Nothing is left if user or site are gone by now.
    const before = sql.takeUnread.get(row)
    sql.insert.run({ ...row, id: before?.id ?? newId(), count: (before?.count ?? 0) + 1 })
    sql.trim.run(userId, userId)
  }
  const add = inLightTransaction(db, (happened: Happened, to: ToldUsers) => {
    const told = to.userIds.filter((id) => !sql.choices.all(id).includes(happened.kind))
    for (const id of told) tell(happened, id, to)
    return told
  })
  return {
    add,
    list: ({ userId, isAdmin }, isUnread, { limit, ...window }) => {
      const of = { userId, isAdmin: isAdmin ? 1 : 0, isUnread: isUnread ? 1 : 0 }
      const total = sql.count.get({ ...of, from: 0 }) ?? 0
      const [from] = window.after ?? []
      const before = from === undefined ? 0 : (sql.count.get({ ...of, from: Number(from) }) ?? 0)
      const offset = window.after ? before : window.offset
      const rows = sql.page.all({ ...of, from: 0, limit, offset })
      const next = nextPlace({ offset, rows, total }, { placeOf: ({ seq }) => [seq] })
      return { rows: rows.map(toNotification), total, next }
    },
    find: ({ userId, isAdmin }, id) => {
      const row = sql.byId.get({ userId, isAdmin: isAdmin ? 1 : 0, isUnread: 0, from: 0, id })
      return row === undefined ? null : toNotification(row)
    },
    read: (id, at) => void sql.read.run(at, id),
    readAll: (userId, at) => sql.readAll.run(at, userId).changes,
    unwanted: (userId) => sql.choices.all(userId),
    want: (userId, kind, isWanted) => {
      if (isWanted) sql.want.run(userId, kind)
      else sql.unwant.run(userId, kind)
    },
  }
}

interface Listed {
  readonly userId: string
  readonly isAdmin: number
  readonly isUnread: number
  readonly from: number
}

function prepareStatements(db: Connection) {
  const seen = `FROM notifications n WHERE n.user_id = @userId AND n.seq >= @from
    AND (@isUnread = 0 OR n.read_at IS NULL)
    AND (@isAdmin = 1 OR n.kind = 'role_changed' OR EXISTS (
      SELECT 1 FROM roles r WHERE r.user_id = n.user_id AND r.site_id = n.site_id))`
  return {
    takeUnread: db.prepare<object, { id: string; count: number }>(
      `DELETE FROM notifications WHERE user_id = @userId AND site_id = @siteId AND kind = @kind
         AND thing = @thing AND read_at IS NULL RETURNING id, count`,
    ),
    insert: db.prepare(
      `INSERT INTO notifications (seq, id, user_id, site_id, kind, thing, count, at, about)
       SELECT (SELECT coalesce(max(seq), 0) + 1 FROM notifications), @id, u.id, s.id, @kind, @thing, @count, @at, @about
       FROM users u, sites s WHERE u.id = @userId AND s.id = @siteId`,
    ),
    trim: db.prepare<[string, string]>(
      `DELETE FROM notifications WHERE user_id = ? AND seq <= (
         SELECT seq FROM notifications WHERE user_id = ? ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_NOTIFICATIONS})`,
    ),
    count: db.prepare<Listed, number>(`SELECT count(*) ${seen}`).pluck(),
    page: db.prepare<Listed & { limit: number; offset: number }, NotificationRow>(
      `SELECT n.* ${seen} ORDER BY n.seq DESC LIMIT @limit OFFSET @offset`,
    ),
    byId: db.prepare<Listed & { id: string }, NotificationRow>(`SELECT n.* ${seen} AND n.id = @id`),
    read: db.prepare<[number, string]>(
      'UPDATE notifications SET read_at = ? WHERE id = ? AND read_at IS NULL',
    ),
    readAll: db.prepare<[number, string]>(
      'UPDATE notifications SET read_at = ? WHERE user_id = ? AND read_at IS NULL',
    ),
    choices: db
      .prepare<[string], NotificationKind>(
        'SELECT kind FROM notification_choices WHERE user_id = ?',
      )
      .pluck(),
    want: db.prepare<[string, string]>(
      'DELETE FROM notification_choices WHERE user_id = ? AND kind = ?',
    ),
    unwant: db.prepare<[string, string]>(
      'INSERT OR IGNORE INTO notification_choices VALUES (?, ?)',
    ),
  }
}

function toNotification(row: NotificationRow): Notification {
  // Written by `add`.
  const about = parseRecord(row.about) as Pick<Happened, 'siteTitle'>
  const kind = NOTIFICATION_KINDS.find((name) => name === row.kind) ?? 'text_changed'
  return {
    ...about,
    id: row.id,
    userId: row.user_id,
    siteId: row.site_id,
    kind,
    count: row.count,
    at: row.at,
    readAt: row.read_at,
  }
}
