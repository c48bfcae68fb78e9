import { expect } from 'chai'
import { GalleyError } from '../../../src/errors.js'
import { readJson } from '../../../src/http/middleware/json-body.js'
import { countBetweenTurns } from '../../turns.js'

const MOST = 10_000_000

/** The bytes in chunks of a size, as a connection gives them when all have come already. */
async function* chunksOf(bytes: Buffer, size: number, took: () => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) {
    took()
    yield bytes.subarray(at, at + size)
  }
}

const read = (bytes: Buffer, size = 64 * 1024) =>
  readJson(
    chunksOf(bytes, size, () => undefined),
    MOST,
  )

describe('a long JSON body', () => {
  it('is read as it was sent, wherever its chunks end', async () => {
    const value = { body: 'aé漢😀"\\\n'.repeat(50_000), list: [1, 'é'] }
    const bytes = Buffer.from(JSON.stringify(value))
    for (const size of [997, 64 * 1024, bytes.length])
      expect(JSON.stringify(await read(bytes, size)) === JSON.stringify(value)).to.equal(true)
    const marked = Buffer.concat([Buffer.from('\ufeff'), bytes])
    expect(await read(marked)).to.have.property('body')
  })

  it('is refused if any of its bytes are not UTF-8', async () => {
    const bytes = Buffer.from(JSON.stringify({ body: 'é'.repeat(100_000) }))
    for (const at of [20, 65_537, bytes.length - 4]) {
      const broken = Buffer.from(bytes)
      broken[at] = 0xff
      const error = await read(broken).catch((thrown: unknown) => thrown)
      expect(error, `at ${at}`).to.be.instanceOf(GalleyError)
      expect(error).to.have.property('code', 'bad_request')
    }
  })

  it('lets other requests run between its chunks, even if all have arrived', async () => {
    const turns = countBetweenTurns()
    const spin = () => {
      turns.count()
      const until = performance.now() + 2
      while (performance.now() < until);
    }
    const bytes = Buffer.from(JSON.stringify({ body: 'x'.repeat(3_000_000) }))
    await readJson(chunksOf(bytes, 64 * 1024, spin), MOST)
    turns.stop()
    expect(turns.total()).to.be.greaterThan(40)
    expect(turns.most()).to.be.lessThan(turns.total() / 2)
  })
})
