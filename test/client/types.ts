/**
 * Makes `src/client/api.ts` from the OpenAPI document: the schemas and operations as types, and a table
 * of the operations for the running client.
 */

type Json = Readonly<Record<string, unknown>>

const HEADER = `/**
 * Made from the OpenAPI document by \`npm run client:types\`; a test fails when it is not current.
 * Don't edit it.
 */
`

const METHODS = ['get', 'post', 'put', 'delete']

interface Operation {
  readonly method: string
  readonly path: string
  readonly about: Json
}

/** The text of the module. */
export function clientTypes(document: unknown): string {
  const schemas = Object.entries(record(record(record(document)['components'])['schemas']))
  const operations = operationsOf(record(document))
  return [
    HEADER,
    'export interface Schemas {',
    ...schemas.map(([name, schema]) => indent(`${key(name)}: ${typeOf(schema)}`)),
    '}',
    '',
    'export interface Operations {',
    ...operations.map((operation) => indent(operationType(operation))),
    '}',
    '',
    'export type OperationId = keyof Operations',
    '',
    '/** Method, path, `form` for a multipart body, `once` where an `Idempotency-Key` is taken, `sets` where `change_set` is. */',
    'export const OPERATIONS: Readonly<Record<OperationId, string>> = {',
    ...operations.map((operation) => indent(`${idOf(operation)}: '${line(operation)}',`)),
    '}',
    '',
  ].join('\n')
}

function operationsOf(document: Json): Operation[] {
  return Object.entries(record(document['paths']))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in record(item)).map((method) => ({
        method,
        path,
        about: record(record(item)[method]),
      })),
    )
    .sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

function idOf({ about }: Operation): string {
  return String(about['operationId'])
}

function line(operation: Operation): string {
  const { method, path, about } = operation
  const isOnce = parametersOf(about, 'header').some(({ name }) => name === 'Idempotency-Key')
  const isForm = 'multipart/form-data' in bodyContent(about)
  const isInSets = parametersOf(about, 'query').some(({ name }) => name === 'change_set')
  const marks = [isForm && 'form', isOnce && 'once', isInSets && 'sets']
  const words = [method.toUpperCase(), path, ...marks.map((mark) => mark || '')]
  return words.filter((word) => word !== '').join(' ')
}

function operationType(operation: Operation): string {
  const { about } = operation
  const summary = typeof about['summary'] === 'string' ? `/** ${about['summary']} */\n` : ''
  const input = [
    ...inputPart('path', parametersOf(about, 'path')),
    ...inputPart('query', parametersOf(about, 'query')),
    ...bodyPart(about),
  ]
  return [
    `${summary}${idOf(operation)}: {`,
    indent(input.length > 0 ? `input: {\n${indent(input.join('\n'))}\n}` : 'input: {}'),
    indent(`reply: ${replyType(about)}`),
    '}',
  ].join('\n')
}

interface Parameter {
  readonly name: string
  readonly isRequired: boolean
  readonly schema: unknown
}

function parametersOf(about: Json, place: string): Parameter[] {
  const list = Array.isArray(about['parameters']) ? about['parameters'] : []
  return list.map(record).flatMap((one) => {
    const isOfLines = record(one['schema'])['enum']?.toString().includes('jsonl') === true
    if (one['in'] !== place || isOfLines) return []
    const isRequired = one['required'] === true
    return [{ name: String(one['name']), isRequired, schema: one['schema'] }]
  })
}

function inputPart(name: string, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return []
  const isRequired = parameters.some((parameter) => parameter.isRequired)
  const fields = parameters.map((one) => {
    const type = name === 'query' ? queryType(one.schema) : 'string'
    return `${key(one.name)}${one.isRequired ? '' : '?'}: ${type}${one.isRequired ? '' : ' | undefined'}`
  })
  return [`${name}${isRequired ? '' : '?'}: {\n${indent(fields.join('\n'))}\n}`]
}

/** Query parameters that are written as numbers and flags may be given as such. */
function queryType(schema: unknown): string {
  const type = typeOf(schema)
  return type === 'string' ? 'string | number | boolean' : type
}

function bodyContent(about: Json): Json {
  return record(record(about['requestBody'])['content'])
}

function bodyPart(about: Json): string[] {
  const content = bodyContent(about)
  const types = Object.entries(content).map(([type, media]) => {
    const { schema } = record(media)
    return /json|multipart/.test(type) && schema !== undefined ? typeOf(schema) : 'Blob'
  })
  if (types.length === 0) return []
  const isRequired =
    record(about['requestBody'])['required'] === true ||
    Object.values(content).some((media) => {
      const { required } = record(record(media)['schema'])
      return Array.isArray(required) && required.length > 0
    })
  return [`body${isRequired ? '' : '?'}: ${union(types)}`]
}

function replyType(about: Json): string {
  const types = Object.entries(record(about['responses']))
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.entries(record(record(response)['content'])))
    // The client reads lists in pages.
    .filter(([type]) => type !== 'application/jsonl')
    .map(([type, media]) => {
      const { schema } = record(media)
      return type === 'application/json' && schema !== undefined ? typeOf(schema) : 'Blob'
    })
  return types.length === 0 ? 'unknown' : union(types)
}

/** A JSON schema as a type. */
function typeOf(value: unknown): string {
  const schema = record(value)
  const { $ref: ref, enum: words, anyOf, oneOf, allOf, type } = schema
  if (typeof ref === 'string') return `Schemas['${ref.split('/').at(-1) ?? ''}']`
  if ('const' in schema) return JSON.stringify(schema['const']).replaceAll('"', "'")
  if (Array.isArray(words)) return union(words.map((word) => literal(word)))
  if (Array.isArray(anyOf)) return union(anyOf.map(typeOf))
  if (Array.isArray(oneOf)) return union(oneOf.map(typeOf))
  if (Array.isArray(allOf)) return allOf.map(typeOf).join(' & ')
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })))
  if (type === 'array') return arrayOf(typeOf(schema['items']))
  if (type === 'object' || schema['properties'] !== undefined) return objectType(schema)
  if (type === 'string') return schema['format'] === 'binary' ? 'Blob' : 'string'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' || type === 'null' ? type : 'unknown'
}

function arrayOf(type: string): string {
  return /^[\w'[\]]+$/.test(type) ? `${type}[]` : `(${type})[]`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value)
}

function objectType(schema: Json): string {
  const properties = Object.entries(record(schema['properties']))
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  if (properties.length === 0) {
    const { additionalProperties: rest } = schema
    const isOpen = typeof rest === 'object' && rest !== null
    return `Record<string, ${isOpen ? typeOf(rest) : 'unknown'}>`
  }
  const fields = properties.map(([name, property]) => {
    const isRequired = required.includes(name)
    // Whoever leaves a field out may also say so.
    const none = isRequired ? '' : ' | undefined'
    return `${key(name)}${isRequired ? '' : '?'}: ${typeOf(property)}${none}`
  })
  return `{\n${indent(fields.join('\n'))}\n}`
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}
