import { expect } from 'chai'
import sharp from 'sharp'
import { dimensionsOf } from '../../../src/service/media/dimensions.js'
import { hostilePictures, KINDS, picture } from './pictures.js'

describe('dimensionsOf', () => {
  for (const kind of KINDS) {
    it(`reads ${kind}, and gives null or the same for a file that is cut off`, async () => {
      const bytes = await picture(kind, 31, 17)
      const found = dimensionsOf(bytes)
      expect(found).to.deep.equal({ kind, width: 31, height: 17 })
      for (let length = 0; length < bytes.length; length += 1) {
        const part = dimensionsOf(bytes.subarray(0, length))
        if (part !== null) expect(part, `${length}`).to.deep.equal(found)
      }
    })
  }

  it('reads WebP without loss and with more than one part', async () => {
    const create = { width: 31, height: 17, channels: 4, background: '#f008' } as const
    const lossless = await sharp({ create }).webp({ lossless: true }).toBuffer()
    expect(dimensionsOf(lossless)).to.deep.equal({ kind: 'webp', width: 31, height: 17 })
    const alpha = await sharp({ create }).webp().toBuffer()
    expect(dimensionsOf(alpha)).to.deep.equal({ kind: 'webp', width: 31, height: 17 })
  })

  it('swaps the sides of an image that its camera turned', async () => {
    const create = { width: 30, height: 20, channels: 3, background: '#000' } as const
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const bytes = await sharp({ create }).jpeg().withMetadata({ orientation }).toBuffer()
      const expected = orientation < 5 ? { width: 30, height: 20 } : { width: 20, height: 30 }
      expect(dimensionsOf(bytes), `${orientation}`).to.deep.equal({ kind: 'jpeg', ...expected })
    }
  })

  it('terminates for hostile files', async () => {
    for (const [name, bytes] of await hostilePictures()) {
      const found = dimensionsOf(bytes)
      if (/^(script|page|paper|empty|nothing|segments|turned|riff)/.test(name)) {
        expect(found, name).to.equal(null)
      }
    }
    expect(dimensionsOf(Buffer.alloc(128 * 1024, 0xff))).to.equal(null)
  })
})
