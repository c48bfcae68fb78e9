import { expect } from 'chai'
import { findRenames, RENAME_LIMITS, type RenameLimits } from '../../../src/git/diff/renames.js'
import { fingerprint } from '../../../src/git/diff/similarity.js'
import type { Entry } from '../../../src/git/objects/snapshot.js'
import { assertScalesInTurns } from '../../growth.js'

/** Files by path; each content has an oid of its own. */
type Files = Readonly<Record<string, string>>

function entriesOf(files: Files, side: string): Entry[] {
  return Object.keys(files).map((path) => ({ path, mode: '100644', oid: `${side} ${path}` }))
}

async function pair(before: Files, after: Files, limits: RenameLimits = RENAME_LIMITS) {
  const contents = new Map<string, string>()
  for (const [path, text] of Object.entries(before)) contents.set(`before ${path}`, text)
  for (const [path, text] of Object.entries(after)) contents.set(`after ${path}`, text)
  let loaded = 0
  const renames = await findRenames(entriesOf(before, 'before'), entriesOf(after, 'after'), {
    limits,
    load: ({ oid }) => {
      loaded++
      return Promise.resolve(fingerprint(Buffer.from(contents.get(oid) ?? '')))
    },
  })
  return { loaded, renames: renames.map(({ from, to }) => `${from.path}>${to.path}`).sort() }
}

const lines = (seed: number, count: number) =>
  Array.from({ length: count }, (_, n) => `${seed} ${n * seed} ${n ^ seed}\n`).join('')

function files(prefix: string, count: number, textOf: (seed: number) => string): Files {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [prefix + i, textOf(i + 1)]))
}

async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('findRenames', () => {
  it('compares many files with little more work than reading them', async () => {
    const before = files('old', 150, (seed) => lines(seed, 1500))
    const after = files('new', 150, (seed) => `${lines(seed, 1500)}changed\n`)
    await pair(before, after)
    const all = [...Object.values(before), ...Object.values(after)].map((text) => Buffer.from(text))
    const reading = await cpuMs(() => all.forEach((data) => fingerprint(data)))
    const { renames } = await pair(before, after)
    expect(renames).to.have.length(150)
    expect(renames).to.include('old7>new7')
    // Piece by piece with each other it was a hundred times as much.
    expect(await cpuMs(() => pair(before, after))).to.be.below(30 * Math.max(20, reading))
  })

  it('reads no more bytes than its limit, with the same pairs each time', async () => {
    const before = files('old', 20, (seed) => lines(seed, 100))
    const after = files('new', 20, (seed) => `${lines(seed, 100)}changed\n`)
    const limits = { ...RENAME_LIMITS, contentBytes: 25 * lines(1, 100).length }
    const first = await pair(before, after, limits)
    expect(first.loaded).to.be.below(30)
    expect(first.renames.length).to.be.within(1, 15)
    expect(await pair(before, after, limits)).to.deep.equal(first)
  })

  it('stops at the limit of comparisons, with the pairs found until then', async () => {
    const same = lines(3, 200)
    const before = files('old', 30, (seed) => `${same}${lines(seed, 20)}`)
    const after = files('new', 30, (seed) => `${same}${lines(seed, 21)}`)
    const all = await pair(before, after)
    expect(all.renames).to.have.length(30)
    const some = await pair(before, after, { ...RENAME_LIMITS, comparisons: 400_000 })
    expect(some.renames.length).to.be.below(30)
    expect(some.loaded).to.be.below(all.loaded)
  })

  it('lets other work run', async () => {
    const same = lines(3, 4000)
    const before = files('old', 40, (seed) => `${same}${lines(seed, 20)}`)
    const after = files('new', 40, (seed) => `${same}${lines(seed, 21)}`)
    let turns = 0
    let isDone = false
    const others = () => {
      turns++
      if (!isDone) setImmediate(others)
    }
    setImmediate(others)
    await pair(before, after)
    isDone = true
    expect(turns).to.be.above(3)
  })

  it('pairs files of one content by their names, else in order, each once', async () => {
    const made = (path: string, mode: Entry['mode'] = '100644'): Entry => ({
      path,
      mode,
      oid: 'one',
    })
    const removed = [made('a/1'), made('a/2'), made('a/3', '120000'), made('a/4', '100755')]
    const added = [made('b/2'), made('b/3', '120000'), made('b/x'), made('b/y'), made('b/z')]
    const renames = await findRenames(removed, added, { load: () => Promise.resolve(null) })
    expect(renames.map(({ from, to }) => `${from.path}>${to.path}`)).to.deep.equal([
      'a/2>b/2',
      'a/3>b/3',
      'a/1>b/x',
      'a/4>b/y',
    ])
  })

  it('takes linear time for many files with the same content', () => {
    const many = (prefix: string, count: number): Entry[] =>
      Array.from({ length: count }, (_, at) => ({ path: prefix + at, mode: '100644', oid: 'one' }))
    const load = () => Promise.resolve(null)
    return assertScalesInTurns(
      (count) => findRenames(many('a/x', count), many('b/x', count), { load }),
      1500,
    )
  })
})
