import { expect } from 'chai'
import { readJson } from '../../../src/http/middleware/json-body.js'
import { createJsonScanner } from '../../../src/http/middleware/json-scan.js'
import { fc } from '../../random.js'

const NO_LIMIT = { values: Infinity, depth: Infinity }

const scan = (text: string) => createJsonScanner(NO_LIMIT).add(Buffer.from(text))

/** Values and depth of what a text was parsed to. */
function shapeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const inner = Object.values(value).map(shapeOf)
  return {
    values: inner.reduce((sum, one) => sum + one.values, 1),
    depth: 1 + Math.max(0, ...inner.map((one) => one.depth)),
  }
}

describe('createJsonScanner', () => {
  it('counts every value and each level of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1), (text, space) => {
        const value: unknown = JSON.parse(text)
        const { values, depth } = scan(JSON.stringify(value, null, space))
        const shape = shapeOf(value)
        expect(depth).to.equal(shape.depth)
        expect(values).to.be.within(shape.values, 2 * shape.values)
      }),
    )
  })

  it('ignores brackets and commas in strings', () => {
    for (const text of ['"[{,"', '"\\"[,"', '"\\\\"', '{"a,[":"],\\"["}'])
      expect(scan(text).depth, text).to.be.below(2)
    expect(scan('"\\"[,"').values).to.equal(1)
  })

  it('stops at its limits, and at a string that does not end', () => {
    const most = { values: 10, depth: 5 }
    const limited = (text: string) => createJsonScanner(most).add(Buffer.from(text))
    expect(limited(`[${'1,'.repeat(1e5)}1]`).values).to.equal(11)
    expect(limited('['.repeat(1e5)).depth).to.equal(6)
    for (const text of ['"abc', '"abc\\', '', ']]]]', '\\"']) expect(scan(text).depth).to.equal(0)
  })

  it('counts the same in however many pieces the bytes come', () => {
    fc.assert(
      fc.property(fc.json(), fc.integer({ min: 1, max: 7 }), (text, size) => {
        const bytes = Buffer.from(text)
        const scanner = createJsonScanner(NO_LIMIT)
        let shape = scanner.add(bytes.subarray(0, 0))
        for (let at = 0; at < bytes.length; at += size)
          shape = scanner.add(bytes.subarray(at, at + size))
        expect(shape).to.deep.equal(scan(text))
      }),
    )
  })
})

describe('readJson', () => {
  async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  /** The value, or the message of what was thrown. */
  const read = (text: string, size = 65_536): Promise<unknown> =>
    readJson(inPieces(Buffer.from(text), size), 1_000_000).catch((error: unknown) => String(error))

  it('reads the same in however many pieces the bytes come', async () => {
    const value = { title: 'é 🍅 "x" \\', list: [1, [2], { a: null }] }
    for (const size of [1, 2, 3, 100])
      expect(await read(JSON.stringify(value), size)).to.deep.equal(value)
    expect(await read('\ufeff{"a":1}', 1)).to.deep.equal({ a: 1 })
    expect(await read(' \n ')).to.deep.equal({})
    expect(await read('')).to.deep.equal({})
    for (const text of ['1', '"a"', 'null'])
      expect(await read(text)).to.include('not a JSON object')
  })

  it('refuses too many values before it parses them', async () => {
    expect(await read(`{"a":[${'1,'.repeat(49_996)}1]}`)).to.be.an('object')
    expect(await read(`{"a":[${'1,'.repeat(50_001)}1]}`)).to.match(/more than 50,000 values/)
    // No JSON at all, which a parser would say only at its end.
    expect(await read(`{"a":[${'1,'.repeat(60_000)}`)).to.match(/more than 50,000 values/)
  })

  it('refuses over 100 levels', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(await read(nested(100))).to.be.an('object')
    expect(await read(nested(101))).to.match(/more than 100 levels/)
  })

  it('scans each piece as it arrives, and reads none after a limit is exceeded', async () => {
    const asked = async (text: string): Promise<number> => {
      let pieces = 0
      const counted = async function* () {
        for await (const piece of inPieces(Buffer.from(text), 1000)) {
          pieces++
          yield piece
        }
      }
      await readJson(counted(), 1_000_000).catch(() => undefined)
      return pieces
    }
    expect(await asked(`{"a":"${'x'.repeat(900_000)}"}`)).to.equal(901)
    expect(await asked(`{"a":"${'x'.repeat(2_000_000)}"}`)).to.equal(1001)
    expect(await asked('['.repeat(900_000))).to.equal(1)
    expect(await asked('1,'.repeat(450_000))).to.equal(100)
  })

  it('lets other work run between parsing and the check of the values', async () => {
    const keys = Array.from({ length: 49_000 }, (_, at) => [`k${at}${'z'.repeat(150)}`, 1])
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(keys)))
    let isTurn = false
    const once = async function* () {
      setImmediate(() => (isTurn = true))
      yield bytes
    }
    const value = (await readJson(once(), bytes.length)) as object
    expect(Object.keys(value)).to.have.length(49_000)
    expect(isTurn).to.equal(true)
  })

  it('refuses keys and strings that no file can hold, at any depth', async () => {
    expect(await read('{"a":[{"b":{"__proto__":1}}]}')).to.match(/key __proto__/)
    expect(await read('{"a":[{"b":"\\ud800"}]}')).to.match(/lone surrogate/)
    expect(await read('{"a":[{"\\ud800":1}]}')).to.match(/lone surrogate/)
  })
})
