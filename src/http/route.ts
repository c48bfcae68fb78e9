/**
 * Defines routes as plain data. Router, validation, OpenAPI document and tests all read the same data, so they cannot
 * disagree.
 */

import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { ErrorCode } from '../errors.js'
import type { Actor } from '../model/user.js'
import { requireShortQuery } from './link-header.js'
import type { ReplyHeader, RequestHeader } from './openapi/headers.js'
import { allowedNames, keysOf, misspellingWarnings } from './misspelt-names.js'
import { check } from './validation.js'
import { toNfc } from '../model/normal-form.js'
import { field, onceText } from './wire/common.js'

type Method = 'get' | 'post' | 'put' | 'delete'

/**
 * Who may call a route: with an API key or a session (`key`), with a session only, with e-mail address and password,
 * anybody, or loopback and administrators (`operator`).
 */
export type Access = 'key' | 'session' | 'password' | 'public' | 'operator'

/** An uploaded file on disk; deleted when the request ends. */
export interface Upload {
  /** Path on the server, with a random name. */
  readonly path: string
  /** The client's file name; untrusted. */
  readonly filename: string
  /** Bytes. */
  readonly size: number
}

/** A call of one route within the request for another. */
export interface InnerCall {
  /** Not encoded. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Carries out other operations for the caller of a request. */
export interface Performer {
  /** False if the caller's token lacks the scopes. */
  readonly may: (operation: string) => boolean
  readonly run: (operation: string, call: InnerCall) => Promise<Reply>
}

/** The request before validation. */
export interface RawRequest {
  readonly actor: Actor
  readonly requestId: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** Query string as sent, without `?`. */
  readonly querystring: string
  readonly path: string
  readonly body: unknown
  readonly upload: Upload | null
  readonly header: (name: string) => string
  /** The client address, possibly as reported by a trusted proxy. */
  readonly address: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  readonly stream: IncomingMessage
  /** Throws if an answer with as many bytes would be refused, because too many are still being read. */
  readonly requireRoom: (bytes: number) => void
  /** Throws if the client does not accept a media type; for routes whose answers have several. */
  readonly requireAcceptable: (type: string) => void
  readonly performer: Performer
}

/** The validated request for a handler. */
interface ApiRequest<Query, Body> extends RawRequest {
  readonly query: Readonly<Record<string, unknown>> & Query
  readonly body: Body
}

export interface Reply {
  readonly status: number
  /** JSON value, bytes, a stream, or undefined for none. */
  readonly body?: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Entity tag without quotes. */
  readonly etag?: string
  /** True if the tag only tells whether the answer has changed; else it is strong, and names a version for `If-Match`. */
  readonly isWeak?: true
  /** Bytes that a stream keeps in memory while nobody reads it. */
  readonly held?: number
}

/** The kind of body that a route accepts. */
export type Input =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | {
      readonly kind: 'upload'
      /** Text fields besides `file`. */
      readonly fields: z.ZodType
      readonly limit: 'uploadBytes' | 'importBytes'
    }
  | { readonly kind: 'raw'; readonly types: readonly string[] }

/** One possible status: the JSON schema, or the media type of another body, or both. */
export interface ReplySpec {
  readonly description: string
  readonly schema?: z.ZodType
  readonly type?: string | readonly string[]
  /** For an event stream: the schema of each event's data, by event name. */
  readonly events?: Readonly<Record<string, z.ZodType>>
  /** Headers besides those of every answer, of lists and of `creates`. */
  readonly headers?: readonly ReplyHeader[]
  /** Where the made thing, or the job, is found: a path with fields of the body in braces. For 201 and 202. */
  readonly location?: string
}

/** The untyped part of a route. */
interface RouteFacts {
  readonly method: Method
  /** In @koa/router's form. */
  readonly path: string
  /** Unique; the OpenAPI `operationId`. */
  readonly operation: string
  readonly summary: string
  /** Sentences that say what a client should know (CommonMark). */
  readonly description: string
  /** One of `TAGS` in `openapi/texts.ts`. */
  readonly tag: string
  readonly access: Access
  /** Headers that it reads besides credentials and `Idempotency-Key`. */
  readonly headers?: readonly RequestHeader[]
  /** Errors besides those that follow from access, path, query and body (`openapi/errors.ts`). */
  readonly errors?: readonly ErrorCode[]
  /** Each call makes or starts something and answers with JSON; accepts an `Idempotency-Key`. */
  readonly creates?: true
  /** Takes `change_set`: it then reads and writes the site as that set has it. */
  readonly inSets?: true
  readonly replies: Readonly<Record<number, ReplySpec>>
}

export interface Route extends RouteFacts {
  readonly query: z.ZodType | null
  readonly input: Input
  readonly handle: (request: RawRequest) => Promise<Reply>
}

interface RouteSpec<Query extends z.ZodObject, Body extends z.ZodType> extends RouteFacts {
  readonly query?: Query
  readonly json?: Body
  readonly fields?: Body
  readonly limit?: 'uploadBytes' | 'importBytes'
  readonly raw?: readonly string[]
  readonly run: (request: ApiRequest<z.output<Query>, z.output<Body>>) => Promise<Reply>
}

const SET_QUERY = {
  change_set: field(
    onceText,
    'Id of an open change set: the site is read and changed as it is there.',
    '66f1c2b7d4b9e83f5a7c1e40',
  ).optional(),
}

/** Makes a route. Its handler gets validated, typed values. */
export function route<Query extends z.ZodObject, Body extends z.ZodType>(
  spec: RouteSpec<Query, Body>,
): Route {
  const { json, fields, limit, raw, run, query: own, ...facts } = spec
  const query = spec.inSets === true ? (own ?? z.object({})).extend(SET_QUERY) : own
  const bodySchema = json ?? fields
  const shown = Object.values(spec.replies).flatMap(({ schema }) => keysOf(schema))
  const isList = query !== undefined && 'per_page' in query.shape
  const names = { query: allowedNames(query, []), body: allowedNames(json, shown) }
  return {
    ...facts,
    query: query ?? null,
    input: inputOf({ json, fields, limit, raw }),
    handle: async (request) => {
      if (isList) requireShortQuery(request.querystring)
      const checkedQuery = check(query, request.query) as z.output<Query>
      const checkedBody = check(bodySchema, request.body)
      const checked = { query: { ...request.query, ...checkedQuery }, body: checkedBody }
      const reply = await run(withChecked(request, checked))
      return withWarnings(reply, [
        ...misspellingWarnings(request.query, names.query),
        ...misspellingWarnings(request.body, names.body),
      ])
    },
  }
}

/** Copied field by field: `signal` is created only on access, and a prototype chain is slow. */
function withChecked<Query, Body>(
  request: RawRequest,
  { query, body }: Pick<ApiRequest<Query, Body>, 'query' | 'body'>,
): ApiRequest<Query, Body> {
  return {
    actor: request.actor,
    requestId: request.requestId,
    params: request.params,
    query,
    querystring: request.querystring,
    path: request.path,
    body,
    upload: request.upload,
    header: request.header,
    address: request.address,
    get signal() {
      return request.signal
    },
    stream: request.stream,
    requireRoom: request.requireRoom,
    requireAcceptable: request.requireAcceptable,
    get performer() {
      return request.performer
    },
  }
}

function inputOf(spec: {
  json: z.ZodType | undefined
  fields: z.ZodType | undefined
  limit: 'uploadBytes' | 'importBytes' | undefined
  raw: readonly string[] | undefined
}): Input {
  if (spec.json) return { kind: 'json', schema: spec.json }
  if (spec.fields)
    return { kind: 'upload', fields: spec.fields, limit: spec.limit ?? 'uploadBytes' }
  if (spec.raw) return { kind: 'raw', types: spec.raw }
  return { kind: 'none' }
}

/** Unknown names are ignored; those that look misspelt are reported in a header. */
function withWarnings(reply: Reply, warnings: readonly string[]): Reply {
  if (warnings.length === 0) return reply
  const header = warnings.map((warning) => `299 galley "${warning}"`).join(', ')
  return { ...reply, headers: { ...reply.headers, Warning: header } }
}

/**
 * A path parameter, in Unicode normal form C like all file names: some systems send decomposed names. The router has
 * matched it, so it exists.
 */
export function param(request: Pick<RawRequest, 'params'>, name: string): string {
  return toNfc(request.params[name] ?? '')
}

/** The collection in the path of a request (`/v2/sites/:site_id/collections/:path`). */
export function collectionOf(request: Pick<RawRequest, 'params'>): {
  readonly siteId: string
  readonly collection: string
} {
  return { siteId: param(request, 'site_id'), collection: param(request, 'path') }
}
