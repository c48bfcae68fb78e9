/** Notifications as JSON. @see src/http/README.md (Notifications) */

import { z } from 'zod'
import { NOTIFICATION_KINDS, type Notification } from '../../model/notification.js'
import { ROLE_KINDS } from '../../model/role.js'
import { field, flagText, idSchema, named, stampSchema } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

const id = (description: string) =>
  field(idSchema.nullable(), description, '66f1c2b7d4b9e83f5a7c1e34')

export const notificationSchema = named(
  'UserNotification',
  'Something that happened while you were not there. What does not apply is null.',
  z.object({
    id: idSchema,
    kind: field(
      z.enum(NOTIFICATION_KINDS),
      'A publish or a sync failed (for admins and publishers); a webhook was switched off (for admins); your role was ' +
        'given, changed or taken; somebody changed a text that you created; a change set was handed in (for admins and ' +
        'publishers), or one of yours was sent back or has landed.',
      'text_changed',
    ),
    site_id: idSchema,
    site_title: field(z.string(), 'Title of the site at that time.', 'Ada’s notes'),
    at: field(stampSchema, 'When it last happened.'),
    count: field(z.int(), 'How often it happened since you last read of it.', 1),
    read_at: field(stampSchema.nullable(), 'When you read it; null if you did not.'),
    user_id: id('Who did it.'),
    text_id: id('The text; null if several were changed at once.'),
    text_type: field(z.enum(['document', 'page']).nullable(), 'What it is.', 'document'),
    name: field(
      z.string().nullable(),
      'Title or path of the text, name of the webhook, or title of the change set, at that time.',
      'Hello',
    ),
    job_id: id('The job that failed.'),
    webhook_id: id('The webhook.'),
    change_set_id: field(z.string().nullable(), 'The change set.', '66f1c2b7d4b9e83f5a7c1e40'),
    role: field(z.enum(ROLE_KINDS).nullable(), 'Your new role; null if it was taken.', null),
    reason: field(
      z.string().nullable(),
      'Why it failed, or was switched off; the first note of who handed in or sent back.',
      null,
    ),
  }),
)

export const notificationQuery = { unread: flagText('Only those that you have not read.') }

export const readAllSchema = named(
  'NotificationsRead',
  'All notifications are read.',
  z.object({ read: field(z.int(), 'How many were not.', 3) }),
)

const choice = (description: string) => field(z.boolean(), description, true)

const choices = z.object({
  publish_failed: choice('A publish failed.'),
  sync_failed: choice('A sync failed.'),
  webhook_off: choice('A webhook was switched off.'),
  role_changed: choice('Your role was given, changed or taken.'),
  text_changed: choice('Somebody changed a text that you created.'),
  set_handed_in: choice('A change set waits for you.'),
  set_sent_back: choice('A change set of yours was sent back.'),
  set_landed: choice('A change set of yours has landed.'),
})

export const choicesSchema = named(
  'NotificationChoices',
  'Which kinds of notifications you get.',
  choices,
)

export const choicesInput = named(
  'UpdateNotificationChoices',
  'Which kinds of notifications you want; those left out stay as they are.',
  choices.partial(),
)

export function notificationJson(one: Notification): z.output<typeof notificationSchema> {
  return {
    id: one.id,
    kind: one.kind,
    site_id: one.siteId,
    site_title: one.siteTitle,
    at: utcStamp(one.at / 1000),
    count: one.count,
    read_at: utcStampOrNull(one.readAt),
    user_id: one.actorId ?? null,
    text_id: one.textId ?? null,
    text_type: one.textType ?? null,
    name: one.name ?? null,
    job_id: one.jobId ?? null,
    webhook_id: one.webhookId ?? null,
    change_set_id: one.setId ?? null,
    role: one.role ?? null,
    reason: one.message ?? null,
  }
}
