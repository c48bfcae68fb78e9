/**
 * Makes the OpenAPI 3.1 document from the table of routes that also answers the requests, so it always matches what
 * the server validates.
 */

import type { z } from 'zod'
import type { ReplySpec, Route } from '../route.js'
import { errorSchema } from '../wire/common.js'
import { OPTIONS_BY_PROVIDER } from '../wire/hosting.js'
import { errorResponses } from './errors.js'
import { exampleOf } from './examples.js'
import { examplesOf } from './operation-examples.js'
import type { ReplyHeader } from './headers.js'
import {
  isBodyRequired,
  isConditional,
  isPaged,
  parametersOf,
  propertiesOf,
  templatePaths,
} from './parameters.js'
import { headerComponents, headerRefs } from './parts.js'
import { createSchemas, type Json, type Schemas, type Side } from './schemas.js'
import { INTRODUCTION, TAGS } from './texts.js'
import { nextTurn } from '../../system/yielding.js'
import { waysOf } from '../token-scopes.js'

const SECURITY = {
  key: [{ apiKey: [] }, { session: [] }],
  session: [{ session: [] }],
  password: [{ password: [] }],
  operator: [{ apiKey: [] }, { session: [] }, {}],
  public: [],
}

/** State while operations are described. */
interface Collected {
  readonly schemas: Schemas
  readonly responses: Map<string, Json>
}

/** The document for a table of routes, as a JSON value. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): Json {
  const making = makeDocument(routes, publicUrl)
  for (;;) {
    const { done, value } = making.next()
    if (done) return value
  }
}

/** Like `openApiDocument`, with a yield to the event loop after each route. */
export async function openApiDocumentInTurns(
  routes: readonly Route[],
  publicUrl: string,
): Promise<Json> {
  const making = makeDocument(routes, publicUrl)
  for (;;) {
    const { done, value } = making.next()
    if (done) return value
    await nextTurn()
  }
}

