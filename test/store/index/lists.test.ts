import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Entry, Visibility } from '../../../src/model/entry.js'
import { nameKey, pathKey, searchFold } from '../../../src/store/index/fold.js'
import {
  SORT_FIELDS,
  type EntryFilter,
  type EntryQuery,
  type SortField,
} from '../../../src/store/index/site-index.js'
import { openWriter } from '../../../src/store/connection.js'
import { orderingOf } from '../../../src/store/index/schema.js'
import {
  id,
  makeEntry,
  makeStore,
  optionsIn,
  putEntries,
  type TemporaryStore,
} from '../make-store.js'
import { fc } from '../../random.js'

const FIELD_OF: Readonly<Record<SortField, (entry: Entry) => string | number | null>> = {
  title: (entry) => (entry.title === null ? null : nameKey(entry.title)),
  date: (entry) => entry.dateEpoch,
  path: (entry) => pathKey(entry.relativePath),
  filename: (entry) => `${pathKey(entry.path)}\0${entry.path}`,
  visibility: (entry) => entry.visibility,
  position: (entry) => entry.position,
  created_at: (entry) => entry.createdAt,
  updated_at: (entry) => entry.updatedAt,
  basename: (entry) => nameKey(entry.path.slice(entry.path.lastIndexOf('/') + 1)),
  content_type: (entry) => (entry.path.endsWith('.png') ? 'image/png' : 'text/plain'),
  filesize: (entry) => entry.size,
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

/** The same list by the shortest way there is. */
function naiveList(entries: readonly Entry[], query: EntryQuery) {
  const rows = entries.filter((entry) => isMatch(entry, query))
  const value = FIELD_OF[query.sort.field]
  const sign = query.sort.direction === 'asc' ? 1 : -1
  rows.sort((a, b) => {
    const [x, y] = [value(a), value(b)]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
    } else if (compare(x, y) !== 0) return sign * compare(x, y)
    return compare(a.path, b.path)
  })
  const paths = rows.map(({ path }) => path)
  return { total: rows.length, paths: paths.slice(query.offset, query.offset + query.limit) }
}

function isMatch(entry: Entry, filter: EntryFilter): boolean {
  const isText = entry.kind === 'document' || entry.kind === 'page'
  const path = isText ? entry.relativePath : entry.path
  const texts = [searchFold(path), ...(isText ? [searchFold(entry.title ?? '')] : [])]
  const words = searchFold(filter.q ?? '')
    .split(/\s+/u)
    .filter((word) => word !== '')
  const extension = entry.path.includes('.') ? entry.path.split('.').at(-1) : ''
  return (
    filter.kinds.includes(entry.kind) &&
    (filter.collection === undefined || entry.collection === filter.collection) &&
    (filter.visibilities === undefined || filter.visibilities.includes(entry.visibility)) &&
    (filter.extensions === undefined || filter.extensions.includes(extension ?? '')) &&
    (filter.ownerKeys === undefined ||
      entry.visibility === 'visible' ||
      filter.ownerKeys.includes(entry.createdBy)) &&
    words.every((word) => texts.some((text) => text.includes(word)))
  )
}

const TITLES = [
  'Straße',
  'strasse',
  'Ærøskøbing',
  'Zebra',
  'apple',
  'Éclair',
  '日本語',
  'a"b',
  '100%',
  'x_y',
  "it's",
]
const VISIBILITIES: readonly Visibility[] = ['visible', 'hidden', 'draft']
const EXTENSIONS = ['md', 'markdown', 'txt']

function variedEntries(count: number): Entry[] {
  return Array.from({ length: count }, (_, number) =>
    makeEntry(number + 1, {
      path: `_posts/${number % 2 ? 'Dir' : 'dir'}${number % 3 === 0 ? 10 : number % 3}/${number}-${number % 7}.${EXTENSIONS[number % 3]}`,
      title: TITLES[number % TITLES.length] ?? null,
      dateEpoch: number % 4 === 0 ? null : 1000 + (number % 6),
      visibility: VISIBILITIES[number % 5] ?? 'visible',
      position: number % 3 === 0 ? null : number % 2,
      createdAt: 1000 + (number % 5),
      updatedAt: 2000,
      createdBy: number % 2 === 0 ? 'ada@example.org' : 'eve@example.org',
    }),
  )
}

function variedFiles(count: number): Entry[] {
  return Array.from({ length: count }, (_, number) =>
    makeEntry(1000 + number, {
      kind: 'file',
      path: `_posts/img${number % 4}/${number % 9}-${number}.${number % 2 === 0 ? 'png' : 'txt'}`,
      title: null,
      date: null,
      dateEpoch: null,
      text: null,
      size: number % 5,
      updatedAt: 1000 + (number % 3),
    }),
  )
}

