import Database from 'better-sqlite3'
import { expect } from 'chai'
import { migrate } from '../../../src/store/migrations/migrate.js'
import { RECORDS_MIGRATIONS } from '../../../src/store/migrations/records-migrations.js'
import { createRequests } from '../../../src/store/records/requests.js'

const KB = 1024

function open() {
  const db = new Database(':memory:')
  migrate(db, RECORDS_MIGRATIONS)
  // Users are no matter here.
  db.pragma('foreign_keys = OFF')
  const requests = createRequests(db, { one: 10 * KB, ofUser: 20 * KB, inAll: 40 * KB })
  let at = 0
  return {
    answer: (userId: string, key: string, bytes: number) => {
      at += 1
      requests.begin({ userId, key, fingerprint: 'f', requestId: 'r', at })
      requests.finish({ userId, key }, 'é'.repeat(bytes / 2))
    },
    kept: (userId: string, keys: string) =>
      keys
        .split('')
        .filter((key) => requests.find({ userId, key })?.answer !== '')
        .join(''),
  }
}

describe('records: remembered answers', () => {
  it('are kept up to a size in bytes; the request is recorded in any case', () => {
    const { answer, kept } = open()
    answer('a', '1', 10 * KB)
    answer('a', '2', 10 * KB + 2)
    expect(kept('a', '12')).to.equal('1')
  })

  it('are dropped if a user has too many, the oldest large ones first', () => {
    const { answer, kept } = open()
    answer('a', '1', 100)
    for (const key of ['2', '3', '4', '5']) answer('a', key, 6 * KB)
    expect(kept('a', '12345')).to.equal('1345')
    answer('b', '1', 10 * KB)
    answer('a', '6', 9 * KB)
    expect(kept('a', '123456')).to.equal('156')
    expect(kept('b', '1')).to.equal('1')
  })

  it('are dropped if the total is too large, first those of the user with most', () => {
    const { answer, kept } = open()
    for (const key of ['1', '2']) answer('a', key, 10 * KB)
    for (const key of ['1', '2', '3']) answer('b', key, 6 * KB)
    answer('c', '1', 4 * KB)
    expect([kept('a', '12'), kept('b', '123'), kept('c', '1')]).to.deep.equal(['2', '123', '1'])
  })

  it('are no longer counted once they are removed or replaced', () => {
    const { answer, kept } = open()
    for (let count = 0; count < 20; count += 1) answer('a', '1', 10 * KB)
    answer('a', '2', 10 * KB)
    expect(kept('a', '12')).to.equal('12')
  })
})
