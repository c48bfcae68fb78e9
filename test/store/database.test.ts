import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import Database from 'better-sqlite3'
import { openStore, type Store } from '../../src/store/database.js'
import { StoreError } from '../../src/store/store-error.js'
import { makeEntry, makeFolder, makeUser, optionsIn, putEntries } from './make-store.js'

const WRITER = new URL('./write-until-killed.ts', import.meta.url).pathname

describe('the store', () => {
  let folder: string
  let store: Store | null = null
  const open = () => (store = openStore(optionsIn(folder)))
  const close = async () => {
    await store?.close()
    store = null
  }
  const indexFile = () => join(folder, 'index.db')
  beforeEach(() => {
    folder = makeFolder()
  })
  afterEach(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })

  it('keeps records and index over a restart', async () => {
    expect(open().index.wasRebuilt).to.equal(true)
    store?.records.users.create(makeUser(1), 'hash')
    if (store !== null) putEntries(store, [makeEntry(1)])
    await close()
    const again = open()
    expect(again.index.wasRebuilt).to.equal(false)
    expect(again.records.users.count()).to.equal(1)
    expect(again.index.entryById(makeEntry(1).id)).to.deep.equal(makeEntry(1))
  })

  it('refuses records of a newer Galley, and leaves them as they are', async () => {
    open()
    await close()
    const path = optionsIn(folder).recordsPath
    new Database(path).pragma('user_version = 99')
    expect(open).to.throw(StoreError, 'schema 99').with.property('code', 'newer_schema')
    expect(new Database(path).pragma('user_version', { simple: true })).to.equal(99)
  })

  it('refuses records that are no database', () => {
    writeFileSync(optionsIn(folder).recordsPath, 'x'.repeat(5000))
    expect(open).to.throw(StoreError).with.property('code', 'damaged_records')
  })

  it('backs the records up while they are in use', async () => {
    const { records } = open()
    records.users.create(makeUser(1), null)
    const path = join(folder, 'backup.db')
    await store?.backup(path)
    const copy = new Database(path, { readonly: true })
    expect(copy.prepare('SELECT count(*) FROM users').pluck().get()).to.equal(1)
    expect(copy.pragma('integrity_check', { simple: true })).to.equal('ok')
    copy.close()
  })

  const damages: [string, (path: string) => void][] = [
    ['deleted', (path) => rmSync(path)],
    ['truncated', (path) => truncateSync(path, 5000)],
    ['empty', (path) => truncateSync(path, 0)],
    ['overwritten', (path) => writeFileSync(path, 'no database '.repeat(1000))],
    ['damaged inside', (path) => writeFileSync(path, scrambled(readFileSync(path)))],
    ['of another version', (path) => void new Database(path).pragma('user_version = 77')],
  ]
  for (const [name, damage] of damages) {
    it(`makes an index anew that is ${name}`, async () => {
      putEntries(open(), [makeEntry(1), makeEntry(2)])
      await close()
      damage(indexFile())
      const { index } = open()
      expect(index.wasRebuilt).to.equal(true)
      expect(index.commitOf('site')).to.equal(null)
      expect(index.entryById(makeEntry(1).id)).to.equal(null)
      expect(existsSync(`${indexFile()}.aside`)).to.equal(name !== 'deleted')
      if (store !== null) putEntries(store, [makeEntry(1)])
      expect(index.entryById(makeEntry(1).id)).to.deep.equal(makeEntry(1))
    })
  }

  it('loses no acknowledged record when the process is killed', async function () {
    for (let round = 0; round < 3; round += 1) {
      const acknowledged = await acknowledgedBeforeKill(folder, 40 + round * 25)
      const { records } = open()
      for (const email of acknowledged) expect(records.users.findByEmail(email)).not.to.equal(null)
      await close()
      expect(acknowledged.length).to.be.greaterThan(39)
    }
  })
})

function scrambled(bytes: Buffer): Buffer {
  for (let at = 4096 * 2; at < bytes.length; at += 7) bytes[at] = (at * 31) % 256
  return bytes
}

/** Lets another process create users until it has told of so many, then kills it. */
async function acknowledgedBeforeKill(folder: string, atLeast: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += String(chunk)
    if (output.split('\n').length > atLeast) child.kill('SIGKILL')
  }
  return output.split('\n').slice(0, -1)
}
