import { expect } from 'chai'
import { mergeBase } from '../../../src/git/refs/merge-base.js'
import type { Repository } from '../../../src/git/repository.js'
import { edits, git, useRepositories, WHO } from '../fixture.js'

/** Numbers that look random and are the same each time. */
function sequence(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

describe('mergeBase', () => {
  const bench = useRepositories()
  let repository: Repository
  beforeEach(async () => {
    repository = await bench.repository()
  })

  async function commit(parents: readonly string[], number: number): Promise<string> {
    const who = { ...WHO, time: WHO.time + number }
    const files = edits({ [`f${number}`]: String(number) })
    const request = { base: parents[0] ?? null, edits: files, message: `c${number}` }
    return (await repository.commit({ ...request, parents, author: who, committer: who })).commit
  }

  it('is the commit itself, or its ancestor', async () => {
    const first = await commit([], 1)
    const second = await commit([first], 2)
    const third = await commit([second], 3)
    expect(await mergeBase(repository.reader, third, third)).to.equal(third)
    expect(await mergeBase(repository.reader, third, first)).to.equal(first)
    expect(await mergeBase(repository.reader, first, third)).to.equal(first)
  })

  it('is null for unrelated histories', async () => {
    const [one, other] = [await commit([], 1), await commit([], 2)]
    expect(await mergeBase(repository.reader, one, other)).to.equal(null)
  })

  it('is one of the bases of a criss-cross merge', async () => {
    const root = await commit([], 1)
    const [a, b] = [await commit([root], 2), await commit([root], 3)]
    const [left, right] = [await commit([a, b], 4), await commit([b, a], 5)]
    expect([a, b]).to.include(await mergeBase(repository.reader, left, right))
  })

  it('is one that git finds, in 20 random histories', async () => {
    const random = sequence(7)
    for (let round = 0; round < 20; round++) {
      const made: string[] = []
      for (let number = 0; number < 14; number++) {
        const parents = new Set<string>()
        for (let count = random(3); count > 0; count--) {
          const parent = made[random(made.length)]
          if (parent !== undefined) parents.add(parent)
        }
        made.push(await commit([...parents], round * 100 + number))
      }
      const [ours = '', theirs = ''] = [made[13 - random(4)], made[13 - random(6)]]
      const base = await mergeBase(repository.reader, ours, theirs)
      const all = await git(repository.gitDir, 'merge-base', '--all', ours, theirs).catch(() => '')
      if (all === '') expect(base).to.equal(null)
      else expect(all.split('\n')).to.include(base)
    }
  })
})
