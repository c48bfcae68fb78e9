/** Several changes as one commit, as JSON. */

import { z } from 'zod'
import {
  CHANGE_ACTIONS,
  CHANGE_TYPES,
  type Change,
  type Changed,
  type ChangeSet,
} from '../../service/content/change.js'
import { updateDocumentInput } from './document.js'

/** Changes of one commit; more are for git. */
const MOST_CHANGES = 2000

const text = (what: string) => z.string({ error: `${what} must be a text` }).min(1, 'is empty')

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const changeInput = updateDocumentInput
  .omit({ sha: true, path: true })
  .extend({
    action: z.enum(CHANGE_ACTIONS, { error: 'must be create, update, delete or move' }),
    type: z.enum(CHANGE_TYPES, { error: 'must be document, page or file' }),
    id: text('id').optional(),
    collection: text('collection').optional(),
    path: text('path').optional(),
    to: text('to').optional(),
    if_match: text('if_match').optional(),
    content: z
      .string()
      .refine((value) => value.length % 4 === 0 && BASE64.test(value), 'must be base64')
      .optional(),
  })
  .superRefine((change, context) => {
    for (const field of missing(change)) {
      context.addIssue({ code: 'custom', path: [field], message: 'is needed' })
    }
  })

interface Given {
  readonly action: Change['action']
  readonly type: Change['type']
  readonly id?: string | undefined
  readonly path?: string | undefined
  readonly to?: string | undefined
  readonly title?: string | undefined
  readonly collection?: string | undefined
  readonly content?: string | undefined
}

function missing(change: Given): string[] {
  const { action, type } = change
  const needed: (keyof Given)[] = []
  if (action === 'create' && type !== 'file') needed.push('title')
  if (action === 'create' && type === 'document') needed.push('collection')
  if (type === 'file') needed.push('path')
  if (type === 'file' && (action === 'create' || action === 'update')) needed.push('content')
  if (action === 'move') needed.push('to')
  const hasName = change.id !== undefined || change.path !== undefined
  const names = action === 'create' || hasName || type === 'file' ? [] : ['id']
  return [...needed.filter((name) => change[name] === undefined), ...names]
}

export const changesInput = z.object({
  message: z.string().max(10_000, 'may have at most 10,000 characters').optional(),
  changes: z
    .array(changeInput, { error: 'changes must be an array' })
    .min(1, 'must hold a change')
    .max(MOST_CHANGES, `may hold at most ${MOST_CHANGES.toLocaleString('en-US')} changes`),
})

export const changedSchema = z.object({
  commit: z.string().nullable(),
  results: z.array(
    z.object({
      action: z.enum(CHANGE_ACTIONS),
      type: z.enum(CHANGE_TYPES),
      id: z.string().nullable(),
      path: z.string(),
      sha: z.string().nullable(),
    }),
  ),
})

/** The input in the service's words. */
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
