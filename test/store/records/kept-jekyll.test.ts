import Database from 'better-sqlite3'
import { expect } from 'chai'
import { migrate } from '../../../src/store/migrations/migrate.js'
import { RECORDS_MIGRATIONS } from '../../../src/store/migrations/records-migrations.js'

describe('sites that are older than the rule for sites without a Gemfile', () => {
  it('keep their Jekyll', () => {
    const db = new Database(':memory:')
    migrate(
      db,
      RECORDS_MIGRATIONS.filter(({ version }) => version < 14),
    )
    db.pragma('foreign_keys = OFF')
    const columns = db.prepare("SELECT name FROM pragma_table_info('sites')").pluck().all()
    const values = columns.map((name) => (name === 'id' ? 'old' : name === 'created_at' ? 1 : '1'))
    db.prepare(
      `INSERT INTO sites (${columns.join()}) VALUES (${values.map(() => '?').join()})`,
    ).run(...values)
    migrate(db, RECORDS_MIGRATIONS)
    const kept = db.prepare("SELECT key, value FROM settings WHERE key LIKE 'jekyll%'").raw().all()
    expect(kept).to.deep.equal([['jekyll of old', '4.3']])
  })
})
