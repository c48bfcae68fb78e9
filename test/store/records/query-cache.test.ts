import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openWriter, type Connection } from '../../../src/store/connection.js'
import { createQueryCache } from '../../../src/store/records/query-cache.js'

describe('cached results of queries', () => {
  let folder: string
  let db: Connection
  let asked: string[]
  let find: (key: string) => string | null

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'galley-cache-'))
    db = openWriter(path.join(folder, 'records.db'), 'FULL')
    db.exec(`CREATE TABLE names (key TEXT PRIMARY KEY, name TEXT NOT NULL);
      INSERT INTO names VALUES ('a', 'Ada'), ('b', 'Bob')`)
    const byKey = db.prepare<[string], string>('SELECT name FROM names WHERE key = ?').pluck()
    asked = []
    find = createQueryCache(db)((key) => {
      asked.push(key)
      return byKey.get(key) ?? null
    })
  })

  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  it('are not queried again', () => {
    expect([find('a'), find('b'), find('a'), find('x'), find('x')]).to.deep.equal([
      'Ada',
      'Bob',
      'Ada',
      null,
      null,
    ])
    expect(asked).to.deep.equal(['a', 'b', 'x'])
  })

  it('expire when this connection changes anything', () => {
    find('a')
    db.exec(`UPDATE names SET name = 'Ann' WHERE key = 'a'`)
    expect(find('a')).to.equal('Ann')
    db.exec(`DELETE FROM names WHERE key = 'a'`)
    expect(find('a')).to.equal(null)
  })

  it('expire in the turn after another connection changed anything', async () => {
    find('a')
    const other = openWriter(path.join(folder, 'records.db'), 'FULL')
    other.exec(`UPDATE names SET name = 'Ann' WHERE key = 'a'`)
    await nextTurn()
    expect(find('a')).to.equal('Ann')
    other.exec(`DELETE FROM names WHERE key = 'a'`)
    await nextTurn()
    expect(find('a')).to.equal(null)
    other.close()
  })

  it('never include those of a transaction that was rolled back', () => {
    const undone = db.transaction(() => {
      db.exec(`UPDATE names SET name = 'Ann' WHERE key = 'a'`)
      expect(find('a')).to.equal('Ann')
      throw new Error('undone')
    })
    expect(undone).to.throw('undone')
    expect(find('a')).to.equal('Ada')
  })
})
