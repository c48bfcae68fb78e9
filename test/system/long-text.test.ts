import { expect } from 'chai'
import { decodeYielding, isLongText, piecesOfText } from '../../src/system/long-text.js'
import { fc } from '../random.js'
import { countBetweenTurns } from '../turns.js'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The last bytes of a piece and the first of the next are among them, wherever the pieces end. */
const long = (unit: string, before: number) => 'x'.repeat(before) + unit.repeat(70_000)

describe('a long text', () => {
  it('is decoded as in one piece, wherever the pieces are split', async () => {
    for (const unit of ['a', 'é', '漢', '😀', '\0', 'aé漢😀']) {
      for (const before of [0, 1, 2, 3]) {
        const text = long(unit, before)
        const bytes = Buffer.from(text)
        expect((await decodeYielding(bytes)) === text, `${unit} after ${before}`).to.equal(true)
        const read = await decodeYielding(bytes, (piece) => strict.decode(piece))
        expect(read === text, `${unit} after ${before}, strictly`).to.equal(true)
      }
    }
    expect(await decodeYielding(Buffer.from('\ufeffé'))).to.equal('\ufeffé')
    expect(await decodeYielding(Buffer.alloc(0))).to.equal('')
  })

  it('has the same replacement characters for invalid UTF-8', async () => {
    const bits = fc.constantFrom([0x80], [0xff], [0xe6], [0xf0, 0x9f], [0xe6, 0xbc, 0xa2], [0x41])
    await fc.assert(
      fc.asyncProperty(fc.array(bits, { minLength: 1, maxLength: 9 }), async (parts) => {
        const bytes = Buffer.alloc(200_001, Buffer.from(parts.flat()))
        expect((await decodeYielding(bytes)) === bytes.toString('utf8')).to.equal(true)
      }),
      { numRuns: 50 },
    )
  })

  it('lets other work run while it is decoded', async () => {
    const turns = countBetweenTurns()
    const decode = (piece: Uint8Array) => {
      turns.count()
      const until = performance.now() + 3
      while (performance.now() < until);
      return strict.decode(piece)
    }
    await decodeYielding(Buffer.alloc(4 * 1024 * 1024, 'x'), decode)
    turns.stop()
    expect(turns.total()).to.be.greaterThan(20)
    expect(turns.most()).to.be.lessThan(turns.total())
  })

  it('is split between characters', () => {
    for (const before of [0, 1]) {
      const text = long('😀', before)
      const pieces = [...piecesOfText(text)]
      expect(pieces.join('') === text).to.equal(true)
      expect(pieces).to.have.lengthOf.greaterThan(1)
      expect(pieces.every((piece) => piece.isWellFormed() && piece.length < 100_000)).to.equal(true)
    }
    expect([...piecesOfText('')]).to.deep.equal([])
    // A half without its other half is the last of its piece, or of the text.
    const broken = '\ud83d'.repeat(140_000)
    expect([...piecesOfText(broken)].join('') === broken).to.equal(true)
  })

  it('has more than 65,536 characters', () => {
    expect(isLongText('x'.repeat(65_536))).to.equal(false)
    expect(isLongText('x'.repeat(65_537))).to.equal(true)
    for (const other of [null, undefined, 5, Array(70_000)])
      expect(isLongText(other)).to.equal(false)
  })
})
