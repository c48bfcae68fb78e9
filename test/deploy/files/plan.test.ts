import { expect } from 'chai'
import type { FileFacts, Manifest } from '../../../src/deploy/files/deployer.js'
import { observe } from '../../../src/deploy/files/observed.js'
import { inSteps } from '../../../src/deploy/files/plan-order.js'
import { plan, type Remote } from '../../../src/deploy/files/plan.js'
import { factsOf } from '../releases.js'
import { fc } from '../../random.js'
import { countBetweenTurns } from '../../turns.js'

function release(files: Record<string, string>): Map<string, FileFacts> {
  return new Map(Object.entries(files).map(([path, content]) => [path, factsOf(content)]))
}

function manifest(files: Record<string, string>, pending?: Record<string, string>): Manifest {
  const base = { release: 'r0', files: release(files) }
  return pending === undefined ? base : { ...base, pending: release(pending) }
}

/** A listing that knows sizes only, as FTP has it. */
function sizes(files: Record<string, string>): Remote {
  return new Map(Object.entries(files).map(([path, text]) => [path, { size: text.length }]))
}

interface Row {
  readonly title: string
  readonly previous: Manifest | null
  readonly wanted: Record<string, string>
  readonly remote: Remote
  readonly puts: Record<string, string>
  readonly removes?: readonly string[]
  readonly clear?: readonly string[]
  readonly foreign?: readonly string[]
  readonly kept?: readonly string[]
}

const rows: readonly Row[] = [
  {
    title: 'puts everything into an empty place',
    previous: null,
    wanted: { 'a.html': '1', 'b.css': '2' },
    remote: sizes({}),
    puts: { 'a.html': 'new', 'b.css': 'new' },
  },
  {
    title: 'believes the manifest where the target was not listed',
    previous: manifest({ 'a.html': '1', 'b.css': '2', 'old.html': 'x' }),
    wanted: { 'a.html': '1', 'b.css': '3', 'c.html': 'n' },
    remote: null,
    puts: { 'b.css': 'changed', 'c.html': 'new' },
    removes: ['old.html'],
  },
  {
    title: 'puts again what has gone there',
    previous: manifest({ 'a.html': '1' }),
    wanted: { 'a.html': '1' },
    remote: sizes({}),
    puts: { 'a.html': 'missing there' },
  },
  {
    title: 'restores what was changed there',
    previous: manifest({ 'a.html': '1' }),
    wanted: { 'a.html': '1' },
    remote: sizes({ 'a.html': 'defaced' }),
    puts: { 'a.html': 'changed there' },
  },
  {
    title: 'replaces a foreign file only at a path of the release',
    previous: null,
    wanted: { 'index.html': '1' },
    remote: sizes({ 'index.html': 'welcome', 'cgi/x.pl': 'x' }),
    puts: { 'index.html': 'not ours there' },
    foreign: ['index.html', 'cgi/x.pl'],
  },
  {
    title: 'never removes a file of ours that was changed there',
    previous: manifest({ 'old.html': '1' }),
    wanted: {},
    remote: sizes({ 'old.html': 'their work' }),
    puts: {},
    kept: ['old.html'],
  },
  {
    title: 'removes what either release of a broken deployment left',
    previous: manifest({ 'one.html': '1' }, { 'two.html': '22' }),
    wanted: { 'three.html': '3' },
    remote: sizes({ 'one.html': '1', 'two.html': '22' }),
    puts: { 'three.html': 'new' },
    removes: ['one.html', 'two.html'],
  },
  {
    title: 'puts again what may be of either release',
    previous: manifest({ 'a.html': '1', 'b.html': 's' }, { 'a.html': '2', 'b.html': 's' }),
    wanted: { 'a.html': '1', 'b.html': 's' },
    remote: sizes({ 'a.html': '?', 'b.html': 's' }),
    puts: { 'a.html': 'changed' },
  },
  {
    title: 'clears a file where a folder will be, and files where a file will be',
    previous: manifest({ a: '1', 'b/c.html': '2', 'd.html': '3' }),
    wanted: { 'a/x.html': '4', b: '5' },
    remote: null,
    puts: { 'a/x.html': 'new', b: 'new' },
    clear: ['a', 'b/c.html'],
    removes: ['d.html'],
  },
  {
    title: 'clears what differs in case or normal form only, before the new one comes',
    previous: manifest({ 'About.html': '1', 'e\u0301.html': '2' }),
    wanted: { 'about.html': '1', '\u00e9.html': '2' },
    remote: null,
    puts: { 'about.html': 'differs in case', '\u00e9.html': 'differs in case' },
    clear: ['About.html', 'e\u0301.html'],
  },
  {
    title: 'puts again what the removal of its twin in case may have hit',
    previous: manifest({ 'About.html': '1', 'about.html': '2' }),
    wanted: { 'about.html': '2' },
    remote: null,
    puts: { 'about.html': 'differs in case' },
    clear: ['About.html'],
  },
]

