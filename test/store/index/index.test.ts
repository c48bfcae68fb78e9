import { expect } from 'chai'
import type { Store } from '../../../src/store/database.js'
import { StoreError } from '../../../src/store/store-error.js'
import { FACTS, id, makeEntry, makeStore, putEntries, type TemporaryStore } from '../make-store.js'
import { commit, moved, NOTHING, put } from './make-commits.js'

describe('the index', () => {
  let opened: TemporaryStore
  let store: Store
  beforeEach(() => {
    opened = makeStore()
    store = opened.store
  })
  afterEach(() => opened.remove())

  it('names the commit that it describes, and refuses changes from another', () => {
    const { index } = store
    expect(index.commitOf('site')).to.equal(null)
    index.applyChanges('site', NOTHING)
    expect(index.commitOf('site')).to.equal('c1')
    const stale = { ...NOTHING, commit: 'c2', expected: 'other', upserts: [makeEntry(1)] }
    expect(() => index.applyChanges('site', stale))
      .to.throw(StoreError)
      .with.property('code', 'stale_index')
    expect(index.entryById(id(1))).to.equal(null)
    expect(index.commitOf('site')).to.equal('c1')
  })

  it('keeps site facts until new ones are given', () => {
    store.index.applyChanges('site', NOTHING)
    store.index.applyChanges('site', { ...NOTHING, commit: 'c2', expected: 'c1', facts: null })
    expect(store.index.siteFacts('site')).to.deep.equal(FACTS)
    expect(store.index.siteFacts('none')).to.equal(null)
    expect([...store.index.siteFactsMany(['site', 'none']).keys()]).to.deep.equal(['site'])
  })

  it('puts, changes, renames and removes entries', async () => {
    const { index } = store
    const [first, second] = [makeEntry(1), makeEntry(2)]
    putEntries(store, [first, second])
    const relativePath = 'renamed.md'
    const renamed = { ...first, path: `_posts/${relativePath}`, relativePath, title: 'Otherwise' }
    const changes = { ...NOTHING, commit: 'c2', expected: 'c1' }
    index.applyChanges('site', {
      ...changes,
      removes: [first.path, second.path],
      upserts: [renamed],
    })
    expect(index.entryById(first.id)).to.deep.equal(renamed)
    expect(index.entryByPath('site', first.path)).to.equal(null)
    expect(index.entryByPath('site', renamed.path)?.id).to.equal(first.id)
    expect(index.entryByPath('other', renamed.path)).to.equal(null)
    expect(index.entryById(second.id)).to.equal(null)
    const list = {
      siteId: 'site',
      kinds: ['document'],
      sort: { field: 'title', direction: 'asc' },
      limit: 9,
      offset: 0,
    } as const
    expect((await index.listEntries({ ...list, q: 'post 1' })).total).to.equal(0)
    expect((await index.listEntries({ ...list, q: 'otherwise' })).total).to.equal(1)
  })

  it('returns each body unchanged, without JSON, which is slow for long texts', () => {
    const bodies = ['', 'a\0b\n', '\ufeffx', '"\\\r\n', '😀é', 'long text '.repeat(10_000)]
    const entries = bodies.map((body, at) => {
      const entry = makeEntry(at + 1)
      return { ...entry, text: entry.text && { ...entry.text, body, tags: ['a "tag"'] } }
    })
    const { parse, stringify } = JSON
    const lengths: number[] = []
    JSON.parse = (text: string) => {
      lengths.push(text.length)
      return parse(text)
    }
    JSON.stringify = (value: unknown) => {
      const text = stringify(value)
      lengths.push(text.length)
      return text
    }
    try {
      putEntries(store, entries)
      for (const entry of entries) {
        expect(store.index.entryByPath('site', entry.path)?.text).to.deep.equal(entry.text)
      }
    } finally {
      Object.assign(JSON, { parse, stringify })
    }
    expect(lengths).to.have.lengthOf.greaterThan(entries.length)
    expect(Math.max(...lengths)).to.be.lessThan(10_000)
  })

  it('finds a changed entry only by its new words', async () => {
    const { index } = store
    const titled = (number: number, title: string) => ({ ...makeEntry(number), title })
    putEntries(store, [titled(1, 'alpha'), titled(2, 'beta')])
    // New, known, and the same path twice.
    const upserts = [titled(3, 'gamma'), titled(1, 'delta'), titled(4, 'alpha'), titled(4, 'omega')]
    index.applyChanges('site', { ...NOTHING, commit: 'c2', expected: 'c1', upserts })
    const idsOf = async (q: string) => {
      const sort = { field: 'title', direction: 'asc' } as const
      const query = { siteId: 'site', kinds: ['document'] as const, q, sort, limit: 9, offset: 0 }
      return (await index.listEntries(query)).rows.map((entry) => entry.id)
    }
    expect(await idsOf('alpha')).to.deep.equal([])
    expect(await idsOf('delta')).to.deep.equal([id(1)])
    expect(await idsOf('beta')).to.deep.equal([id(2)])
    expect(await idsOf('gamma')).to.deep.equal([id(3)])
    expect(await idsOf('omega')).to.deep.equal([id(4)])
  })

  it('lists one level of the tree, and everything below a folder', async () => {
    const { index } = store
    const paths = [
      'z.md',
      'a/1.md',
      'a/b/2.md',
      'a/b/c/3.md',
      'a-b/4.md',
      'a.b/5.md',
      'b/é.md',
      'index.md',
    ]
    putEntries(
      store,
      paths.map((path, number) => makeEntry(number + 1, { path })),
    )
    const root = await index.childrenOf('site', '')
    expect(root?.directories).to.deep.equal(['a', 'a-b', 'a.b', 'b'])
    expect(root?.files.map(({ path }) => path)).to.deep.equal(['index.md', 'z.md'])
    const inner = await index.childrenOf('site', 'a')
    expect(inner?.directories).to.deep.equal(['a/b'])
    expect(inner?.files.map(({ path }) => path)).to.deep.equal(['a/1.md'])
    expect(await index.childrenOf('site', 'nowhere')).to.equal(null)
    expect(await index.childrenOf('site', 'a/1.md')).to.equal(null)
    const below = await index.entriesBelow('site', 'a')
    expect(below.map(({ path }) => path)).to.deep.equal(['a/1.md', 'a/b/2.md', 'a/b/c/3.md'])
    expect(await index.entriesBelow('site', '')).to.have.length(paths.length)
    expect(below[0]).not.to.have.property('text')
  })

  it('reads long levels in steps', async () => {
    putEntries(
      store,
      Array.from({ length: 1200 }, (_, number) => makeEntry(number + 1)),
    )
    expect((await store.index.childrenOf('site', '_posts'))?.files).to.have.length(1200)
    expect(await store.index.entriesBelow('site', '')).to.have.length(1200)
  })

  it('lists tags and categories of posts, sorted, each once, of all or only visible posts', async () => {
    const tagged = (number: number, tags: string[], changes = {}) => {
      const entry = makeEntry(number, changes)
      return {
        ...entry,
        text: entry.text && { ...entry.text, tags, categories: tags.map((tag) => `c${tag}`) },
      }
    }
    putEntries(store, [
      tagged(1, ['b', 'a', 'a']),
      tagged(2, ['b', 'é']),
      tagged(3, ['hidden'], { visibility: 'hidden' }),
      tagged(4, ['elsewhere'], { collection: 'news' }),
    ])
    expect(await store.index.tags('site')).to.deep.equal(['a', 'b', 'hidden', 'é'])
    expect(await store.index.categories('site')).to.deep.equal(['ca', 'cb', 'chidden', 'cé'])
    expect(await store.index.tags('site', [])).to.deep.equal(['a', 'b', 'é'])
    expect(await store.index.categories('site', [])).to.deep.equal(['ca', 'cb', 'cé'])
    putEntries(store, [tagged(1, ['c'])], 'c2')
    expect(await store.index.tags('site')).to.deep.equal(['b', 'c', 'hidden', 'é'])
  })

  it('lists very many tags in turns, of all or only visible posts', async () => {
    const entries = Array.from({ length: 600 }, (_, number) => {
      const entry = makeEntry(number, number % 2 === 0 ? {} : { visibility: 'hidden' })
      const tags = Array.from({ length: 50 }, (__, at) => `of ${number}, ${at}`)
      return { ...entry, text: entry.text && { ...entry.text, tags: ['all', ...tags] } }
    })
    putEntries(store, entries)
    expect(await turnsDuring(async () => store.index.tags('site'), 30_001)).to.be.above(0)
    expect(await turnsDuring(async () => store.index.tags('site', []), 15_001)).to.be.above(0)
  })

  it('shows a rebuilt site at once, with the same rows as after many changes', async () => {
    const { index } = store
    const commits = [commit('c1', put('a', '1')), commit('c2', moved('a', 'b', '2'))]
    const entries = Array.from({ length: 130 }, (_, number) => makeEntry(number + 1))
    putEntries(store, [makeEntry(999), ...entries.slice(50)], 'c0')
    index.applyChanges('site', {
      ...NOTHING,
      expected: 'c0',
      commits: commits.slice(0, 1),
      removes: [makeEntry(999).path],
    })
    index.applyChanges('site', {
      ...NOTHING,
      commit: 'c2',
      expected: 'c1',
      commits: commits.slice(1),
      upserts: entries.slice(0, 90),
    })
    const before = index.dump('site')
    const rebuild = index.beginRebuild('site')
    await rebuild.putCommits(commits)
    await rebuild.putEntries(entries)
    expect(index.dump('site')).to.deep.equal(before)
    expect(index.entryById(id(1))).to.deep.equal(makeEntry(1))
    await rebuild.finish({ commit: 'c2', expected: 'c2', facts: FACTS })
    expect(index.dump('site')).to.deep.equal(before)
    putEntries(store, [makeEntry(500)], 'c3')
    expect(index.dump('site')).not.to.deep.equal(before)
  })

  it('refuses a rebuild if the site has changed meanwhile, and removes its rows', async () => {
    const { index } = store
    putEntries(store, [makeEntry(1)])
    const rebuild = index.beginRebuild('site')
    await rebuild.putEntries([makeEntry(2)])
    putEntries(store, [makeEntry(3)], 'c2')
    let refused: unknown = null
    await rebuild
      .finish({ commit: 'c9', expected: 'c1', facts: FACTS })
      .catch((error: unknown) => (refused = error))
    expect(refused).to.be.instanceOf(StoreError)
    await rebuild.abort()
    expect(index.commitOf('site')).to.equal('c2')
    expect(index.entryById(id(2))).to.equal(null)
  })

  it('forgets a site', async () => {
    putEntries(store, [makeEntry(1)])
    putEntries(store, [makeEntry(2, { siteId: 'other' })])
    await store.index.deleteSite('site')
    expect(store.index.commitOf('site')).to.equal(null)
    expect(store.index.entryById(id(1))).to.equal(null)
    expect(store.index.entryById(id(2))?.siteId).to.equal('other')
    await store.index.sweep()
    expect(store.index.entryById(id(2))?.siteId).to.equal('other')
  })
})

/** How often others have their turn while so many words are read, each once and in their order. */
async function turnsDuring(read: () => Promise<string[]>, count: number): Promise<number> {
  let turns = 0
  let isReading = true
  const turn = (): void => {
    if (!isReading) return
    turns += 1
    setImmediate(turn)
  }
  setImmediate(turn)
  const words = await read()
  isReading = false
  expect(words).to.have.length(count)
  expect(words).to.deep.equal([...new Set(words)].sort())
  return turns
}
