/** Unsaved texts as JSON. */

import { z } from 'zod'
import { MAX_UNSAVED_CHARACTERS, MAX_UNSAVED_DAYS, type UnsavedText } from '../../model/unsaved.js'
import { field, idSchema, longText, named, stampSchema, textInput } from './common.js'
import { utcStamp } from './time.js'

const content = (schema: z.ZodString) =>
  field(
    schema,
    'What the client needs to go on, with the version that the change was begun from. The server does not read it.',
    '{"title":"Hello"}',
  )

const facts = {
  entry_id: field(
    idSchema.nullable(),
    'The document or page; null for one that is not saved yet.',
    null,
  ),
  collection: field(
    z.string().nullable(),
    'The collection of a document; null for a page.',
    'posts',
  ),
  title: field(z.string(), 'Title, as it was typed.', 'Hello'),
}

const OWN_ID = '66f1c2b7d4b9e83f5a7c1e43'
const userId = field(idSchema, 'Who has typed it.', OWN_ID)

const unsaved = z.object({
  id: field(
    idSchema,
    'The id of the document or page; for a new one, an id that the client has made.',
  ),
  user_id: userId,
  ...facts,
  version: field(z.string(), 'Changes with each write; the `ETag`.', '66f1c2b7d4b9e83f5a7c1e3a'),
  updated_at: stampSchema,
})

export const unsavedSchema = named('Unsaved', 'An unsaved text, without what is in it.', unsaved)

export const unsavedTextSchema = named(
  'UnsavedText',
  'An unsaved text.',
  unsaved.extend({ content: content(z.string()) }),
)

export const putUnsavedInput = named(
  'PutUnsaved',
  `An unsaved text to keep; it is deleted ${MAX_UNSAVED_DAYS} days after it was last written.`,
  z.object({
    entry_id: facts.entry_id.default(null),
    collection: field(
      textInput(254).nullable().default(null),
      'The collection of a document; null for a page.',
      'posts',
    ),
    title: field(textInput(1000), 'Title, as it was typed; may be empty.', 'Hello'),
    user_id: field(
      idSchema,
      'Who has typed it: 403 if that is not the caller, since somebody else has signed in meanwhile.',
      OWN_ID,
    ).optional(),
    content: content(longText(MAX_UNSAVED_CHARACTERS)),
  }),
)

export function unsavedJson(one: UnsavedText): z.output<typeof unsavedSchema> {
  return {
    id: one.id,
    user_id: one.userId,
    entry_id: one.entryId,
    collection: one.collection,
    title: one.title,
    version: one.version,
    updated_at: utcStamp(one.updatedAt / 1000),
  }
}
