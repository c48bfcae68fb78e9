import { expect } from 'chai'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { heldBy, sendable, streamOf } from '../../src/http/json-stream.js'

describe('sendable', () => {
  it('leaves text, bytes and streams as they are', () => {
    for (const body of [null, 'text', Buffer.from('bytes'), Readable.from(['x'])])
      expect(sendable(body)).to.equal(body)
  })

  it('writes short lists and all else in one piece', () => {
    for (const body of [{ a: 'é' }, [], Array(100).fill(1)])
      expect(sendable(body)).to.equal(JSON.stringify(body))
  })

  it('sends a long list as the same JSON', async () => {
    for (const length of [101, 5000]) {
      const list = Array.from({ length }, (_, i) => ({ i, text: `é "${'x'.repeat(i % 99)}"\n` }))
      const stream = sendable(list)
      if (!(stream instanceof Readable)) throw new TypeError('no stream')
      expect(await text(stream)).to.equal(JSON.stringify(list))
    }
  })

  it('makes the rows of a list as they are read', async () => {
    let made = 0
    const stream = streamOf(Array(5000).fill('x'.repeat(1000)), (text) => {
      made += 1
      return JSON.stringify({ text })
    })
    for await (const piece of stream) {
      expect(piece).to.be.a('string')
      break
    }
    expect(made).to.be.below(1000)
    expect(await text(streamOf([1, 2], String))).to.equal('[1,2]')
    expect(await text(streamOf([], String))).to.equal('[]')
  })

  it('makes no more rows than are read', async () => {
    let written = 0
    const list = Array.from({ length: 10_000 }, () => ({
      toJSON: () => {
        written++
        return 'x'.repeat(10_000)
      },
    }))
    const stream = sendable(list)
    if (!(stream instanceof Readable)) throw new TypeError('no stream')
    for await (const piece of stream) {
      expect(piece).to.be.a('string')
      break
    }
    expect(written).to.be.below(1000)
  })
})

describe('heldBy', () => {
  const bytes = (highWaterMark: number) => Readable.from([], { objectMode: false, highWaterMark })
  const held = (body: unknown, atLeast?: number) =>
    heldBy({ body, ...(atLeast !== undefined && { held: atLeast }) }, sendable(body))

  it('counts bytes, rows, and what a stream keeps in memory', () => {
    expect(held(Buffer.alloc(1000))).to.equal(1000)
    expect(held({ a: 1 })).to.equal(7)
    expect(held(Array(1000).fill(1))).to.equal(512_000)
    expect(held(bytes(1_000_000))).to.equal(1_000_000)
    expect(held(bytes(1), 8_000_000)).to.equal(8_000_000)
    expect(held(Readable.from(['row']))).to.equal(0)
  })
})