describe('plan', () => {
  for (const row of rows) {
    it(row.title, async () => {
      const todo = await plan(row.previous, release(row.wanted), row.remote)
      const puts = todo.puts.flat().map((put) => [put.path, put.reason])
      expect(Object.fromEntries(puts)).to.deep.equal(row.puts)
      expect(todo.removes.flat().map(({ path }) => path)).to.have.members(row.removes ?? [])
      expect(todo.clear.map(({ path }) => path)).to.have.members(row.clear ?? [])
      expect(todo.foreign).to.have.members(row.foreign ?? [])
      expect(todo.kept).to.have.members(row.kept ?? [])
    })
  }

  it('accepts the target’s own MD5 as proof that an unknown file is the wanted one', async () => {
    const facts = { ...factsOf('x'), md5: '9dd4e461268c8034f5c8564e155c67a6' }
    const there = { size: 1, version: facts.md5 }
    const todo = await plan(null, new Map([['a.html', facts]]), new Map([['a.html', there]]))
    expect(todo.puts).to.deep.equal([])
  })

  it('sees by its version a change that keeps the size', async () => {
    const facts = { ...factsOf('x'), version: 'one' }
    const previous = { release: 'r0', files: new Map([['a.html', facts]]) }
    const there = new Map([['a.html', { size: 1, version: 'two' }]])
    const todo = await plan(previous, new Map([['a.html', factsOf('x')]]), there)
    expect(todo.puts.flat()[0]?.reason).to.equal('changed there')
  })

  it('removes folders that became empty, the deepest first, and no other', async () => {
    const previous = manifest({ 'a/b/c.html': '1', 'a/d.html': '1', 'e/f.html': '1' })
    const { emptied } = await plan(previous, release({ 'e/g.html': '1' }), null)
    expect(emptied).to.deep.equal(['a/b', 'a'])
  })

  it('finds the temporary files of interrupted deployments', async () => {
    const todo = await plan(
      null,
      new Map(),
      sizes({ '.galley-tmp-abc': 'x', '.galley-manifest.json': '' }),
    )
    expect(todo.stale).to.deep.equal(['.galley-tmp-abc'])
    expect(todo.foreign).to.deep.equal([])
  })

  it('never removes what no manifest lists, and reaches the release from any state', async () => {
    const files = fc.dictionary(
      fc.constantFrom('a', 'a/b', 'A', 'c.html', 'c/d.html', 'e.css', 'index.html'),
      fc.constantFrom('1', '2', '33'),
    )
    await fc.assert(
      fc.asyncProperty(files, files, files, async (before, pending, wanted) => {
        const known = manifest(before, pending)
        const there = { ...before, ...pending, 'theirs.txt': 'theirs' }
        const todo = await plan(known, release(wanted), sizes(there))
        const result: Record<string, string> = { ...there }
        for (const { path } of [...todo.clear, ...todo.removes.flat()]) delete result[path]
        for (const { path } of todo.puts.flat()) result[path] = wanted[path] ?? ''
        expect(result).to.deep.equal({ ...wanted, 'theirs.txt': 'theirs' })
      }),
      { numRuns: 300 },
    )
  })
})

describe('plan: order', () => {
  it('uploads assets, then pages, then their indexes and the home page, then feeds', async () => {
    const paths = [
      'sitemap.xml',
      'index.html',
      'feed.xml',
      'blog/index.html',
      'blog/post/index.html',
      'about.html',
      'site.css',
      'font.woff2',
    ]
    const steps = await inSteps(paths.map((path) => ({ path })))
    expect(steps.map((step) => step.map(({ path }) => path))).to.deep.equal([
      ['font.woff2'],
      ['site.css'],
      ['about.html'],
      ['blog/post/index.html'],
      ['blog/index.html'],
      ['index.html'],
      ['feed.xml', 'sitemap.xml'],
    ])
  })

  it('removes files in the reverse order', async () => {
    const previous = manifest({ 'a.css': '1', 'a.html': '1', 'feed.xml': '1' })
    const { removes } = await plan(previous, new Map(), null)
    expect(removes.flat().map(({ path }) => path)).to.deep.equal(['feed.xml', 'a.html', 'a.css'])
  })
})

describe('observe', () => {
  it('tells which of two releases a file is from, and does not guess if both match', async () => {
    const known = manifest({ a: '1', b: '1', c: '1', d: '1' }, { a: '22', b: '2', d: '1' })
    const seen = await observe(known, sizes({ a: '22', b: '?', d: '1' }))
    expect(seen.get('a')?.sha256).to.equal(factsOf('22').sha256)
    expect(seen.get('b')?.sha256).to.equal('0'.repeat(64))
    expect(seen.has('c')).to.equal(false)
    expect(seen.get('d')?.sha256).to.equal(factsOf('1').sha256)
  })
})

describe('A very large listing of a target', () => {
  /** A map that counts how often it is asked. */
  function counting<Value>(entries: Iterable<[string, Value]>, count: () => void) {
    const map = new Map(entries)
    const get = map.get.bind(map)
    map.get = (key) => {
      count()
      return get(key)
    }
    return map
  }

  it('is compared with the release while other work runs', async () => {
    const turns = countBetweenTurns()
    const paths = Array.from({ length: 200_000 }, (_unused, at) => `posts/${at % 100}/${at}.html`)
    const facts = factsOf('x')
    const files = counting<FileFacts>(
      paths.map((path) => [path, facts]),
      () => turns.count(),
    )
    const there = counting(
      paths.map((path): [string, { size: number }] => [path, { size: 1 }]),
      () => turns.count(),
    )
    const known = { release: 'r0', files }
    const todo = await plan(known, release({ 'index.html': '1' }), there)
    expect(todo.removes.flat()).to.have.lengthOf(paths.length)
    const observed = await observe(known, there)
    turns.stop()
    expect(observed.size).to.equal(paths.length)
    expect(turns.most()).to.be.lessThan(paths.length)
  })
})
