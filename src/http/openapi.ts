/**
 * The OpenAPI 3.1 document, made from the same routes that answer: it can't say anything else than
 * what the server validates.
 */

import { z } from 'zod'
import { HEADER } from './middleware/idempotency.js'
import type { ReplySpec, Route } from './route.js'
import { errorSchema } from './wire/common.js'

const SECURITY = {
  key: [{ apiKey: [] }, { session: [] }],
  session: [{ session: [] }],
  password: [{ password: [] }],
  operator: [{ apiKey: [] }, { session: [] }, {}],
  public: [],
}

type Json = Record<string, unknown>

/** The document for a table of routes, as a JSON value. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = templatePath(route.path)
    paths[path] = { ...paths[path], [route.method]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version: '2',
      description: 'Static websites in git: sites, collections, documents, files, jobs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and API secret' },
        password: { type: 'http', scheme: 'basic', description: 'E-mail address and password' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'galley_session',
          description:
            'Of POST /v2/session (`__Host-galley_session` under HTTPS). Changes need its `csrf_token` in the header `X-CSRF-Token` too.',
        },
      },
      schemas: { Error: jsonSchema(errorSchema, 'output') },
    },
  }
}

/** `/v2/sites/:site_id/source{/*name}` -> `/v2/sites/{site_id}/source/{name}`. */
export function templatePath(path: string): string {
  return path
    .replace(/\{\/\*(\w+)\}/g, '/:$1')
    .replace(/\/\*(\w+)/g, '/:$1')
    .replace(/:(\w+)/g, '{$1}')
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function operation(route: Route): Json {
  return {
    operationId: route.operation,
    summary: route.summary,
    tags: [route.tag],
    security: SECURITY[route.access],
    parameters: [...pathParameters(route), ...queryParameters(route), ...headers(route)],
    ...requestBody(route),
    responses: { ...responses(route), default: errorResponse() },
  }
}

function pathParameters(route: Route): Json[] {
  return [...templatePath(route.path).matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(route: Route): Json[] {
  if (!route.query) return []
  const { properties = {}, required = [] } = z.toJSONSchema(route.query, {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function headers({ creates }: Route): Json[] {
  if (creates !== true) return []
  return [
    {
      name: HEADER,
      in: 'header',
      required: false,
      description:
        'A name of your choice for this request, such as a UUID. Sent again with it within 24 hours, ' +
        'it is not carried out again but answered as the first time, with `Idempotent-Replayed: true`; ' +
        'another request with it is 422, one while the first runs, or after it was broken off, 409.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
  ]
}

function requestBody({ input }: Route): Json {
  if (input.kind === 'json') {
    const schema = jsonSchema(input.schema, 'input')
    return { requestBody: { content: { 'application/json': { schema } } } }
  }
  if (input.kind === 'upload') {
    const fields = jsonSchema(input.fields, 'input')
    const properties = { file: { type: 'string', format: 'binary' }, ...propertiesOf(fields) }
    const schema = { type: 'object', required: ['file'], properties }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  if (input.kind === 'raw') {
    const content = Object.fromEntries(input.types.map((type) => [type, {}]))
    return { requestBody: { content } }
  }
  return {}
}

function propertiesOf(schema: Json): object {
  const { properties } = schema
  return typeof properties === 'object' && properties !== null ? properties : {}
}

function responses(route: Route): Json {
  const entries = Object.entries(route.replies).map(([status, reply]) => {
    const type = reply.type ?? 'application/json'
    const schema = reply.schema ? { schema: jsonSchema(reply.schema, 'output') } : {}
    const hasBody = reply.schema !== undefined || reply.type !== undefined
    return [
      status,
      {
        description: reply.description,
        ...(hasBody && { content: { [type]: schema, ...alternative(reply) } }),
      },
    ]
  })
  return Object.fromEntries(entries)
}

function alternative({ json }: ReplySpec): Json {
  return json ? { 'application/json': { schema: jsonSchema(json, 'output') } } : {}
}

function errorResponse(): Json {
  return {
    description: 'What went wrong',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  }
}