const POSTS = { siteId: 'site', kinds: ['document'], collection: 'posts' } as const
const ALL = { limit: 1000, offset: 0 }
const BY_NAME = { field: 'filename', direction: 'asc' } as const

describe('lists of entries', function () {
  let opened: TemporaryStore
  const entries = [...variedEntries(150), ...variedFiles(60)]
  before(() => {
    opened = makeStore()
    putEntries(opened.store, entries)
    putEntries(opened.store, [makeEntry(9999, { siteId: 'other', title: 'Straße' })])
  })
  after(() => opened.remove())

  async function expectAsNaive(query: EntryQuery): Promise<void> {
    const page = await opened.store.index.listEntries(query)
    const paths = page.rows.map(({ path }) => path)
    expect({ total: page.total, paths }, JSON.stringify(query)).to.deep.equal(
      naiveList(entries, query),
    )
  }

  for (const field of SORT_FIELDS) {
    for (const direction of ['asc', 'desc'] as const) {
      it(`are totally ordered by ${field}-${direction}, page by page`, async () => {
        for (const kind of ['document', 'file'] as const) {
          const query = { ...POSTS, kinds: [kind], sort: { field, direction } }
          await expectAsNaive({ ...query, ...ALL })
          await expectAsNaive({ ...query, limit: 7, offset: 20 })
          await expectAsNaive({ ...query, limit: 7, offset: 20, ownerKeys: ['eve@example.org'] })
          await expectAsNaive({ ...query, limit: 5, offset: 3, q: 'dir0 s' })
        }
      })
    }
  }

  it('use an SQL index instead of sorting, for any order', () => {
    const db = openWriter(optionsIn(opened.folder).indexPath, 'NORMAL')
    try {
      for (const field of SORT_FIELDS) {
        for (const direction of ['asc', 'desc'] as const) {
          const family = ['basename', 'content_type', 'filesize'].includes(field) ? 'file' : 'text'
          const { index, terms } = orderingOf(field, direction, family)
          const plan = db
            .prepare<[], { readonly detail: string }>(
              `EXPLAIN QUERY PLAN SELECT row FROM entries INDEXED BY ${index}
               WHERE generation = 1 AND shelf = 'document:posts' AND is_text = ${family === 'text' ? 1 : 0}
               ORDER BY ${terms} LIMIT 30`,
            )
            .all()
          expect(plan.map(({ detail }) => detail).join(), index).not.to.include('B-TREE')
        }
      }
    } finally {
      db.close()
    }
  })

  it('match a naive scan for any filter, alone and combined', async () => {
    const filter = fc.record(
      {
        visibilities: fc.subarray([...VISIBILITIES]),
        extensions: fc.subarray(EXTENSIONS),
        ownerKeys: fc.subarray(['ada@example.org', 'eve@example.org', "' OR 1"]),
        q: fc.constantFrom(
          'str',
          'strasse dir1',
          'z',
          '"',
          '%',
          '_',
          'a"b',
          'dir0 dir0',
          'nothing',
        ),
        collection: fc.constantFrom('posts', 'none', null),
      },
      { requiredKeys: [] },
    )
    const sort = fc.record({
      field: fc.constantFrom(...SORT_FIELDS),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    })
    const kinds = fc.constantFrom(
      ['document'] as const,
      ['document', 'page'] as const,
      ['file'] as const,
    )
    const window = fc.record({ limit: fc.nat(20), offset: fc.nat(200) })
    await fc.assert(
      fc.asyncProperty(filter, sort, fc.tuple(kinds, window), (some, by, [which, part]) =>
        expectAsNaive({ siteId: 'site', kinds: which, ...some, sort: by, ...part }),
      ),
      { numRuns: 300 },
    )
  })

  it('treat any query as words, never as syntax', async () => {
    const syntax = fc.constantFrom(
      '"',
      '""',
      "'",
      '*',
      '%',
      '_',
      '\\',
      '^',
      '(',
      ')',
      ':',
      '-',
      '+',
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      'folded:',
      '\0',
      '\ud800',
      'ß',
      'ſt',
      'ﬁ',
      'İ',
      'é',
      'e\u0301',
      '日本',
      '🙂',
      'a"b',
      'str',
      'dir',
      '.md',
      '/',
      ' ',
      ';--',
    )
    const text = fc.oneof(
      fc.array(syntax, { maxLength: 6 }).map((parts) => parts.join('')),
      fc.array(syntax, { maxLength: 6 }).map((parts) => parts.join(' ')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...entries.map(({ path, title }) => (title ?? path).slice(1, 6))),
    )
    await fc.assert(
      fc.asyncProperty(text, (q) => expectAsNaive({ ...POSTS, q, sort: BY_NAME, ...ALL })),
      { numRuns: 500 },
    )
  })

  it('find a title regardless of case, diacritics and ligatures', async () => {
    const titlesFor = async (q: string) => {
      const page = await opened.store.index.listEntries({ ...POSTS, q, sort: BY_NAME, ...ALL })
      return [...new Set(page.rows.map(({ title }) => title ?? ''))].toSorted(compare)
    }
    expect(await titlesFor('STRASSE')).to.deep.equal(['Straße', 'strasse'])
    expect(await titlesFor('aeroskobing')).to.deep.equal(['Ærøskøbing'])
    expect(await titlesFor('ECLAIR')).to.deep.equal(['Éclair'])
    expect(await titlesFor('本')).to.deep.equal(['日本語'])
    expect(await titlesFor('0%')).to.deep.equal(['100%'])
  })

  it('never reveal hidden entries of others to a writer', async () => {
    const ownerKeys = ['ada@example.org']
    const visible = entries.filter((entry) => isMatch(entry, { ...POSTS, ownerKeys }))
    for (const q of ['', 'str', 'z', 'dir1 e']) {
      const query = { ...POSTS, ownerKeys, q, sort: BY_NAME, ...ALL }
      const page = await opened.store.index.listEntries(query)
      expect({ total: page.total, paths: page.rows.map(({ path }) => path) }).to.deep.equal(
        naiveList(visible, query),
      )
    }
  })

  it('have a new total as soon as the site has changed', async () => {
    const query = {
      siteId: 'moving',
      kinds: ['document'],
      q: 'post',
      sort: BY_NAME,
      ...ALL,
    } as const
    for (const number of [1, 2, 3]) {
      putEntries(
        opened.store,
        [makeEntry(number, { siteId: 'moving', id: id(50_000 + number) })],
        `c${number}`,
      )
      expect((await opened.store.index.listEntries(query)).total).to.equal(number)
    }
  })
})

