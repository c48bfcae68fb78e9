import { expect } from 'chai'
import { nameKey, pathKey } from '../../../src/store/index/fold.js'
import { fc } from '../../random.js'

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function sorted(names: readonly string[], key: (name: string) => string): string[] {
  return names.toSorted((a, b) => compare(key(a), key(b)))
}

describe('The order of names', () => {
  for (const names of [
    ['img2.png', 'img10.png', 'img100.png'],
    ['apple', 'Éclair', 'eclairs', 'Zebra'],
    ['Chapter 9', 'chapter 10', 'Chapter 11'],
    ['v1.9', 'v1.10', 'v2'],
    ['9', '12345678', '123456789', '1234567890', `1${'0'.repeat(40)}`, `2${'0'.repeat(40)}`],
    ['2023-12-31-x.md', '2024-01-02-x.md', '2024-01-10-a.md', '2024-11-01-x.md'],
    ['a', 'a1', 'a1b', 'ab'],
    ['img２.png', 'img１０.png'],
  ]) {
    it(`is ${names.join(', ')}`, () => {
      expect(sorted(names.toReversed(), nameKey)).to.deep.equal(names)
    })
  }

  it('ignores case, accents, Unicode form and leading zeros', () => {
    expect(nameKey('É 007')).to.equal(nameKey('E\u0301 7'))
    expect(nameKey('img 0')).to.equal(nameKey('IMG 000'))
  })

  it('keeps the files of a folder together', () => {
    const paths = ['a/2.md', 'a/10.md', 'a b/1.md', 'a-b.md', 'A10/x.md', 'b.md']
    expect(sorted(paths.toReversed(), pathKey)).to.deep.equal(paths)
  })

  it('compares any two numbers by value', () => {
    const digits = fc.stringMatching(/^[0-9]{1,60}$/)
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)]
        const expected = x < y ? -1 : x > y ? 1 : 0
        expect(compare(nameKey(`n${a}x`), nameKey(`n${b}x`))).to.equal(expected)
      }),
    )
  })
})
