import { expect } from 'chai'
import { listingLimits } from '../../../src/deploy/files/file-store.js'
import { type RemoteEntry, walkRemote } from '../../../src/deploy/files/walk-remote.js'
import { countBetweenTurns } from '../../turns.js'

const file = (name: string): RemoteEntry => ({ name, kind: 'file', size: 1 })
const folder = (name: string): RemoteEntry => ({ name, kind: 'folder', size: null })

/** Walks what a function says is in each folder. */
function walk(entriesOf: (path: string) => Iterable<RemoteEntry> | AsyncIterable<RemoteEntry>) {
  return walkRemote({
    entriesOf: async (path) => entriesOf(path),
    atOnce: 4,
    onFolder: () => undefined,
  })
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('A walk through folders', () => {
  it('finds all files, with their paths', async () => {
    const there = new Map([
      ['', [file('a.html'), folder('b'), folder('..'), file('x/y')]],
      ['b', [file('c.html'), folder('d')]],
    ])
    const { files, odd } = await walk((path) => there.get(path) ?? [])
    expect([...files.keys()]).to.deep.equal(['a.html', 'b/c.html'])
    expect(odd).to.equal(1)
  })

  it('stops in an endless folder at the limit of entries', async () => {
    let read = 0
    async function* endless() {
      for (;;) yield folder((read += 1) % 2 === 0 ? '.' : `f${read}`)
    }
    const error = await failureOf(walk(endless))
    expect(error).to.have.property('code', 'bad_remote')
    expect(error).to.have.property('message').that.includes('lists more than 500000 entries')
    expect(read).to.equal(listingLimits.files + 1)
  })

  it('counts the entries of all levels, not those of each', async () => {
    let asked = 0
    const level = Array.from({ length: 600 }, (_unused, index) => folder(`f${index}`))
    const entriesOf = (path: string) => {
      asked += 1
      const depth = path === '' ? 0 : path.split('/').length
      return depth < 2 ? level : [folder('further')]
    }
    const error = await failureOf(walk(entriesOf))
    expect(error).to.have.property('code', 'bad_remote')
    // 600 and 360,000 folders on two levels leave room for less than 140,000 on the third.
    expect(asked).to.be.lessThan(listingLimits.files)
  })

  it('counts the characters of all paths', async () => {
    const long = 'x'.repeat(250)
    let named = 0
    function* files() {
      for (;;) yield file(`${(named += 1)}`.padStart(9, '0'))
    }
    const entriesOf = (path: string) => (path.length < 1000 ? [folder(long)] : files())
    const error = await failureOf(walk(entriesOf))
    expect(error).to.have.property('message').that.includes('67108864 characters of names')
    expect(named).to.be.lessThan(70_000)
  })

  it('lets other work run', async () => {
    const turns = countBetweenTurns()
    function* files() {
      for (let at = 0; at < 400_000; at += 1) {
        turns.count()
        yield file(`page-${at}.html`)
      }
    }
    await walk((path) => (path === '' ? files() : []))
    turns.stop()
    expect(turns.total()).to.equal(400_000)
    expect(turns.most()).to.be.lessThan(200_000)
  })
})
