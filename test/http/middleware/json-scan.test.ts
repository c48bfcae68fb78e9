import { expect } from 'chai'
import { parseJson } from '../../../src/http/middleware/json-body.js'
import { scanJson } from '../../../src/http/middleware/json-scan.js'
import { fc } from '../../random.js'

const NO_LIMIT = { values: Infinity, depth: Infinity }

const scan = (text: string) => scanJson(Buffer.from(text), NO_LIMIT)

/** Values and depth of what a text was parsed to. */
function shapeOf(value: unknown): { values: number; depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 }
  const inner = Object.values(value).map(shapeOf)
  return {
    values: inner.reduce((sum, one) => sum + one.values, 1),
    depth: 1 + Math.max(0, ...inner.map((one) => one.depth)),
  }
}

describe('scanJson', () => {
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

  it('takes nothing in a text for a value', () => {
    for (const text of ['"[{,"', '"\\"[,"', '"\\\\"', '{"a,[":"],\\"["}'])
      expect(scan(text).depth, text).to.be.below(2)
    expect(scan('"\\"[,"').values).to.equal(1)
  })

  it('ends where it knows enough, and where a text does not end', () => {
    const most = { values: 10, depth: 5 }
    expect(scanJson(Buffer.from(`[${'1,'.repeat(1e5)}1]`), most).values).to.equal(11)
    expect(scanJson(Buffer.from('['.repeat(1e5)), most).depth).to.equal(6)
    for (const text of ['"abc', '"abc\\', '', ']]]]', '\\"']) expect(scan(text).depth).to.equal(0)
  })
})

describe('parseJson', () => {
  const parse = (text: string) => parseJson(Buffer.from(text))

  it('refuses more values than are taken before it makes any of them', () => {
    expect(() => parse(`{"a":[${'1,'.repeat(49_996)}1]}`)).not.to.throw()
    expect(() => parse(`{"a":[${'1,'.repeat(50_001)}1]}`)).to.throw(/more than 50,000 values/)
    // No JSON at all, which a parser would say only at its end.
    expect(() => parse(`{"a":[${'1,'.repeat(60_000)}`)).to.throw(/more than 50,000 values/)
  })

  it('refuses over 100 levels', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(() => parse(nested(100))).not.to.throw()
    expect(() => parse(nested(101))).to.throw(/over 100 levels/)
  })
})
