/** Several changes as one commit, as JSON. */

import { z } from 'zod'
import { withoutSet } from '../../model/change-set.js'
import {
  CHANGE_ACTIONS,
  CHANGE_TYPES,
  type Change,
  type Changed,
  type ChangeSet,
} from '../../service/content/change.js'
import { field as about, named, textInput } from './common.js'
import {
  createDocumentInput,
  createPageInput,
  textInputOf,
  updateDocumentInput,
  updatePageInput,
} from './document.js'

/** Most changes of one commit; for more, use git. */
const MAX_CHANGES = 2000

const SHA = '9e107d9d372bb6826bd81d3542a419d6e107d9d3'

function text(description: string, example: string) {
  const words = textInput(4096, 'must be a text').min(1, 'is empty').normalize()
  return about(words, description, example)
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const create = { action: z.literal('create') }
const update = { action: z.literal('update') }
const ofDocument = { type: z.literal('document') }
const ofPage = { type: z.literal('page') }
const anyType = { type: about(z.enum(CHANGE_TYPES), 'What kind of thing to change.', 'document') }

const content = about(
  z.string().refine((value) => value.length % 4 === 0 && BASE64.test(value), 'must be base64'),
  'Its bytes in base64.',
  'SGVsbG8=',
)
const collection = text('The path of its collection.', 'posts')
const filePath = text('Its path from the site’s root.', 'assets/hello.txt')
const newPath = text(
  'Its path: of a document, in the collection. By default derived from date and title.',
  '2026-11-20-hello.md',
).optional()
const ifMatch = {
  if_match: text('The version that the change is meant for; another one is 412.', SHA).optional(),
}
/** Which document, page or file. */
const which = {
  id: text('Id of the document or page.', '66f1c2b7d4b9e83f5a7c1e31').optional(),
  path: text(
    'Instead of an id: its path from the site’s root.',
    '_posts/2026-11-20-hello.md',
  ).optional(),
  ...ifMatch,
}

interface Which {
  readonly type: Change['type']
  readonly id?: string | undefined
  readonly path?: string | undefined
}

/** Documents and pages have an id or a path, files a path. */
function requireName({ type, id, path }: Which, context: z.RefinementCtx): void {
  if (path !== undefined || (id !== undefined && type !== 'file')) return
  const name = type === 'file' ? 'path' : 'id'
  context.addIssue({ code: 'custom', path: [name], message: 'is needed' })
}

const newDocument = createDocumentInput.omit({ path: true }).shape
const newPage = createPageInput.omit({ path: true }).shape
const documentFields = updateDocumentInput.omit({ path: true, sha: true }).shape
const pageFields = updatePageInput.omit({ path: true, sha: true }).shape

const changeInput = z.discriminatedUnion('action', [
  named(
    'CreateChange',
    'Creates a document, page or file.',
    z.discriminatedUnion('type', [
      named(
        'CreateDocumentChange',
        'Creates a document.',
        z.object({ ...create, ...ofDocument, collection, path: newPath, ...newDocument }),
      ),
      named(
        'CreatePageChange',
        'Creates a page.',
        z.object({ ...create, ...ofPage, path: newPath, ...newPage }),
      ),
      named(
        'CreateFileChange',
        'Creates a file.',
        z.object({ ...create, type: z.literal('file'), path: filePath, content }),
      ),
    ]),
  ),
  named(
    'UpdateChange',
    'Changes a document, page or file.',
    z.discriminatedUnion('type', [
      named(
        'UpdateDocumentChange',
        'Changes the given fields of a document.',
        z
          .object({ ...update, ...ofDocument, ...which, ...documentFields })
          .superRefine(requireName),
      ),
      named(
        'UpdatePageChange',
        'Changes the given fields of a page.',
        z.object({ ...update, ...ofPage, ...which, ...pageFields }).superRefine(requireName),
      ),
      named(
        'UpdateFileChange',
        'Replaces a file.',
        z.object({ ...update, type: z.literal('file'), path: filePath, ...ifMatch, content }),
      ),
    ]),
  ),
  named(
    'DeleteChange',
    'Deletes a document, page or file.',
    z.object({ action: z.literal('delete'), ...anyType, ...which }).superRefine(requireName),
  ),
  named(
    'MoveChange',
    'Moves a document, page, file or folder.',
    z
      .object({
        action: z.literal('move'),
        ...anyType,
        ...which,
        to: text(
          'The new path: of a document, in its collection; else from the site’s root.',
          '2026-11-20-hello-again.md',
        ),
      })
      .superRefine(requireName),
  ),
])

export const changesInput = named(
  'ChangeSet',
  'Changes that are made as one commit; all or none.',
  z.object({
    message: about(textInput(10_000), 'The commit message.', 'Import of the old site').optional(),
    changes: z
      .array(named('Change', 'One change; `action` and `type` say which.', changeInput), {
        error: 'must be an array',
      })
      .min(1, 'must have at least one change')
      .max(MAX_CHANGES, `may have at most ${MAX_CHANGES.toLocaleString('en-US')} changes`),
  }),
)

export const changedSchema = named(
  'Changed',
  'What was done.',
  z.object({
    commit: about(
      z.string().nullable(),
      'The commit; null if nothing had to be changed.',
      '3f786850e387550fdab836ed7e6dc881de23001b',
    ),
    results: about(
      z.array(
        z.object({
          action: z.enum(CHANGE_ACTIONS),
          type: z.enum(CHANGE_TYPES),
          id: about(
            z.string().nullable(),
            'Id, for a document or page.',
            '66f1c2b7d4b9e83f5a7c1e31',
          ),
          path: about(z.string(), 'Path from the site’s root.', '_posts/2026-11-20-hello.md'),
          sha: about(z.string().nullable(), 'Its version; null if it was deleted.', SHA),
        }),
      ),
      'One for each change, in the same order.',
    ),
  }),
)

/** Converts the input for the service. */
export function changeSetOf({ message, changes }: z.output<typeof changesInput>): ChangeSet {
  return { message, changes: changes.map(changeOf) }
}

/** What some kinds of changes have. */
type Parts = Partial<
  Record<'id' | 'collection' | 'path' | 'to' | 'if_match' | 'content', string | undefined>
>

function changeOf(change: z.output<typeof changeInput>): Change {
  const { action, type, ...fields } = change
  const { id, collection, path, to, if_match: ifMatch, content, ...input }: Parts = fields
  const bytes = content === undefined ? undefined : Buffer.from(content, 'base64')
  return {
    action,
    type,
    id,
    collection,
    path,
    to,
    ifMatch,
    input: textInputOf(input),
    content: bytes,
  }
}

export function changedJson({ commit, results }: Changed): z.output<typeof changedSchema> {
  return { commit, results: results.map((one) => ({ ...one, id: one.id && withoutSet(one.id) })) }
}
