import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { inLightTransaction, openWriter, type Connection } from '../../src/store/connection.js'
import { makeFolder } from './make-store.js'

const NORMAL = 1
const FULL = 2

describe('a transaction that need not be durable', () => {
  let folder: string
  let db: Connection
  beforeEach(() => {
    folder = makeFolder()
    db = openWriter(join(folder, 'some.db'), 'FULL')
    db.exec('CREATE TABLE notes (text TEXT)')
  })
  afterEach(() => {
    db.close()
    rmSync(folder, { recursive: true })
  })

  const level = () => db.pragma('synchronous', { simple: true })
  const count = () => db.prepare('SELECT count(*) FROM notes').pluck().get()
  const insert = (text: string) => db.prepare('INSERT INTO notes VALUES (?)').run(text)

  it('does not wait for the disk, but the next transaction does', () => {
    const seen = inLightTransaction(db, (text: string) => {
      insert(text)
      return level()
    })('note')
    expect(seen).to.equal(NORMAL)
    expect(level()).to.equal(FULL)
    expect(count()).to.equal(1)
  })

  it('is rolled back if it throws, and the next one is durable', () => {
    const fail = inLightTransaction(db, () => {
      insert('half')
      throw new Error('no')
    })
    expect(fail).to.throw('no')
    expect(level()).to.equal(FULL)
    expect(count()).to.equal(0)
  })
})
