import { expect } from 'chai'
import { openWriter } from '../../src/store/connection.js'
import { createEntryCache } from '../../src/store/entry-cache.js'
import type { Entry } from '../../src/model/entry.js'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { FACTS, id, makeEntry, makeFolder, makeStore, type TemporaryStore } from './make-store.js'

const LIST = {
  siteId: 'site',
  kinds: ['document'],
  collection: 'posts',
  sort: { field: 'filename', direction: 'asc' },
  limit: 10,
  offset: 0,
} as const

describe('cached entries', () => {
  let opened: TemporaryStore
  beforeEach(() => (opened = makeStore()))
  afterEach(() => opened.remove())

  let last: string | null = null
  const write = (changes: { upserts?: readonly Entry[]; removes?: readonly string[] }): void => {
    const commit = `c${Number(last?.slice(1) ?? 0) + 1}`
    const all = { commit, expected: last, facts: FACTS, upserts: [], removes: [], commits: [] }
    opened.store.index.applyChanges('site', { ...all, ...changes })
    last = commit
  }
  const titled = (title: string) => ({
    ...makeEntry(1),
    siteId: 'site',
    kind: 'document' as const,
    collection: 'posts',
    title,
  })
  const seen = async () => {
    const { index } = opened.store
    const { path } = makeEntry(1)
    const { rows } = await index.listEntries(LIST)
    return [
      index.entryById(id(1))?.title,
      index.entryByPath('site', path)?.title,
      rows.map(({ title }) => title).join(),
    ]
  }
  const all = (title: string) => [title, title, title]

  beforeEach(() => (last = null))

  it('show new writes at once', async () => {
    for (const title of ['One', 'Two', 'Three']) {
      write({ upserts: [titled(title)] })
      expect(await seen()).to.deep.equal(all(title))
      expect(await seen()).to.deep.equal(all(title))
    }
  })

  it('are gone once they or their site are removed', async () => {
    write({ upserts: [titled('One')] })
    await seen()
    write({ removes: [makeEntry(1).path] })
    expect(await seen()).to.deep.equal([undefined, undefined, ''])
    write({ upserts: [titled('Two')] })
    expect(await seen()).to.deep.equal(all('Two'))
    await opened.store.index.deleteSite('site')
    expect(await seen()).to.deep.equal([undefined, undefined, ''])
  })

  it('are those of a rebuild once it is finished', async () => {
    write({ upserts: [titled('Before')] })
    const { index } = opened.store
    expect(await seen()).to.deep.equal(all('Before'))
    const pass = index.beginRebuild('site')
    await pass.putEntries([titled('After')])
    expect(await seen()).to.deep.equal(all('Before'))
    await pass.finish({ commit: 'c9', expected: 'c1', facts: FACTS })
    expect(await seen()).to.deep.equal(all('After'))
  })

  it('are not those of an index that was replaced', async () => {
    write({ upserts: [titled('Before')] })
    await seen()
    await opened.store.indexHealth.renew()
    expect(await seen()).to.deep.equal([undefined, undefined, ''])
  })
})

describe('the cache of entries', () => {
  let folder: string
  beforeEach(() => (folder = makeFolder()))
  afterEach(() => rmSync(folder, { recursive: true }))

  function open() {
    const file = join(folder, 'index.db')
    const db = openWriter(file, 'NORMAL')
    db.exec('CREATE TABLE IF NOT EXISTS names (name TEXT)')
    const asked: (string | number)[] = []
    const cache = createEntryCache(db)
    const read = (entry: Entry | null) => (key: string | number) => {
      asked.push(key)
      return entry && { entry, bytes: entry.size }
    }
    return { db, file, cache, asked, read }
  }

  it('does not query again until any connection changes something', async () => {
    const { db, file, cache, asked, read } = open()
    const entry = makeEntry(1)
    for (const _ of [1, 2]) expect(cache.readAll([7, 8], read(entry))).to.have.length(2)
    expect(asked).to.deep.equal([7, 8])
    expect(cache.sizesOf([7, 9], () => 5)).to.deep.equal([entry.size, 5])
    db.exec(`INSERT INTO names VALUES ('a')`)
    expect(cache.readAll([7], read(null))).to.deep.equal([])
    cache.readAll([7], read(entry))
    const other = openWriter(file, 'NORMAL')
    other.exec(`INSERT INTO names VALUES ('b')`)
    other.close()
    await nextTurn()
    expect(cache.readAll([7], read(null))).to.deep.equal([])
    expect(asked).to.deep.equal([7, 8, 7, 7, 7])
    db.close()
  })

  it('keeps nothing from a transaction, which may be rolled back', () => {
    const { db, cache, read } = open()
    const undone = db.transaction(() => {
      db.exec(`INSERT INTO names VALUES ('a')`)
      cache.read('a', () => ({ entry: makeEntry(2), bytes: 1 }))
      throw new Error('undone')
    })
    expect(undone).to.throw('undone')
    expect(cache.readAll([1], read(null))).to.deep.equal([])
    expect(cache.read('a', () => null)).to.equal(null)
    db.close()
  })

  it('keeps no long texts, and never more than its limit', () => {
    const { db, cache, asked, read } = open()
    const text = makeEntry(1).text
    expect(text).to.not.equal(null)
    const sized = (size: number): Entry => ({ ...makeEntry(1), size })
    for (const _ of [1, 2]) cache.readAll([1], read(sized(300 * 1024)))
    expect(asked).to.deep.equal([1, 1])
    const many = Array.from({ length: 100 }, (_, at) => at + 10)
    cache.readAll(many, read(sized(200 * 1024)))
    const before = asked.length
    cache.readAll(many.slice(0, 10), read(sized(1)))
    expect(asked.length).to.equal(before + 10)
    db.close()
  })
})