/** A generator that pauses after each route. */
function* makeDocument(routes: readonly Route[], publicUrl: string): Generator<undefined, Json> {
  const collected: Collected = { schemas: createSchemas(), responses: new Map() }
  const paths: Record<string, Json> = {}
  collected.schemas.of(errorSchema, 'output')
  for (const options of OPTIONS_BY_PROVIDER) collected.schemas.of(options, 'input')
  for (const route of routes) {
    for (const [index, path] of documentedPaths(route).entries()) {
      const described = operation(route, path, collected)
      const operationId = index === 0 ? route.operation : `${route.operation}Root`
      paths[path] = { ...paths[path], [route.method]: { ...described, operationId } }
    }
    yield undefined
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: '2',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/v2/docs`, description: 'Guides and reference as HTML' },
    tags: tagsOf(routes),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and API secret' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'galley_…',
          description:
            'Access token of `POST /v2/users/me/tokens`, with the scopes that are listed',
        },
        password: { type: 'http', scheme: 'basic', description: 'E-mail address and password' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'galley_session',
          description:
            'Set by `POST /v2/session` (named `__Host-galley_session` under HTTPS, and for a server ' +
            'below `/cms` with `!cms` at its end). Requests with changes also need its `csrf_token` in the header `X-CSRF-Token`.',
        },
      },
      headers: headerComponents(),
      responses: Object.fromEntries(collected.responses),
      schemas: collected.schemas.all(),
    },
  }
}

/** The paths of a route. Without its optional last part, a route can only be read. */
export function documentedPaths(route: Pick<Route, 'path' | 'method'>): string[] {
  const [bare = '', whole] = templatePaths(route.path)
  if (whole === undefined) return [bare]
  return route.method === 'get' ? [whole, bare] : [whole]
}

function tagsOf(routes: readonly Route[]): Json[] {
  const names = [...new Set(routes.map(({ tag }) => tag))]
  return names.map((name) => ({ name, description: TAGS[name] ?? name }))
}

function operation(route: Route, path: string, collected: Collected): Json {
  return {
    summary: route.summary,
    description: route.description,
    tags: [route.tag],
    security: securityOf(route),
    parameters: parametersOf(route, path, collected.schemas),
    ...requestBody(route, collected.schemas),
    responses: {
      ...replies(route, collected),
      ...errorResponses(route, path, collected.responses),
    },
  }
}

function securityOf(route: Route): Json[] {
  return [...SECURITY[route.access], ...waysOf(route).map((token) => ({ token }))]
}

function requestBody(route: Route, schemas: Schemas): Json {
  const { input } = route
  const required = isBodyRequired(route)
  if (input.kind === 'json') {
    const { body } = examplesOf(route.operation)
    const made = withExample(input.schema, 'input', schemas)
    const content = { 'application/json': { ...made, ...(body && { example: body }) } }
    return { requestBody: { required, content } }
  }
  if (input.kind === 'upload') {
    const properties = {
      file: {
        type: 'string',
        format: 'binary',
        description: 'The file.',
        'x-file-name': examplesOf(route.operation).file ?? 'FILE',
      },
      ...propertiesOf(schemas.of(input.fields, 'input')),
    }
    const schema = { type: 'object', required: ['file'], properties }
    return { requestBody: { required, content: { 'multipart/form-data': { schema } } } }
  }
  if (input.kind === 'raw') {
    const content = Object.fromEntries(input.types.map((type) => [type, rawContent(type)]))
    return { requestBody: { required, content } }
  }
  return {}
}

/** The schema of a body that is not parsed: any JSON, or any bytes. */
function rawContent(type: string): Json {
  if (type !== 'application/json') return {}
  return { schema: { type: 'object', additionalProperties: true }, example: {} }
}

function withExample(schema: z.ZodType, side: Side, schemas: Schemas): Json {
  const json = schemas.of(schema, side)
  return { schema: json, example: exampleOf(json, schemas.all(), side) }
}

function replies(route: Route, { schemas }: Collected): Json {
  const known = Object.entries(route.replies).map(([status, reply]) => {
    const headers = headerRefs([...(reply.headers ?? []), ...impliedHeaders(route, reply)])
    const content = contentOf(reply, schemas)
    const hasBody = Object.keys(content).length > 0
    return [status, { description: reply.description, headers, ...(hasBody && { content }) }]
  })
  const ok = route.replies[200] ?? { description: '' }
  return {
    ...Object.fromEntries(known),
    ...(isConditional(route) && {
      304: {
        description: 'It is still the version that you have.',
        headers: headerRefs([...(ok.headers ?? ['ETag']), ...impliedHeaders(route, ok)]),
      },
    }),
  }
}

function impliedHeaders(route: Route, reply: ReplySpec): ReplyHeader[] {
  const isOnce = route.creates === true
  return [
    ...(reply.schema === undefined ? [] : pageHeaders(route)),
    ...(isOnce ? (['Idempotent-Replayed'] as const) : []),
    ...(reply.location === undefined ? [] : (['Location'] as const)),
    ...(takesNames(route) ? (['Warning'] as const) : []),
  ]
}

/** True if the route has named parameters or fields, which can be misspelt. */
function takesNames({ query, input }: Route): boolean {
  return query !== null || input.kind === 'json'
}

function pageHeaders(route: Route): ReplyHeader[] {
  return isPaged(route) ? ['ETag', 'Link', 'X-Total-Count'] : []
}

function contentOf(reply: ReplySpec, schemas: Schemas): Record<string, Json> {
  const content: Record<string, Json> = {}
  if (reply.schema) {
    content['application/json'] = withExample(reply.schema, 'output', schemas)
  }
  for (const type of [reply.type ?? []].flat()) {
    content[type] = reply.events ? eventContent(reply.events, schemas) : {}
  }
  return content
}

/** OpenAPI 3.1 cannot describe event streams: the data of each event is described beside the stream. */
function eventContent(events: Readonly<Record<string, z.ZodType>>, schemas: Schemas): Json {
  const data = Object.entries(events).map(([name, schema]) => [name, schemas.of(schema, 'output')])
  const [name, schema] = Object.entries(events)[0] ?? []
  const example = schema && exampleOf(schemas.of(schema, 'output'), schemas.all(), 'output')
  return {
    schema: {
      type: 'string',
      description:
        'Server-sent events: `id:`, `event:` and `data:` lines. `x-events` has the schema of the ' +
        'data (JSON) of each event by its name.',
      contentMediaType: 'text/event-stream',
      contentSchema: { anyOf: data.map(([, one]) => one) },
      'x-events': Object.fromEntries(data),
    },
    example: `id: 1\nevent: ${name ?? 'message'}\ndata: ${JSON.stringify(example)}\n\n`,
  }
}
