import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { listReply, pageReply } from '../../src/http/pagination.js'
import { countBetweenTurns } from '../turns.js'

interface Rows {
  readonly textOf?: () => string
  /** Rows that one read gives. */
  readonly atOnce?: number
}

/** A list of so many rows, of which one read gives some; `textOf` makes a row's text. */
function listOf(total: number, perPage: number, { textOf = () => '', atOnce = 2 }: Rows = {}) {
  const reads: { offset: number; limit: number }[] = []
  let taken = 0
  let held = 0
  let most = 0
  const read = (window: { offset: number; limit: number }) => {
    reads.push(window)
    const rows = Array.from({ length: total }, (_, at) => at).slice(
      window.offset,
      window.offset + Math.min(window.limit, atOnce),
    )
    held += rows.length
    most = Math.max(most, held - taken)
    return Promise.resolve({ rows, total, next: null })
  }
  const request = { query: { per_page: perPage }, querystring: '', path: '/v2/x' }
  const reply = listReply({
    request: request as unknown as Parameters<typeof listReply>[0]['request'],
    publicUrl: 'http://test',
    read,
    toText: (row: number) => {
      taken += 1
      const text = textOf()
      return JSON.stringify(text === '' ? { row } : { row, text })
    },
  })
  return { reply, reads, most: () => most, taken: () => taken }
}

describe('a list that is too large for memory', () => {
  it('is read in parts, each after the one before was taken', async () => {
    const { reply, reads, most } = listOf(7, 7)
    const { body, headers, etag } = await reply
    if (!(body instanceof Readable)) throw new TypeError('no stream')
    const text = (await body.toArray()).join('')
    expect(JSON.parse(text)).to.deep.equal(Array.from({ length: 7 }, (_, row) => ({ row })))
    expect(reads.map(({ offset, limit }) => [offset, limit])).to.deep.equal([
      [0, 7],
      [2, 5],
      [4, 3],
      [6, 1],
    ])
    expect(most()).to.equal(2)
    expect(headers?.['X-Total-Count']).to.equal('7')
    expect(etag).to.equal(undefined)
  })

  it('is not read further while the client does not read', async () => {
    const text = 'x'.repeat(100_000)
    const { reply, reads, taken } = listOf(1000, 1000, { textOf: () => text })
    const { body } = await reply
    if (!(body instanceof Readable)) throw new TypeError('no stream')
    body.once('data', () => body.pause())
    for (let turn = 0; turn < 200; turn += 1) await nextTurn()
    expect(taken()).to.be.below(10)
    expect(reads.length).to.be.below(5)
    body.destroy()
  })

  it('lets other work run, however fast its reader is', async () => {
    const slow = () => {
      const end = performance.now() + 1
      while (performance.now() < end);
      return 'x'
    }
    const { reply } = listOf(100, 100, { textOf: slow })
    const { body } = await reply
    if (!(body instanceof Readable)) throw new TypeError('no stream')
    let turns = 0
    let isOver = false
    const others = async () => {
      for (; !isOver; turns += 1) await nextTurn()
    }
    const running = others()
    await body.toArray()
    isOver = true
    await running
    // A tenth of a second of work in stretches of eight milliseconds, however slow the machine is.
    expect(turns).to.be.greaterThan(6)
  })

  it('is written in turns if one read returns much, with the same ETag', async () => {
    const letters = 'x'.repeat(300_000)
    const slow = () => {
      const end = performance.now() + 9
      while (performance.now() < end);
      return letters
    }
    let turns = 0
    let isOver = false
    const others = async () => {
      for (; !isOver; turns += 1) await nextTurn()
    }
    const running = others()
    const { body, etag, headers } = await listOf(12, 12, { textOf: slow, atOnce: 12 }).reply
    isOver = true
    await running
    // Each row is longer than one turn.
    expect(turns).to.be.at.least(11)
    const rows = Array.from({ length: 12 }, (_, row) => ({ row, text: letters }))
    const text = JSON.stringify(rows)
    expect(String(body)).to.equal(text)
    expect(etag).to.equal(createHash('sha1').update('12\n').update(text).digest('hex'))
    expect(headers?.['X-Total-Count']).to.equal('12')
  })

  it('is refused before it is read if there is no room for it', async () => {
    const asked: number[] = []
    const refused = (bytes: number, isSummary = false) => {
      let isRead = false
      const requireRoom = (room: number) => {
        asked.push(room)
        throw new Error('no room')
      }
      const request = { query: {}, querystring: '', path: '/v2/x', requireRoom }
      const reply = listReply({
        request: request as unknown as Parameters<typeof listReply>[0]['request'],
        publicUrl: 'http://test',
        read: async (_window, beforeRead) => {
          beforeRead?.(bytes)
          isRead = true
          return { rows: [1], total: 1, next: null }
        },
        toText: String,
        isSummary,
      })
      return reply.then(
        () => isRead,
        () => isRead,
      )
    }
    const held = 8 * 1024 * 1024
    expect(await refused(1000)).to.equal(false)
    expect(await refused(2 * held)).to.equal(false)
    expect(await refused(2 * held, true)).to.equal(false)
    expect(asked).to.deep.equal([1000, held, held])
    // Its rows are short.
    expect(await refused(1000, true)).to.equal(true)
  })

  it('is answered in one piece if one read returns the whole page', async () => {
    const { reply, reads } = listOf(7, 2)
    const { body, etag } = await reply
    expect(body).to.equal('[{"row":0},{"row":1}]')
    expect(etag).to.be.a('string')
    expect(reads).to.have.length(1)
  })

  it('is written row by row also where all rows are there', async () => {
    const turns = countBetweenTurns()
    const text = 'x'.repeat(100_000)
    const rows = Array.from({ length: 40 }, (_, row) => ({
      row,
      toJSON: () => {
        turns.count()
        const end = performance.now() + 2
        while (performance.now() < end);
        return { row, text }
      },
    }))
    const request = { query: {}, querystring: '', path: '/v2/x' } as never
    const { body } = await pageReply(rows, {
      request,
      publicUrl: 'http://test',
      page: { total: 40, next: null },
    })
    turns.stop()
    expect(String(body) === JSON.stringify(rows.map(({ row }) => ({ row, text })))).to.equal(true)
    expect(turns.most()).to.be.lessThan(turns.total() / 2)
  })
})
