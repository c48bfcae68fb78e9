/** Parameters of operations: of the path, of the query, headers. */

import { z } from 'zod'
import type { Route } from '../route.js'
import { examplesOf } from './operation-examples.js'
import { REQUEST_HEADERS, type RequestHeader } from './headers.js'
import { isObject, type Json, type Schemas } from './schemas.js'

const ID = { type: 'string', pattern: '^[0-9a-f]{24}$' }
const TEXT = { type: 'string' }

/** Parameters of paths, by name. */
const IN_PATH: Readonly<Record<string, Json>> = {
  site_id: { description: 'Id of the site.', example: '66f1c2a0d4b9e83f5a7c1e20', schema: ID },
  document_id: {
    description: 'Id of the document.',
    example: '66f1c2b7d4b9e83f5a7c1e31',
    schema: ID,
  },
  page_id: { description: 'Id of the page.', example: '66f1c2b7d4b9e83f5a7c1e32', schema: ID },
  role_id: { description: 'Id of the role.', example: '66f1c2b7d4b9e83f5a7c1e33', schema: ID },
  user_id: { description: 'Id of the user.', example: '66f1c2b7d4b9e83f5a7c1e34', schema: ID },
  job_id: { description: 'Id of the job.', example: '66f1c2b7d4b9e83f5a7c1e35', schema: TEXT },
  release_id: {
    description: 'Id of the release.',
    example: '66f1c2b7d4b9e83f5a7c1e36',
    schema: ID,
  },
  session_id: {
    description: 'Id of the session.',
    example: '66f1c2b7d4b9e83f5a7c1e37',
    schema: TEXT,
  },
  token_id: {
    description: 'Id of the token.',
    example: '66f1c2b7d4b9e83f5a7c1e38',
    schema: TEXT,
  },
  passkey_id: {
    description: 'Id of the passkey.',
    example: '66f1c2b7d4b9e83f5a7c1e44',
    schema: TEXT,
  },
  webhook_id: {
    description: 'Id of the webhook.',
    example: '66f1c2b7d4b9e83f5a7c1e39',
    schema: TEXT,
  },
  delivery_id: {
    description: 'Id of the delivery.',
    example: '66f1c2b7d4b9e83f5a7c1e3a',
    schema: TEXT,
  },
  notification_id: {
    description: 'Id of the notification.',
    example: '66f1c2b7d4b9e83f5a7c1e3b',
    schema: TEXT,
  },
  unsaved_id: {
    description: 'Id of the document or page; for a new one, an id that the client has made.',
    example: '66f1c2b7d4b9e83f5a7c1e42',
    schema: ID,
  },
  invitation_id: {
    description: 'Id of the invitation.',
    example: '66f1c2b7d4b9e83f5a7c1e3d',
    schema: TEXT,
  },
  share_id: {
    description: 'Id of the link.',
    example: '66f1c2b7d4b9e83f5a7c1e41',
    schema: TEXT,
  },
  change_set_id: {
    description: 'Id of the change set.',
    example: '66f1c2b7d4b9e83f5a7c1e40',
    schema: TEXT,
  },
  commit: {
    description: 'Full commit id.',
    example: '3f786850e387550fdab836ed7e6dc881de23001b',
    schema: TEXT,
  },
  path: { description: 'The `path` of the collection.', example: 'posts', schema: TEXT },
  name: {
    description:
      'Path of a file or folder from the site’s root. Slashes are not encoded; each segment ' +
      'is percent-encoded.',
    example: '_posts/2026-11-20-hello.md',
    schema: TEXT,
  },
  page: {
    description: 'Path of a page of the documentation.',
    example: 'guides/first-steps',
    schema: TEXT,
  },
  filename: {
    description: 'Path of the file from the site’s root (its `filename`). Slashes are not encoded.',
    example: '_uploads/photo.jpg',
    schema: TEXT,
  },
  token: {
    description: 'The signed part of the URL, as returned.',
    example: 'c2lnbmVk',
    schema: TEXT,
  },
}

/** Converts a path of @koa/router to OpenAPI. An optional last part gives two paths. */
export function templatePaths(path: string): string[] {
  const optional = /\{\/\*(\w+)\}$/.exec(path)
  if (!optional) return [template(path)]
  const bare = path.slice(0, optional.index)
  return [template(bare), template(`${bare}/:${optional[1] ?? ''}`)]
}

function template(path: string): string {
  return path.replace(/\/\*(\w+)/g, '/:$1').replace(/:(\w+)/g, '{$1}')
}

/** All parameters of a route at one of its paths. */
export function parametersOf(route: Route, path: string, schemas: Schemas): Json[] {
  return [
    ...pathParameters(path, route.operation),
    ...queryParameters(route, schemas),
    ...headerParameters(route),
  ]
}

function pathParameters(path: string, operation: string): Json[] {
  const examples = examplesOf(operation).path ?? {}
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    ...(IN_PATH[name] ?? { schema: TEXT }),
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
}

function queryParameters({ query }: Route, schemas: Schemas): Json[] {
  if (!(query instanceof z.ZodObject)) return []
  const fields: Readonly<Record<string, z.ZodType>> = query.shape
  return Object.entries(fields).map(([name, field]) => {
    const { description, examples, ...schema } = schemas.of(field, 'input')
    return {
      name,
      in: 'query',
      required: !field.safeParse(undefined).success,
      ...(description !== undefined && { description }),
      ...(Array.isArray(examples) && { example: examples[0] }),
      schema,
    }
  })
}

function headerParameters(route: Route): Json[] {
  const { headers = [], creates } = route
  const names = new Set<RequestHeader>(headers)
  if (isConditional(route)) names.add('If-None-Match')
  if (creates === true) names.add('Idempotency-Key')
  return [...names].map((name) => ({
    name,
    in: 'header',
    required: false,
    ...REQUEST_HEADERS[name],
  }))
}

/** True for a paginated list. */
export function isPaged({ method, query }: Route): boolean {
  return method === 'get' && query !== null && 'shape' in query && 'per_page' in Object(query.shape)
}

/** True if the route can answer 304. */
export function isConditional(route: Route): boolean {
  const hasTag = route.replies[200]?.headers?.includes('ETag') === true
  return route.method === 'get' && (hasTag || isPaged(route))
}

/** True if a body is required. */
export function isBodyRequired({ method, input }: Route): boolean {
  if (input.kind !== 'json') return true
  return method === 'put' || !input.schema.safeParse({}).success
}

/** Properties of an object schema; none for others. */
export function propertiesOf(schema: Json): Json {
  return isObject(schema['properties']) ? schema['properties'] : {}
}
