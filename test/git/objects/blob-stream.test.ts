import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { mock } from 'node:test'
import { expect } from 'chai'
import type { Repository } from '../../../src/git/repository.js'
import { eventually } from '../../stories/git-client.js'
import { commitTo, useRepositories } from '../fixture.js'

const MIB = 1024 * 1024

describe('streaming a blob', () => {
  const bench = useRepositories()

  async function blobOf(repository: Repository, data: Buffer) {
    const commit = await commitTo(repository, { file: data })
    const entry = await repository.snapshot(commit).entry('file')
    return { oid: entry?.oid ?? '', size: data.length }
  }

  for (const native of [true, false]) {
    it(`gives any range of small and large contents, ${native ? 'with' : 'without'} git`, async () => {
      const repository = await bench.repository({ native })
      for (const size of [0, 1, 1000, 3 * MIB]) {
        const data = randomBytes(size)
        const blob = await blobOf(repository, data)
        const ends = [0, 1, Math.floor(size / 2), size - 1, size].filter((at) => at >= 0)
        for (const start of ends) {
          for (const end of ends.filter((at) => at >= start && at <= size)) {
            const part = await buffer(repository.streamBlob(blob, { start, end }))
            expect(part.equals(data.subarray(start, end)), `${start}-${end} of ${size}`).to.equal(
              true,
            )
          }
        }
      }
    })
  }

  it('reads no faster than its reader, and stops when the reader leaves', async () => {
    const repository = await bench.repository()
    const blob = await blobOf(repository, randomBytes(64 * MIB))
    const before = process.memoryUsage().arrayBuffers
    const streams: Readable[] = []
    for (let k = 0; k < 8; k += 1) {
      const stream = repository.streamBlob(blob, { start: k, end: blob.size })
      await once(stream, 'readable')
      streams.push(stream)
    }
    // Read whole, eight of them would be 512 MiB.
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(64 * MIB)
    for (const stream of streams) {
      stream.destroy()
      await once(stream, 'close')
    }
  })

  it('says what it keeps in memory: a small content whole, of a large one nothing', async () => {
    for (const [size, native, kept] of [
      [MIB, true, MIB],
      [2 * MIB, true, 1],
      [2 * MIB, false, 2 * MIB],
    ] as const) {
      const repository = await bench.repository({ native })
      const blob = await blobOf(repository, randomBytes(size))
      const stream = repository.streamBlob(blob, { start: 0, end: 1 })
      expect(stream.readableHighWaterMark).to.equal(kept)
      expect(await buffer(stream)).to.have.length(1)
    }
  })

  it('serves any number of readers, a limited number at a time', async () => {
    const repository = await bench.repository()
    const blob = await blobOf(repository, randomBytes(2 * MIB))
    const range = { start: blob.size - 10, end: blob.size }
    const parts = await Promise.all(
      Array.from({ length: 80 }, () => buffer(repository.streamBlob(blob, range))),
    )
    expect(parts.map(({ length }) => length)).to.deep.equal(Array(80).fill(10))
  })

  it('leaves room for others, however many one asks for and does not read', async () => {
    const repository = await bench.repository()
    const blob = await blobOf(repository, randomBytes(2 * MIB))
    const range = { start: 0, end: blob.size }
    const leaving: AbortController[] = []
    const of = (asker: string) => {
      const controller = new AbortController()
      leaving.push(controller)
      return repository.streamBlob(blob, range, { asker, signal: controller.signal })
    }
    const unread = Array.from({ length: 80 }, () => of('one'))
    // Asked to read, each that may begin does so.
    for (const stream of unread) stream.on('error', () => undefined).read(0)
    expect((await buffer(of('another'))).length).to.equal(blob.size)
    const begun = () => unread.filter(({ readableLength }) => readableLength > 0)
    await eventually(() => expect(begun()).to.have.length(16))
    // Those that are read make room for the next.
    for (const stream of begun()) stream.resume()
    await eventually(() =>
      expect(unread.filter(({ readableEnded }) => readableEnded)).to.have.length(16),
    )
    await eventually(() => expect(begun()).to.have.length(16))
    for (const controller of leaving) controller.abort(new Error('left'))
    for (const stream of unread) stream.destroy()
    await eventually(() => expect(unread.every(({ closed }) => closed)).to.equal(true))
    expect((await buffer(of('one'))).length).to.equal(blob.size)
  })

  describe('that several read too slowly', () => {
    /** Of four askers, who take all places together. */
    async function unread() {
      const repository = await bench.repository()
      const blob = await blobOf(repository, randomBytes(2 * MIB))
      const of = (asker: string) => {
        const { signal } = new AbortController()
        return repository.streamBlob(blob, { start: 0, end: blob.size }, { asker, signal })
      }
      const streams = Array.from({ length: 64 }, (_, at) => of(`slow${at % 4}`))
      for (const stream of streams) stream.on('error', () => undefined).read(0)
      await eventually(() => expect(streams.every((one) => one.readableLength > 0)).to.equal(true))
      return { streams, of, size: blob.size }
    }
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
    afterEach(() => mock.timers.reset())

    it('lets the next one read in place of one of them', async () => {
      const { streams, of, size } = await unread()
      const next = buffer(of('next'))
      const cut = () => streams.filter(({ destroyed }) => destroyed).length
      await eventually(() => {
        mock.timers.tick(60_000)
        expect(cut()).to.be.above(0)
      })
      expect((await next).length).to.equal(size)
      expect(cut()).to.equal(1)
      for (const stream of streams) stream.destroy()
    })

    it('ends none of them while nobody waits', async () => {
      const { streams } = await unread()
      mock.timers.tick(600_000)
      expect(streams.some(({ destroyed }) => destroyed)).to.equal(false)
      for (const stream of streams) stream.destroy()
    })
  })

  it('fails if there is no such object', async () => {
    const repository = await bench.repository()
    const blob = { oid: 'f'.repeat(40), size: 2 * MIB }
    const reading = buffer(repository.streamBlob(blob, { start: 0, end: blob.size }))
    const failed = await reading.then(
      () => false,
      () => true,
    )
    expect(failed).to.equal(true)
  })
})