describe('a list with long texts', function () {
  this.timeout(60_000)
  let temporary: TemporaryStore
  before(() => (temporary = makeStore()))
  after(() => temporary.remove())

  it('is read in turns, in full or up to a number of bytes', async () => {
    const { index } = temporary.store
    const long = 'x'.repeat(1_000_000)
    const entries = Array.from({ length: 40 }, (_, at) => {
      const entry = makeEntry(at + 1, { size: long.length })
      return { ...entry, text: entry.text && { ...entry.text, body: long } }
    })
    putEntries(temporary.store, entries)
    const query: EntryQuery = {
      siteId: 'site',
      kinds: ['document'],
      collection: 'posts',
      sort: { field: 'filename', direction: 'asc' },
      offset: 0,
      limit: 100,
    }
    let turns = 0
    let isOver = false
    const others = async () => {
      for (; !isOver; turns += 1) await nextTurn()
    }
    const running = others()
    const { rows, total } = await index.listEntries({ ...query, maxBytes: 1_000_000_000 })
    isOver = true
    await running
    expect(rows.map((row) => row.id)).to.deep.equal(entries.map((entry) => entry.id))
    expect(rows.every((row) => row.text?.body === long)).to.equal(true)
    expect(total).to.equal(40)
    // Forty megabytes take many times eight milliseconds on any machine.
    expect(turns).to.be.at.least(3)
    let bytes = 0
    const beforeRead = (known: number) => {
      bytes = known
    }
    const some = await index.listEntries({ ...query, maxBytes: 3_500_000, beforeRead })
    expect(some.rows).to.have.length(3)
    expect(bytes).to.be.within(3_500_001, 4_500_000)
    const few = await index.listEntries({ ...query, limit: 2, maxBytes: 3_500_000, beforeRead })
    expect(few.rows).to.have.length(2)
    expect(bytes).to.be.within(1_500_000, 2_500_000)
  })

  it('are cut by the bytes of what is stored, since defaults and aliases make short files long', async () => {
    const { index } = temporary.store
    const defaults = { long: 'x'.repeat(100_000) }
    const entries = Array.from({ length: 10 }, (_, at): Entry => {
      const entry = makeEntry(at)
      return { ...entry, size: 100, text: entry.text && { ...entry.text, defaults } }
    })
    putEntries(temporary.store, entries)
    const sort = { field: 'filename', direction: 'asc' } as const
    const query: EntryQuery = { siteId: 'site', kinds: ['document'], sort, offset: 0, limit: 100 }
    // The second time, they are known.
    for (const _ of [1, 2]) {
      const few = await index.listEntries({ ...query, maxBytes: 350_000 })
      expect(few.rows).to.have.length(3)
    }
    expect((await index.listEntries({ ...query, maxBytes: 2_000_000 })).rows).to.have.length(10)
  })
})
