/** Reads parts of the OpenAPI document. */

import { isObject, nameOf, type Json } from '../openapi/schemas.js'

/** An operation with its path and method. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly about: Json
}

/** Follows a `$ref`, if the part is one. */
export function resolved(part: Json, document: Json): Json {
  const name = nameOf(part)
  const ref = part['$ref']
  if (name === null && typeof ref !== 'string') return part
  const keys = String(ref).replace(/^#\//, '').split('/')
  return asObject(keys.reduce<unknown>((at, key) => Object(at)[key], document))
}

/** The example of a JSON body. */
export function exampleOf(part: Json): unknown {
  return asObject(asObject(part['content'])['application/json'])['example']
}

export function listOf(value: unknown): Json[] {
  return [value].flat().filter(isObject)
}

export function asObject(value: unknown): Json {
  return isObject(value) ? value : {}
}
