import { expect } from 'chai'
import { openWriter } from '../../../src/store/connection.js'
import { createSearch } from '../../../src/store/index/search.js'
import { createTextSearch } from '../../../src/store/index/text-search.js'
import { createQueryTime } from '../../../src/store/query-time.js'
import { makeEntry, makeStore, optionsIn, putEntries, type TemporaryStore } from '../make-store.js'

const QUERY = {
  siteId: 'site',
  kinds: ['document'],
  collection: 'posts',
  q: 'post',
  sort: { field: 'date', direction: 'desc' },
  limit: 10,
  offset: 0,
} as const

const TEXT_SEARCH = {
  q: 'body',
  wholeSites: ['site'],
  limitedSites: [],
  ownerKeys: [],
  limit: 10,
  offset: 0,
} as const

describe('the search thread', () => {
  let opened: TemporaryStore
  before(() => {
    opened = makeStore()
    putEntries(opened.store, [makeEntry(1), makeEntry(2)])
  })
  after(() => opened.remove())

  it('uses a connection of its own', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db)
    db.close()
    // The connection in process is closed: only the thread can have answered.
    expect((await search.list(QUERY)).total).to.equal(2)
    await search.close()
  })

  it('finds a long title only by its beginning', async () => {
    const title = `Overture ${'\ufdfa'.repeat(20_000)} finale`
    const own = makeStore()
    putEntries(own.store, [{ ...makeEntry(1), title }])
    const totalOf = async (q: string) => (await own.store.index.listEntries({ ...QUERY, q })).total
    const totals = [await totalOf('overture'), await totalOf('finale')]
    await own.remove()
    expect(totals).to.deep.equal([1, 0])
  })

  it('is replaced by a search in this process if it has died', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db)
    const before = search.list(QUERY)
    await search.close()
    expect((await before).total).to.equal(2)
    expect((await search.list(QUERY)).total).to.equal(2)
    db.close()
  })

  it('serves users in turns', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db)
    const order: string[] = []
    const ask = async (asker: string) => {
      await search.list({ ...QUERY, asker })
      order.push(asker)
    }
    await Promise.all([...Array.from({ length: 20 }, () => ask('many')), ask('one')])
    await search.close()
    db.close()
    // Two are under way when the other comes, and one more may be asked beside his.
    expect(order.indexOf('one')).to.be.below(4)
  })

  it('limits the waiting searches of each user', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db)
    const asked = Array.from({ length: 100 }, () => search.list({ ...QUERY, asker: 'many' }))
    const others = search.list({ ...QUERY, asker: 'one' })
    const results = await Promise.allSettled(asked)
    expect((await others).total).to.equal(2)
    await search.close()
    db.close()
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).to.have.length(100 - 50 - 2)
    expect(refused[0]?.reason).to.include({ code: 'unavailable', retryAfter: 1 })
  })

  it('refuses a search or a filtered list that exceeds the time limit', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db, { maxMs: 0, minRows: 0 })
    const ask = () => [search.text(TEXT_SEARCH), search.list({ ...QUERY, tag: 'none' })]
    const inThread = await Promise.allSettled(ask())
    await search.close()
    const inProcess = await Promise.allSettled(ask())
    db.close()
    for (const result of [...inThread, ...inProcess]) {
      if (result.status === 'fulfilled') expect.fail('was answered')
      expect(result.reason).to.include({ code: 'unavailable', retryAfter: 5 })
      expect(result.reason.message).to.contain('took too long')
    }
  })

  it('ends no query of few rows, however long it takes', async () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    const search = createSearch(db, { maxMs: 0, minRows: 1000 })
    const [found, listed] = await Promise.all([
      search.text(TEXT_SEARCH),
      search.list({ ...QUERY, tag: 'none' }),
    ])
    await search.close()
    db.close()
    expect([found.total, listed.total]).to.deep.equal([2, 0])
  })

  it('lists the newest matches first if there is no time to rank them', async () => {
    const own = makeStore()
    const title = (number: number, text: string) => ({ ...makeEntry(number), title: text })
    putEntries(own.store, [title(1, 'Body'), title(2, 'Two'), title(3, 'Three')])
    const db = openWriter(optionsIn(own.folder).indexPath, 'NORMAL')
    const ids = (rankingMs: number, minRows: number) =>
      createTextSearch(db, createQueryTime(db, minRows), { rankingMs })(TEXT_SEARCH).rows.map(
        ({ row }) => row % 2 ** 32,
      )
    expect([ids(1e9, 0), ids(0, 0)]).to.deep.equal([
      [1, 3, 2],
      [3, 2, 1],
    ])
    expect(ids(0, 1000), 'few rows').to.deep.equal([1, 3, 2])
    db.close()
    await own.remove()
  })

  it('finds words joined by punctuation only where they are adjacent', async () => {
    const own = makeStore()
    const entry = makeEntry(1)
    const body = 'The e-mail of 日本 is read. A mail, e then.'
    const text = entry.text && { ...entry.text, body }
    putEntries(own.store, [{ ...entry, title: 'Front-matter', text }])
    const totalOf = async (q: string) =>
      (await own.store.index.searchTexts({ ...TEXT_SEARCH, q })).total
    const found = ['front-mat', 'e-mai', 'e-mail read', '日本', 'front-matter e-mail 本']
    const missed = ['matter-front', 'mail-of-e', 'read-e-mai', '本日', 'front-e-mail', 'e-mai read']
    for (const q of found) expect(await totalOf(q), q).to.equal(1)
    for (const q of missed) expect(await totalOf(q), q).to.equal(0)
    await own.remove()
  })

  describe('for a beginning of very many words', () => {
    const withText = (number: number, body: string) => {
      const entry = makeEntry(number)
      return { ...entry, size: body.length, text: entry.text && { ...entry.text, body } }
    }
    const MANY = 'zza zzb '.repeat(12_000)
    const own = [
      withText(101, 'A zz here.'),
      withText(102, 'Some zzc, and the front-zzd.'),
      withText(103, 'None in jazz or jazzband.'),
    ].map((entry) => ({ ...entry, siteId: 'own' }))
    let temporary: TemporaryStore
    before(() => {
      temporary = makeStore()
      const many = Array.from({ length: 25 }, (_, number) => withText(number + 1, MANY))
      putEntries(temporary.store, [...many, withText(30, 'Whole: zz')])
      putEntries(temporary.store, own)
    })
    after(() => temporary.remove())

    const idsOf = async (query: object) => {
      const { index } = temporary.store
      const { rows, total } = await index.searchTexts({ ...TEXT_SEARCH, ...query })
      expect(total).to.equal(rows.length)
      return rows.map(({ entry }) => Number(`0x${entry.id}`))
    }

    it('finds them all in few texts, whole words first', async () => {
      const wholeSites = ['own']
      expect(await idsOf({ q: 'zz', wholeSites })).to.deep.equal([101, 102])
      expect(await idsOf({ q: 'some zz', wholeSites })).to.deep.equal([102])
      expect(await idsOf({ q: 'front-zz', wholeSites })).to.deep.equal([102])
      expect(await idsOf({ q: 'zz', wholeSites, kind: 'page' })).to.deep.equal([])
      const limited = { wholeSites: [], limitedSites: wholeSites }
      expect(await idsOf({ q: 'zz', ...limited })).to.deep.equal([101, 102])
    })

    it('finds only whole words in many texts', async () => {
      expect(await idsOf({ q: 'zz' })).to.deep.equal([30])
      expect(await idsOf({ q: 'zza', limit: 100 })).to.have.length(25)
    })
  })

  it('reads no bodies of what it has found', async () => {
    const { rows } = await opened.store.index.searchTexts(TEXT_SEARCH)
    expect(rows.map(({ entry }) => entry.text?.body)).to.deep.equal(['', ''])
    expect(rows[0]?.snippet[0]).to.deep.equal({ text: 'Body', match: true })
  })
})
