/** Change sets as JSON. @see src/http/README.md (Change sets) */

import { z } from 'zod'
import {
  CHANGE_SET_STATES,
  MAX_NOTE,
  MAX_NOTES_AT_ONCE,
  MAX_SET_TITLE,
  SET_NOTE_KINDS,
  type SetNote,
} from '../../model/change-set.js'
import { VISIBILITIES } from '../../model/entry.js'
import type { SetChange } from '../../service/sets/set-changes.js'
import type { SetView } from '../../service/sets/change-sets.js'
import { field, idSchema, listInput, named, pathInput, stampSchema, textInput } from './common.js'
import { utcStamp, utcStampOrNull } from './time.js'

const title = field(z.string(), 'What it is called.', 'New menu')
const titleInput = field(
  textInput(MAX_SET_TITLE).trim().min(1, 'must not be empty'),
  'What it is called. It becomes the message of the commit.',
  'New menu',
)
const COMMIT = '3f786850e387550fdab836ed7e6dc881de23001b'

const set = z.object({
  id: field(
    z.string(),
    'The name of its branch below `refs/heads/sets/`, and the value of `change_set` elsewhere.',
    '66f1c2b7d4b9e83f5a7c1e40',
  ),
  site_id: idSchema,
  title,
  state: field(z.enum(CHANGE_SET_STATES), 'Only an open one can be read and changed.'),
  user_id: field(
    idSchema.nullable(),
    'Who made it; null if its branch came to the server’s disk without one.',
  ),
  created_at: stampSchema,
  closed_at: field(stampSchema.nullable(), 'When it landed or was dropped; null while it is open.'),
  closed_by: field(idSchema.nullable(), 'Who landed or dropped it; null if the server did.'),
  landed_commit: field(
    z.string().nullable(),
    'The commit on `main` that has its changes; null if it has not landed.',
    null,
  ),
  head: field(z.string().nullable(), 'Its last commit; null if it is not open.', COMMIT),
  changes: field(z.int().nullable(), 'Changed paths; null if it is not open.', 3),
  conflicts: field(
    z.int().nullable(),
    'Paths that can’t be merged with `main`; null in lists, and if it is not open.',
    0,
  ),
  behind: field(
    z.boolean(),
    'Whether `main` has commits that it lacks. That alone does not keep it from landing.',
  ),
  handed_in_at: field(
    stampSchema.nullable(),
    'Since when it waits for a publisher; null if it does not. A change of it opens it again.',
  ),
  handed_in_by: field(idSchema.nullable(), 'Who has handed it in.'),
  preview_url: field(
    z.string().nullable(),
    'Where the whole site can be seen as the set has it; null as long as nobody has asked for that (`previewSite` with `change_set`).',
    null,
  ),
  can: field(
    z.object({
      change: field(z.boolean(), 'Write to it, rename it, update it and drop it.'),
      land: field(z.boolean(), 'Land it now.'),
    }),
    'What you may do with it.',
    { change: true, land: true },
  ),
})

export const changeSetSchema = named(
  'ChangeSetInfo',
  'Changes on a branch of their own, which land as one commit.',
  set,
)

export const createSetInput = named(
  'CreateChangeSet',
  'A new change set.',
  z.object({ title: titleInput }),
)

export const updateSetInput = named(
  'UpdateChangeSet',
  'Changes to a change set.',
  z.object({
    title: titleInput.optional(),
    state: field(
      z.literal('open', 'can only be set to open, for a dropped set'),
      'Brings back a set that was dropped.',
      'open',
    ).optional(),
  }),
)

export const mergeSetInput = named(
  'MergeIntoChangeSet',
  'What to do with files that can’t be merged.',
  z.object({
    settle: field(
      listInput(
        z.object({
          path: field(pathInput.normalize(), 'Path of a file that both sides changed.', 'about.md'),
          keep: field(
            z.enum(['set', 'main']),
            'Whose version stays. To mix them, first change the text in the set as it should be.',
          ),
        }),
      ),
      'One for each such file; a deletion is a version, too.',
      [],
    ).default([]),
  }),
)

