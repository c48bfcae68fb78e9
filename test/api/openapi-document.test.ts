/** The OpenAPI document as its readers need it: valid for strict tools, told in words, shown by examples. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { openApiDocument } from '../../src/http/openapi/document.js'
import { isRecord, type Json } from './client.js'
import { useApi } from './server.js'

interface Operation {
  readonly id: string
  readonly about: Json
}

function operationsOf(document: Json): Operation[] {
  return Object.values(Object(document['paths']))
    .flatMap((item) => Object.values(Object(item)))
    .filter(isRecord)
    .map((about) => ({ id: String(about['operationId']), about }))
}

function parametersOf({ about }: Operation): Json[] {
  return [about['parameters']].flat().filter(isRecord)
}

describe('The OpenAPI document', () => {
  const api = useApi()
  let document: Json = {}

  before('make the document', () => {
    document = openApiDocument(api.routes, 'https://galley.test')
  })

  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors ?? []).to.deep.equal([])
    expect(result.valid).to.equal(true)
  })

  it('passes a linter without a warning', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lintFromString({ source: JSON.stringify(document), config })
    const told = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    )
    expect(told).to.deep.equal([])
  })

  it('spells all operation ids in the same way', () => {
    const ids = operationsOf(document).map(({ id }) => id)
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).to.deep.equal([])
  })

  it('has no component whose name hides something that every program can use', () => {
    const known = globalNames()
    expect(known).to.include.members(['Error', 'File', 'Document', 'Map', 'Promise', 'Buffer'])
    // Headers have the names that HTTP gives them, and generators make no types of them.
    const { schemas, responses } = Object(document['components'])
    const named = Object.keys({ ...schemas, ...responses }).filter((name) => known.has(name))
    expect(named).to.deep.equal([])
  })

  it('tells the kinds of changes apart by a field', () => {
    const { schemas } = Object(document['components'])
    const { Change: change, CreateChange: create } = Object(schemas)
    expect(change.discriminator).to.deep.equal({
      propertyName: 'action',
      mapping: {
        create: '#/components/schemas/CreateChange',
        update: '#/components/schemas/UpdateChange',
        delete: '#/components/schemas/DeleteChange',
        move: '#/components/schemas/MoveChange',
      },
    })
    expect(change.oneOf).to.deep.include({ $ref: '#/components/schemas/MoveChange' })
    expect(create.discriminator.propertyName).to.equal('type')
    expect(create.oneOf).to.have.length(3)
    expect(schemas.CreateFileChange.required).to.have.members(['action', 'type', 'path', 'content'])
  })

  it('marks the field that has another name', () => {
    const me = Object(Object(document['components']).schemas).Me
    expect(me.properties.is_admin).to.include({ deprecated: true, type: 'boolean' })
    expect(me.properties.admin).to.not.have.property('deprecated')
  })

  it('describes every operation', () => {
    for (const { id, about } of operationsOf(document)) {
      expect(about['summary'], id).to.match(/^\p{Lu}.{2,}[^.]$/su)
      expect(about['description'], id).to.match(/^[\p{Lu}`].{8,}\.$/su)
    }
  })

  it('has a description and an example of every parameter', () => {
    for (const operation of operationsOf(document)) {
      for (const parameter of parametersOf(operation)) {
        const where = `${operation.id} ${String(parameter['name'])}`
        expect(parameter['description'], where).to.match(/^[\p{Lu}`].+\.$/su)
        expect(parameter, where).to.have.property('example')
      }
    }
  })

  it('describes every group of operations', () => {
    for (const tag of [document['tags']].flat().filter(isRecord)) {
      expect(tag['description'], String(tag['name'])).to.match(/^\p{Lu}.+\.$/su)
    }
  })

  it('has examples that are valid by their schemas', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false })
    ajv.addSchema(document, 'openapi', undefined, false)
    let count = 0
    walk(document, [], (media, pointer) => {
      if (!isRecord(media['schema']) || !('example' in media)) return
      const check = ajv.compile({
        $ref: `openapi#/${[...pointer, 'schema'].map(escaped).join('/')}`,
      })
      expect(
        check(media['example']),
        `${pointer.join('/')} ${ajv.errorsText(check.errors)}`,
      ).to.equal(true)
      count += 1
    })
    expect(count).to.be.greaterThan(150)
  })

  it('has an example of every JSON body', () => {
    for (const { id, about } of operationsOf(document)) {
      const bodies = [about['requestBody'], ...Object.values(Object(about['responses']))]
      for (const body of bodies) {
        const json: unknown = Object(Object(body)['content'])['application/json']
        if (json !== undefined) expect(json, id).to.have.property('example')
      }
    }
  })
})

/** The types and values of ECMAScript and browsers that the compiler knows, and what Node has beside them. */
function globalNames(): ReadonlySet<string> {
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`
  const folder = path.join(path.dirname(createRequire(import.meta.url).resolve(platform)), 'lib')
  const declared = readdirSync(folder)
    .filter((name) => /^lib\..*\.d\.ts$/.test(name))
    .flatMap((name) => [...readFileSync(path.join(folder, name), 'utf8').matchAll(DECLARED)])
    .map(([, name = '']) => name)
  return new Set([...declared, ...Object.getOwnPropertyNames(globalThis)])
}

const DECLARED =
  /^(?:declare )?(?:var|let|const|function|class|abstract class|interface|type|namespace) +([A-Z]\w*)/gm

type Visit = (value: Json, pointer: readonly string[]) => void

/** Everything in the document but its schemas, whose words may be anything. */
function walk(value: unknown, pointer: readonly string[], visit: Visit): void {
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) walk(one, [...pointer, String(i)], visit)
  }
  if (!isRecord(value)) return
  visit(value, pointer)
  for (const [key, one] of Object.entries(value)) {
    if (key !== 'schema' && key !== 'schemas' && key !== 'example') {
      walk(one, [...pointer, key], visit)
    }
  }
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
