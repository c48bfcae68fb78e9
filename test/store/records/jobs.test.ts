import { expect } from 'chai'
import {
  id,
  makeJob,
  makeSite,
  makeRole,
  makeStore,
  makeUser,
  type TemporaryStore,
} from '../make-store.js'

describe('The input of a job', () => {
  let temporary: TemporaryStore

  beforeEach(() => {
    temporary = makeStore()
    const { users, sites } = temporary.store.records
    users.create(makeUser(1), null)
    sites.create(makeSite(1, id(1)), makeRole(2, { siteId: id(1), userId: id(1) }))
  })
  afterEach(() => temporary.remove())

  const input = { url: 'https://example.org/site', access_token: 'sealed' }

  it('is kept while it waits and runs', () => {
    const { jobs } = temporary.store.records
    jobs.create(makeJob(1, id(1), { input }))
    jobs.append({ jobId: id(1), state: 'running', message: 'Fetching', at: 2 })
    expect(jobs.get(id(1)).input).to.deep.equal(input)
  })

  for (const state of ['complete', 'failed', 'cancelled'] as const) {
    it(`is removed when it is ${state}, even if it never ran`, () => {
      const { jobs } = temporary.store.records
      jobs.create(makeJob(1, id(1), { input }))
      jobs.append({ jobId: id(1), state, message: 'Over', at: 2 })
      expect(jobs.get(id(1)).input).to.deep.equal({})
    })
  }
})
