import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import Database from 'better-sqlite3'
import { openStore, type Store } from '../../src/store/database.js'
import { StoreError } from '../../src/store/store-error.js'
import { scriptWords } from '../script.js'
import { FACTS, makeEntry, makeFolder, makeUser, optionsIn, putEntries } from './make-store.js'

const [NODE, ...WRITER] = scriptWords('./write-until-killed', import.meta.url)

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

  it('keeps records and index across a restart', async () => {
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

  it('refuses records that are not a database', () => {
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
    ['of another version', (path) => void new Database(path).pragma('user_version = 77')],
  ]
  for (const [name, damage] of damages) {
    it(`creates an index again that is ${name}`, async () => {
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

  it('trusts an index that was closed cleanly, without reading it', async () => {
    putEntries(open(), [makeEntry(1)])
    await close()
    expect(open().indexHealth.trust).to.equal('sound')
  })

  it('does not trust an index that was changed after it was closed', async () => {
    putEntries(open(), [makeEntry(1)])
    await close()
    writeFileSync(indexFile(), readFileSync(indexFile()))
    const { indexHealth } = open()
    expect(indexHealth.trust).to.equal('unknown')
    await close()
    expect(open().indexHealth.trust, 'as long as nobody has looked').to.equal('unknown')
    expect(await store?.indexHealth.check()).to.equal(null)
    await close()
    expect(open().indexHealth.trust).to.equal('sound')
  })

  it('trusts the index after a killed process, but not after a power cut', async () => {
    await acknowledgedBeforeKill(folder, 1)
    expect(open().indexHealth.trust).to.equal('likely')
    await close()
    await acknowledgedBeforeKill(folder, 1)
    store = openStore({ ...optionsIn(folder), boot: 'another boot' })
    expect(store.indexHealth.trust).to.equal('unknown')
  })

  it('reports each checked site, the smallest first', async () => {
    const { index, indexHealth } = open()
    for (const [siteId, count] of [
      ['many', 9],
      ['few', 2],
      ['some', 5],
    ] as const) {
      const upserts = Array.from({ length: count }, (_, at) => ({ ...makeEntry(at + 1), siteId }))
      const none = { removes: [], commits: [] }
      index.applyChanges(siteId, { commit: 'c', expected: null, facts: FACTS, upserts, ...none })
    }
    const looked: string[] = []
    expect(await indexHealth.check({ onSite: (siteId) => looked.push(siteId) })).to.equal(null)
    expect(looked).to.deep.equal(['few', 'some', 'many'])
  })

  it('finds damage inside an index, and continues with an empty one', async () => {
    const entries = Array.from({ length: 200 }, (_, at) => makeEntry(at + 1))
    putEntries(open(), entries)
    await close()
    writeFileSync(indexFile(), scrambled(readFileSync(indexFile())))
    const { index, indexHealth } = open()
    const looked: string[] = []
    const damage = await indexHealth.check({ onSite: (siteId) => looked.push(siteId) })
    expect(damage).to.be.a('string')
    expect(looked).to.deep.equal([])
    await indexHealth.renew()
    expect(index.wasRebuilt).to.equal(true)
    expect(index.commitOf('site')).to.equal(null)
    expect(existsSync(`${indexFile()}.aside`)).to.equal(true)
    if (store !== null) putEntries(store, entries)
    expect(index.entryById(makeEntry(1).id)).to.deep.equal(makeEntry(1))
    expect(await indexHealth.check()).to.equal(null)
  })

  it('stops checking when it is aborted', async () => {
    const { indexHealth } = open()
    const ending = new AbortController()
    ending.abort()
    expect(await indexHealth.check({ signal: ending.signal })).to.equal(null)
  })

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
  // The schema, at the beginning, is read when it is opened.
  for (let at = Math.floor(bytes.length / 2); at < bytes.length; at += 7)
    bytes[at] = (at * 31) % 256
  return bytes
}

/** Lets another process create users until it has told of so many, then kills it. */
async function acknowledgedBeforeKill(folder: string, atLeast: number): Promise<string[]> {
  const child = spawn(NODE, [...WRITER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += String(chunk)
    if (output.split('\n').length > atLeast) child.kill('SIGKILL')
  }
  return output.split('\n').slice(0, -1)
}
