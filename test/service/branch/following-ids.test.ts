import { expect } from 'chai'
import type { Change } from '../../../src/git/diff/diff.js'
import { followHints, followIds } from '../../../src/service/branch/following-ids.js'
import { countBetweenTurns } from '../../turns.js'

const entry = (path: string) => ({ path, mode: '100644' as const, oid: 'a'.repeat(40) })
const moved = (from: string, to: string): Change => ({
  path: to,
  before: entry(from),
  after: entry(to),
  renamedFrom: from,
})
const removed = (path: string): Change => ({ path, before: entry(path), after: null })

describe('ids that follow files', () => {
  it('are moved few at a time, swaps and chains together, with other work in between', async () => {
    const moves = Array.from({ length: 1000 }, (_, at) => moved(`a/${at}`, `b/${at}`))
    const gone = Array.from({ length: 1000 }, (_, at) => removed(`c/${at}`))
    const tangled = [moved('x', 'y'), moved('y', 'x'), moved('1', '2'), moved('2', '3')]
    const renames: string[][] = []
    const deleted: number[] = []
    let turns = 0
    let isDone = false
    const others = () => {
      turns += 1
      if (!isDone) setImmediate(others)
    }
    setImmediate(others)
    const entryIds = {
      rename: (_site: string, some: readonly { from: string; to: string }[]) =>
        void renames.push(some.map(({ from, to }) => `${from}>${to}`)),
      markDeleted: (_site: string, paths: readonly string[]) => void deleted.push(paths.length),
    }
    await followIds({ entryIds, now: () => 1 }, 'site', [...moves, ...tangled, ...gone])
    isDone = true
    expect(renames[0]).to.deep.equal(['x>y', 'y>x', '1>2', '2>3'])
    expect(renames.slice(1).flat()).to.deep.equal(
      moves.map((move) => `${move.renamedFrom}>${move.path}`),
    )
    expect(Math.max(...renames.map(({ length }) => length), ...deleted)).to.be.at.most(200)
    expect(deleted.reduce((sum, count) => sum + count, 0)).to.equal(1000)
    expect(turns).to.be.at.least(9)
  })

  it('are restored few at a time, in one transaction each, with other work in between', async () => {
    const hints = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, path: `b/${at}` }))
    const turns = countBetweenTurns()
    const restored: (typeof hints)[] = []
    const entryIds = {
      restore: (places: readonly (typeof hints)[number][]) => {
        for (const _ of places) turns.count()
        restored.push([...places])
      },
    }
    await followHints({ entryIds }, hints)
    turns.stop()
    expect(restored.flat()).to.deep.equal(hints)
    expect(restored.length).to.be.below(10)
    expect(turns.most()).to.be.at.most(200)
  })
})
