import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { gunzipSync } from 'node:zlib'
import { chooseEncoding, createBodies } from '../../../src/http/hosting/encoding.js'

describe('chooseEncoding', () => {
  for (const [accepted, type, size, encoding] of [
    ['gzip, br', 'text/html', 5000, 'br'],
    ['gzip', 'text/html', 5000, 'gzip'],
    ['gzip;q=0', 'text/html', 5000, 'identity'],
    ['gzip', 'image/png', 5000, 'identity'],
    ['gzip', 'text/html', 100, 'identity'],
    ['gzip, br', 'text/csv', 50_000_000, 'identity'],
  ] as const) {
    it(`takes ${encoding} for ${size} bytes of ${type} and "${accepted}"`, () => {
      expect(chooseEncoding(accepted, type, size)).to.equal(encoding)
    })
  }
})

const A = { sha256: 'a', size: 4 }

describe('createBodies', () => {
  it('compresses once for all simultaneous requests, and again after a failure', async () => {
    const bodies = createBodies(1024)
    let reads = 0
    const read = () => {
      reads += 1
      return reads === 1 ? Promise.reject(new Error('gone')) : Promise.resolve(Buffer.from('text'))
    }
    const failed = await bodies.lend(A, 'gzip', read).catch((error: unknown) => String(error))
    expect(failed).to.equal('Error: gone')
    const ask = () => bodies.lend(A, 'gzip', read)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(
      answers.map(({ body }) => gunzipSync(Buffer.from(String(body), 'latin1')).toString()),
    ).to.deep.equal(['text', 'text', 'text'])
    expect(reads).to.equal(2)
  })

  it('makes two at once, and no large ones meanwhile', async () => {
    const bodies = createBodies(1024)
    const held: (() => void)[] = []
    const read = () =>
      new Promise<Buffer>((resolve) => held.push(() => resolve(Buffer.from('text'))))
    const has = (sha256: string, size = 1024 * 1024) => bodies.has({ sha256, size }, 'br')
    expect(has('a')).to.equal(true)
    const asked = ['a', 'b', 'c'].map((name) => bodies.lend({ sha256: name, size: 4 }, 'br', read))
    expect(held).to.have.length(2)
    expect(has('d')).to.equal(false)
    expect(has('d', 2000)).to.equal(true)
    expect(has('a')).to.equal(true)
    held.shift()?.()
    await asked[0]
    await asked[0]
    held.shift()?.()
    await asked[1]
    held.shift()?.()
    expect((await asked[2])?.body.length).to.be.greaterThan(0)
    expect(held).to.have.length(0)
    expect(has('d')).to.equal(true)
  })
  it('makes no more while the bodies in use fill its memory', async () => {
    const bodies = createBodies(1000)
    const text = randomBytes(600)
    const lend = (sha256: string) =>
      bodies.lend({ sha256, size: text.length }, 'gzip', () => Promise.resolve(text))
    const has = (sha256: string) => bodies.has({ sha256, size: text.length }, 'gzip')
    const a = await lend('a')
    expect(has('b')).to.equal(true)
    const b = await lend('b')
    expect(has('c')).to.equal(false)
    expect([has('a'), has('b')]).to.deep.equal([true, true])
    const again = await lend('a')
    a.giveBack()
    expect(has('c')).to.equal(false)
    again.giveBack()
    expect(has('c')).to.equal(true)
    expect([has('a'), has('b')]).to.deep.equal([true, true])
    b.giveBack()
  })
})
