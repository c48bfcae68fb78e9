/** Sites that can't be changed, since they move or have moved to another server. @see src/cli/README.md (One site: bring it back, or move it to another server) */

import { z } from 'zod'
import type { ReadOnlyState } from '../../service/branch/read-only.js'
import type { Moving } from '../../service/sites/moving.js'
import { param, route, type Route } from '../route.js'
import { field, named, stampSchema, textInput } from '../wire/common.js'
import { utcStampOrNull } from '../wire/time.js'

const MAX_SECONDS = 3600
const DEFAULT_SECONDS = 900

const stateSchema = named(
  'ReadOnlySite',
  'Whether a site can be changed.',
  z.object({
    read_only: z.boolean(),
    until: field(stampSchema.nullable(), 'When it can be changed again; null for not by itself.'),
    moved_to: field(z.string().nullable(), 'The server that has it now.', null),
  }),
)

const input = named(
  'SetReadOnly',
  'For a while, or for good: not both.',
  z
    .object({
      seconds: field(
        z.number().int().min(1).max(MAX_SECONDS),
        'For so long at most; 900 by default.',
        DEFAULT_SECONDS,
      ).optional(),
      moved_to: field(
        textInput(2048).regex(/^https?:\/\/\S+$/, 'must be an http(s) URL'),
        'For good: the server that has it now.',
        'https://new.example.org',
      ).optional(),
    })
    .refine((body) => body.seconds === undefined || body.moved_to === undefined, {
      path: ['moved_to'],
      message: 'and seconds exclude each other',
    }),
)

const STATE = { description: 'Whether it can be changed', schema: stateSchema }

export function movingRoutes(moving: Moving): Route[] {
  const shared = {
    tag: 'Sites',
    access: 'key',
    path: '/v2/sites/:site_id/read_only',
  } as const
  return [
    route({
      ...shared,
      method: 'get',
      operation: 'getReadOnly',
      summary: 'Whether a site can be changed, or moves to another server',
      description: 'While it moves, and when it has moved, it can only be read.',
      replies: { 200: STATE },
      run: (request) => answer(moving.state(request.actor, param(request, 'site_id'))),
    }),
    route({
      ...shared,
      method: 'put',
      operation: 'setReadOnly',
      summary: 'Keep a site from being changed while it moves to another server',
      description:
        'Until then, changes are 503 with `Retry-After`, and pushes are refused; it is read and published as before. With ' +
        '`moved_to` for good (403, with that address), if it was read-only ever since it was copied: else 409.',
      errors: ['conflict'],
      json: input,
      replies: { 200: STATE },
      run: async ({ actor, body, ...request }) => {
        const id = param(request, 'site_id')
        const { seconds = DEFAULT_SECONDS, moved_to: movedTo } = body
        if (movedTo !== undefined) return answer(moving.handOver(actor, id, movedTo))
        return answer(await moving.begin(actor, id, seconds))
      },
    }),
    route({
      ...shared,
      method: 'delete',
      operation: 'endReadOnly',
      summary: 'Let a site be changed again',
      description: 'Also one that has moved: never let both servers change it.',
      replies: { 200: STATE },
      run: ({ actor, ...request }) => {
        moving.end(actor, param(request, 'site_id'))
        return answer(null)
      },
    }),
  ]
}

function answer(state: ReadOnlyState | null) {
  const body = {
    read_only: state !== null,
    until: utcStampOrNull(state?.until ?? null),
    moved_to: state?.movedTo ?? null,
  }
  return Promise.resolve({ status: 200, body })
}
