import { expect } from 'chai'
import { unlessEmpty } from '../../../src/git/refs/object-packs.js'

describe('unlessEmpty', () => {
  /** A pack in pieces, and how many of them were taken. */
  function packOf(objects: number, ends: readonly number[]) {
    const header = Buffer.from('PACK\0\0\0\u0002\0\0\0\0', 'latin1')
    header.writeUInt32BE(objects, 8)
    const whole = Buffer.concat([header, Buffer.alloc(20, 'x')])
    const taken: Buffer[] = []
    async function* pieces() {
      let at = 0
      for (const end of [...ends, whole.length]) {
        const piece = whole.subarray(at, end)
        at = end
        yield piece
        taken.push(piece)
      }
    }
    return { whole, taken, pieces: pieces() }
  }

  async function read(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
    const all: Buffer[] = []
    for await (const piece of pieces) all.push(piece)
    return Buffer.concat(all)
  }

  for (const ends of [[], [12], [5], [5, 12], [12, 20], [3, 14]]) {
    it(`gives all of a pack that comes in pieces up to ${[...ends, 32].join(', ')}`, async () => {
      const { whole, pieces } = packOf(7, ends)
      expect(await read(unlessEmpty(pieces))).to.deep.equal(whole)
    })

    it(`gives nothing of an empty one, but reads it to its end: ${[...ends, 32].join(', ')}`, async () => {
      const { whole, taken, pieces } = packOf(0, ends)
      expect(await read(unlessEmpty(pieces))).to.have.length(0)
      expect(Buffer.concat(taken)).to.deep.equal(whole)
    })
  }
})
