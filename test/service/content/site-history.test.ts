import { expect } from 'chai'
import { MAX_LIST_PART_BYTES } from '../../../src/model/limits.js'
import { createSiteHistory } from '../../../src/service/content/site-history.js'

type Parts = Parameters<typeof createSiteHistory>[0]
type Asker = Parameters<ReturnType<typeof createSiteHistory>['list']>[0]

/** The history of a site of so many commits, each with a message of 10,000 characters; more come with `add`. */
function historyOf(count: number) {
  const message = 'm'.repeat(10_000)
  let read = 0
  let commits = Array.from({ length: count }, (_, at) => ({ oid: `c${count - at}`, message }))
  const parts = {
    access: { onSite: () => ({ site: { id: 'site', userId: 'user' } }) },
    authors: { userIds: () => new Map() },
    index: {
      commits: (_: string, { limit, offset }: { limit: number; offset: number }) => {
        const rows = commits.slice(offset, offset + limit)
        read += rows.length
        return { rows, total: commits.length }
      },
    },
  }
  return {
    history: createSiteHistory(parts as unknown as Parts),
    /** Commits that were read so far. */
    read: () => read,
    add: (oid: string) => (commits = [{ oid, message }, ...commits]),
  }
}

describe('the commits of a site', () => {
  const asker = {} as Asker

  it('are read in parts if their messages are long together, also while others are made', async () => {
    const { history, add } = historyOf(2000)
    const first = await history.list(asker, 'site', { limit: 10_000, offset: 0 })
    expect(first.total).to.equal(2000)
    expect(first.rows.length * 10_000).to.be.within(1, 1.5 * MAX_LIST_PART_BYTES)
    const found = first.rows.map(({ commit }) => commit.oid)
    while (found.length < 2000) {
      add(`new${found.length}`)
      const window = { limit: 2000 - found.length, offset: found.length, total: first.total }
      const { rows, total } = await history.list(asker, 'site', window)
      expect(rows).to.have.length.above(0)
      expect(total).to.equal(2000)
      found.push(...rows.map(({ commit }) => commit.oid))
    }
    expect(found).to.deep.equal(Array.from({ length: 2000 }, (_, at) => `c${2000 - at}`))
  })

  it('are read no further if there is no room for them', async () => {
    const { history, read } = historyOf(2000)
    let told = 0
    const beforeRead = (bytes: number) => {
      told = bytes
      throw new Error('no room')
    }
    const window = { limit: 10_000, offset: 0, beforeRead }
    const error: unknown = await history.list(asker, 'site', window).catch((e: unknown) => e)
    expect(error).to.have.property('message', 'no room')
    expect(told).to.be.within(read() * 10_000, read() * 11_000)
    expect(read()).to.be.within(1, 200)
  })

  it('are read at once if they are few', async () => {
    const { history } = historyOf(3)
    const oids = async (offset: number, limit: number) =>
      (await history.list(asker, 'site', { limit, offset })).rows.map(({ commit }) => commit.oid)
    expect(await oids(0, 30)).to.deep.equal(['c3', 'c2', 'c1'])
    expect(await oids(1, 1)).to.deep.equal(['c2'])
    expect(await oids(5, 30)).to.deep.equal([])
  })
})
