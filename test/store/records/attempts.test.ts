import { expect } from 'chai'
import Database from 'better-sqlite3'
import { migrate } from '../../../src/store/migrations/migrate.js'
import { RECORDS_MIGRATIONS } from '../../../src/store/migrations/records-migrations.js'
import { createAttemptCounts } from '../../../src/store/records/attempts.js'

function openCounts(most: number) {
  const db = new Database(':memory:')
  migrate(db, RECORDS_MIGRATIONS)
  return createAttemptCounts(db, most)
}

describe('records: failed attempts', () => {
  it('count in a window that begins with the first, and can be undone', () => {
    const counts = openCounts(10)
    const add = (now: number) => counts.add({ place: 'a', now, windowMs: 100 })
    expect(add(0)).to.deep.equal({ failures: 1, until: 100 })
    expect(add(50)).to.deep.equal({ failures: 2, until: 100 })
    counts.take('a')
    expect(counts.find('a', 60)).to.deep.equal({ failures: 1, until: 100 })
    expect(counts.find('a', 100)).to.equal(null)
    expect(add(100)).to.deep.equal({ failures: 1, until: 200 })
    expect(counts.find('b', 0)).to.equal(null)
    expect(counts.count()).to.equal(1)
  })

  it('have a maximum number: expired windows are removed first, then those that end first', () => {
    const counts = openCounts(100)
    for (let k = 0; k < 50; k += 1) counts.add({ place: `over ${k}`, now: 0, windowMs: 10 })
    for (let k = 0; k < 50; k += 1) counts.add({ place: `old ${k}`, now: 5, windowMs: 1000 })
    counts.add({ place: 'one more', now: 20, windowMs: 1000 })
    expect(counts.count()).to.equal(51)
    for (let k = 0; k < 5000; k += 1) {
      counts.add({ place: `new ${k}`, now: 20, windowMs: 1000 })
      if (k % 500 === 0) expect(counts.count()).to.be.at.most(100)
    }
    expect(counts.find('new 4999', 20)).not.to.equal(null)
  })
})
