/** Several changes as one commit, as JSON. */

import { z } from 'zod'
import {
  CHANGE_ACTIONS,
  CHANGE_TYPES,
  type Change,
  type Changed,
  type ChangeSet,
} from '../../service/content/change.js'
import { field as about, named, textInput } from './common.js'
import { updateDocumentInput } from './document.js'

/** Most changes of one commit; for more, use git. */
const MAX_CHANGES = 2000

const SHA = '9e107d9d372bb6826bd81d3542a419d6e107d9d3'

function text(description: string, example: string) {
  const words = textInput(4096, 'must be a text').min(1, 'is empty').normalize()
  return about(words, description, example).optional()
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const changeInput = updateDocumentInput
  .omit({ sha: true, path: true })
  .extend({
    action: about(z.enum(CHANGE_ACTIONS), 'What to do.', 'create'),
    type: about(z.enum(CHANGE_TYPES), 'What kind of thing to change.', 'document'),
    id: text('Id of the document or page.', '66f1c2b7d4b9e83f5a7c1e31'),
    collection: text('For a new document: the path of its collection.', 'posts'),
    path: text('Path of the file, or path for the new one.', '2026-11-20-hello.md'),
    to: text('For a move: the new path.', '2026-11-20-hello-again.md'),
    if_match: text('The version that the change is meant for; another one is 412.', SHA),
    content: about(
      z.string().refine((value) => value.length % 4 === 0 && BASE64.test(value), 'must be base64'),
      'For a file: its bytes in base64.',
      'SGVsbG8=',
    ).optional(),
  })
  .superRefine((change, context) => {
    for (const field of missingFields(change)) {
      context.addIssue({ code: 'custom', path: [field], message: 'is needed' })
    }
  })

interface ChangeFields {
  readonly action: Change['action']
  readonly type: Change['type']
  readonly id?: string | undefined
  readonly path?: string | undefined
  readonly to?: string | undefined
  readonly title?: string | undefined
  readonly collection?: string | undefined
  readonly content?: string | undefined
}

function missingFields(change: ChangeFields): string[] {
  const { action, type } = change
  const needed: (keyof ChangeFields)[] = []
  if (action === 'create' && type !== 'file') needed.push('title')
  if (action === 'create' && type === 'document') needed.push('collection')
  if (type === 'file') needed.push('path')
  if (type === 'file' && (action === 'create' || action === 'update')) needed.push('content')
  if (action === 'move') needed.push('to')
  const hasName = change.id !== undefined || change.path !== undefined
  const names = action === 'create' || hasName || type === 'file' ? [] : ['id']
  return [...needed.filter((name) => change[name] === undefined), ...names]
}

export const changesInput = named(
  'ChangeSet',
  'Changes that are made as one commit; all or none.',
  z.object({
    message: about(textInput(10_000), 'The commit message.', 'Import of the old site').optional(),
    changes: z
      .array(named('Change', 'One change.', changeInput), { error: 'must be an array' })
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
  return {
    message,
    changes: changes.map(
      ({ action, type, id, collection, path, to, if_match: ifMatch, content, ...input }) => ({
        action,
        type,
        id,
        collection,
        path,
        to,
        ifMatch,
        input,
        content: content === undefined ? undefined : Buffer.from(content, 'base64'),
      }),
    ),
  }
}

export function changedJson({ commit, results }: Changed): z.output<typeof changedSchema> {
  return { commit, results: results.map((result) => ({ ...result })) }
}
