import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { assertScalesInTurns } from '../../growth.js'
import type { Store } from '../../../src/store/database.js'
import type { CommitChanges } from '../../../src/store/index/site-index.js'
import { makeStore, type TemporaryStore } from '../make-store.js'
import { commit, gone, moved, NOTHING, put } from './make-commits.js'

describe('the index of histories', () => {
  let opened: TemporaryStore
  let store: Store
  const ALL = { limit: 99, offset: 0 }
  const told = async (path: string, options = {}) => {
    const { rows } = await store.index.history('site', path, { ...ALL, ...options })
    return rows.map((row) => `${row.oid}:${row.path}:${row.blob}`)
  }

  beforeEach(() => {
    opened = makeStore()
    store = opened.store
    store.index.applyChanges('site', {
      ...NOTHING,
      commits: [
        commit('c1', put('a', '1'), put('x', '9')),
        commit('c2', put('a', '2')),
        commit('c3', moved('a', 'b', '2')),
        commit('c4', put('a', '4')),
        commit('c5', moved('b', 'c', '5')),
        commit('c6', gone('x')),
        commit('c7', put('x', '7')),
      ],
    })
  })

  afterEach(() => opened.remove())

  it('follows renames, newest first', async () => {
    expect(await told('c')).to.deep.equal(['c5:c:5', 'c3:b:2', 'c2:a:2', 'c1:a:1'])
  })

  it('begins after another file had the path', async () => {
    expect(await told('a')).to.deep.equal(['c4:a:4'])
    expect(await told('x')).to.deep.equal(['c7:x:7'])
    expect(await told('x', { throughDeletions: true })).to.deep.equal([
      'c7:x:7',
      'c6:x:null',
      'c1:x:9',
    ])
  })

  it('of a deleted path is that of its last file', async () => {
    const { rows } = await store.index.historyOfDeleted('site', 'x', ALL)
    expect(rows.map(({ oid }) => oid)).to.deep.equal(['c6', 'c1'])
    expect((await store.index.historyOfDeleted('site', 'c', ALL)).total).to.equal(0)
  })

  it('comes in pages with the total', async () => {
    const page = await store.index.history('site', 'c', { limit: 2, offset: 1 })
    expect(page.total).to.equal(4)
    expect(page.rows.map(({ oid, seq }) => [oid, seq])).to.deep.equal([
      ['c3', 3],
      ['c2', 2],
    ])
  })

  it('follows 1,000 renames, in time in proportion to their number', async () => {
    const siteOf = (size: number) => `renamed ${size}`
    for (const size of [250, 2000]) {
      const renames = Array.from({ length: size }, (_, at) =>
        at % 2 === 0 ? moved('a', 'b', `${at}`) : moved('b', 'a', `${at}`),
      )
      const commits = [put('a', 'x'), ...renames].map((change, at) => commit(`r${at}`, change))
      store.index.applyChanges(siteOf(size), { ...NOTHING, commits })
      const { total } = await store.index.history(siteOf(size), 'a', ALL)
      expect(total).to.equal(Math.min(size, 1000) + 1)
    }
    await assertScalesInTurns((size) => store.index.history(siteOf(size), 'a', ALL), 250)
  })

  it('has at most 10,000 versions', async () => {
    const commits = Array.from({ length: 10_001 }, (_, at) => commit(`l${at}`, put('l', `${at}`)))
    store.index.applyChanges('long', { ...NOTHING, commits })
    const { rows, total } = await store.index.history('long', 'l', { limit: 1, offset: 9999 })
    expect([total, rows[0]?.oid]).to.deep.equal([10_000, 'l1'])
  })

  it('comes in parts if the messages of its versions are long together, in turns', async () => {
    const long = commit('', put('m', '1'))
    const message = 'm'.repeat(10_000)
    const commits = Array.from({ length: 2000 }, (_, at) => ({
      ...long,
      commit: { ...long.commit, oid: `m${at}`, message },
    }))
    store.index.applyChanges('long', { ...NOTHING, commits })
    let isLater = false
    const reading = store.index.history('long', 'm', { limit: 2000, offset: 0 })
    setImmediate(() => (isLater = true))
    const { rows, total } = await reading
    expect([isLater, total]).to.deep.equal([true, 2000])
    expect(rows.length).to.be.within(1, 1000)
    const next = await store.index.history('long', 'm', { limit: 1, offset: rows.length })
    expect(next.rows[0]?.oid).to.equal(`m${1999 - rows.length}`)
    const told: number[] = []
    const beforeRead = (bytes: number) => {
      told.push(bytes)
      if (told.length === 3) throw new Error('no room')
    }
    const window = { limit: 2000, offset: 0, beforeRead }
    const error: unknown = await store.index.history('long', 'm', window).catch((e: unknown) => e)
    expect(error).to.have.property('message', 'no room')
    expect(told.at(-1)).to.be.within(3 * 128 * 1024, 4 * 128 * 1024)
  })

  it('goes on behind a version, whatever came meanwhile', async () => {
    const [last] = (await store.index.history('site', 'c', { limit: 2, offset: 0 })).rows.slice(1)
    const part = { ...ALL, before: last?.seq }
    expect(await told('c', part)).to.deep.equal(['c2:a:2', 'c1:a:1'])
    expect(await told('c', { ...part, offset: 1 })).to.deep.equal(['c1:a:1'])
    const add = (...commits: CommitChanges[]) =>
      store.index.applyChanges('site', { ...NOTHING, expected: 'c1', commits })
    add(commit('c8', moved('c', 'd', '8')), commit('c9', put('d', '9')))
    expect(await told('d', part)).to.deep.equal(['c2:a:2', 'c1:a:1'])
    add(commit('c10', gone('d')))
    const { rows } = await store.index.historyOfDeleted('site', 'd', part)
    expect(rows.map(({ oid }) => oid)).to.deep.equal(['c2', 'c1'])
  })

  it('is found in turns', async () => {
    const commits = Array.from({ length: 5000 }, (_, at) => commit(`t${at}`, put('t', `${at}`)))
    store.index.applyChanges('long', { ...NOTHING, commits })
    const reads = [
      () => store.index.history('long', 't', { limit: 1, offset: 4999 }),
      () => store.index.hasVersion('long', 't', '0'),
      () => store.index.versionAt('long', 't', { commit: 't0', isDeleted: false }),
    ]
    for (const read of reads) {
      let turns = 0
      let isOver = false
      const others = async () => {
        for (; !isOver; turns += 1) await nextTurn()
      }
      const running = others()
      await read()
      isOver = true
      await running
      expect(turns).to.be.at.least(4)
    }
  })

  it('finds a version by its commit or its content, and the first one', async () => {
    const version = async (path: string, commit: string, isDeleted = false) => {
      const found = await store.index.versionAt('site', path, { commit, isDeleted })
      return found && [found.revision.path, found.revision.blob, found.first.oid]
    }
    expect(await version('c', 'c3')).to.deep.equal(['b', '2', 'c1'])
    expect(await version('x', 'c6')).to.equal(null)
    expect(await version('x', 'c6', true)).to.deep.equal(['x', null, 'c1'])
    expect(await version('a', 'c2')).to.equal(null)
    expect(await version('a', 'unknown')).to.equal(null)
    const has = (path: string, blob: string) => store.index.hasVersion('site', path, blob)
    expect([await has('c', '1'), await has('a', '1'), await has('none', '1')]).to.deep.equal([
      true,
      false,
      false,
    ])
  })

  it('lists the commits of a site, newest first', () => {
    const page = store.index.commits('site', { limit: 2, offset: 0 })
    expect(page.total).to.equal(7)
    expect(page.rows.map(({ oid }) => oid)).to.deep.equal(['c7', 'c6'])
  })
})