export const landSetInput = named(
  'LandChangeSet',
  'How to land a change set.',
  z.object({
    message: field(
      textInput(10_000).min(1, 'must not be empty'),
      'Message of the commit; by default the title of the set.',
      'New menu',
    ).optional(),
  }),
)

const noteInput = textInput(MAX_NOTE)
const someNote = noteInput.trim().min(1, 'must not be empty')

export const handInSetInput = named(
  'HandInChangeSet',
  'How to hand in a change set.',
  z.object({
    note: field(noteInput, 'What publishers should know.', 'Prices as agreed.').default(''),
  }),
)

export const sendBackSetInput = named(
  'SendBackChangeSet',
  'What is to be changed.',
  z.object({
    notes: field(
      z
        .array(
          z.object({
            path: field(
              pathInput.normalize().nullable(),
              'A file that the set changes; null for the whole set.',
              'about.md',
            ).default(null),
            text: field(someNote, 'What is to be changed.', 'The price is an old one.'),
          }),
        )
        .min(1, 'must have a note')
        .max(MAX_NOTES_AT_ONCE, `may have at most ${MAX_NOTES_AT_ONCE} notes`),
      'For those who made the set.',
      [{ path: 'about.md', text: 'The price is an old one.' }],
    ),
  }),
)

export const setNoteSchema = named(
  'SetNote',
  'What somebody said who handed a change set in, or sent it back.',
  z.object({
    id: idSchema,
    kind: field(z.enum(SET_NOTE_KINDS), 'What was done with it.', 'sent_back'),
    user_id: field(idSchema.nullable(), 'Who said it; null for the server.'),
    path: field(z.string().nullable(), 'The file that it is about; null for the whole set.', null),
    text: field(z.string(), 'May be empty if the set was handed in.', 'The price is an old one.'),
    created_at: stampSchema,
  }),
)

export const setChangeSchema = named(
  'ChangeInSet',
  'What a change set does to one file.',
  z.object({
    path: field(z.string(), 'From the site’s root.', 'about.md'),
    from: field(z.string().nullable(), 'The old path of a moved file.', null),
    action: field(
      z.enum(['created', 'changed', 'moved', 'deleted']),
      'What happened to it.',
      'changed',
    ),
    type: field(z.enum(['document', 'page', 'file', 'site']), '`site` is `_config.yml`.', 'page'),
    id: field(idSchema.nullable(), 'Of a document or page that is there.'),
    title: field(z.string().nullable(), 'Of a document or page.', 'About'),
    visibility: field(z.enum(VISIBILITIES), 'In the set.', 'visible'),
    fields: field(
      z.array(z.string()),
      'The fields of a document or page that differ, such as `title`, `body`, `metadata.menu`.',
      ['title', 'body'],
    ),
    conflict: field(z.boolean(), 'Whether it can’t be merged with what `main` has now.', false),
  }),
)

export function changeSetJson({
  set: one,
  content,
  previewUrl,
  may,
}: SetView): z.output<typeof changeSetSchema> {
  const handedIn = content !== null && one.handedIn?.head === content.head ? one.handedIn : null
  return {
    id: one.id,
    site_id: one.siteId,
    title: one.title,
    state: one.state,
    user_id: one.userId,
    created_at: utcStamp(one.createdAt / 1000),
    closed_at: utcStampOrNull(one.closedAt),
    closed_by: one.closedBy,
    landed_commit: one.landedCommit,
    head: content?.head ?? null,
    changes: content?.changes ?? null,
    conflicts: content?.conflicts ?? null,
    behind: content?.isBehind ?? false,
    handed_in_at: handedIn === null ? null : utcStamp(handedIn.at / 1000),
    handed_in_by: handedIn?.userId ?? null,
    preview_url: previewUrl,
    can: { ...may },
  }
}

export function setChangeJson(change: SetChange): z.output<typeof setChangeSchema> {
  const { kind, isInConflict, fields, ...same } = change
  return {
    ...same,
    type: kind === 'config' ? 'site' : kind,
    fields: [...fields],
    conflict: isInConflict,
  }
}

export function setNoteJson(note: SetNote): z.output<typeof setNoteSchema> {
  const { id, kind, userId, path, text, createdAt } = note
  return { id, kind, user_id: userId, path, text, created_at: utcStamp(createdAt / 1000) }
}
