import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createReleaseReader } from '../../../src/service/publish/release-reader.js'
import { withCopyStore, type CopyStore } from '../../../src/service/copies/copy-store.js'
import { openState, runRound, type CopyState } from '../../../src/service/copies/round.js'
import { createSealing } from '../../../src/service/copies/sealing.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { openRecordsFile } from '../../../src/store/database.js'
import { galley } from '../../cli/galley.js'
import { bringObject } from '../../servers/lfs.js'

/**
 * A data folder with a site that has everything which copies take along, and how to copy and restore it. Its clock moves on
 * by a minute with each round.
 */
export function copiedSite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-copies-'))
  const data = path.join(folder, 'data')
  const keyFile = path.join(folder, 'key')
  const secret = randomBytes(32)
  const signal = new AbortController().signal
  const on = (where: string, ...args: string[]) => galley([...args, '--data', where])
  const ids = { site: '' }
  let stores = 0
  /** The clock of the rounds, so that points have times of their own. */
  const clock = { now: Date.parse('2026-05-01T10:00:00Z') }

  before(async () => {
    writeFileSync(keyFile, `${secret.toString('hex')}\n`)
    await on(data, 'user', 'add', '--email', 'ada@example.org', '--admin')
    ids.site = (await on(data, 'site', 'create', '--title', 'T', '--domain', 'a.test')).out.trim()
    await bringObject(gitDirIn(data), Buffer.from('a picture'))
    await on(data, 'publish', 'a.test')
    edit('first')
    await on(data, 'publish', 'a.test')
    writeFileSync(path.join(data, 'galley.yml'), 'trash_days: 7\n')
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  const gitDirIn = (where: string) => path.join(where, 'sites', ids.site, 'repository.git')

  const git = (where: string, ...args: string[]) =>
    execFileSync('git', ['--git-dir', gitDirIn(where), ...args], { encoding: 'utf8' }).trim()

  const edit = (text: string) => commit({ 'extra.txt': text })

  /** Writes texts into files. */
  function commit(texts: Readonly<Record<string, string>>): void {
    const size = (content: string) => `data ${content.length}\n${content}\n`
    const files = Object.entries(texts).map(
      ([name, text]) => `M 100644 inline ${name}\n${size(text)}`,
    )
    execFileSync('git', ['--git-dir', gitDirIn(data), 'fast-import', '--quiet'], {
      input:
        `commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\n${size('Edit')}` +
        `from refs/heads/main^0\n${files.join('')}`,
    })
  }

  function makeStore(): string {
    const store = path.join(folder, `store-${(stores += 1)}`)
    mkdirSync(store)
    return store
  }

  const target = (address: string) => ({ address, sealing: createSealing(secret), now: Date.now })

  const visit = <T>(address: string, work: (store: CopyStore) => Promise<T>) =>
    withCopyStore(target(address), signal, work)

  async function roundOn(store: CopyStore, state: CopyState): Promise<CopyState> {
    const file = openRecordsFile(dataFolders(data).records, () => randomBytes(12).toString('hex'))
    try {
      const folders = dataFolders(data)
      clock.now += 60_000
      const needs = { store: file, folders, data, version: '0.0.0', now: () => clock.now, signal }
      expect(await runRound(needs, store, state)).to.deep.equal([])
      return state
    } finally {
      file.close()
    }
  }

  /** One round as of a server that has just started. */
  const round = (address: string) =>
    visit(address, async (store) => {
      await roundOn(store, await openState(store))
      return { ...store.written }
    })

  const placeOf = (address: string) => ['--copies-to', address, '--copies-key-file', keyFile]

  let restored = 0

  async function restore(address: string, ...more: string[]) {
    const where = path.join(folder, `restored-${(restored += 1)}`)
    const ran = await on(where, 'copies', 'restore', ...placeOf(address), ...more)
    return { where, ...ran }
  }

  async function expectRestored(where: string, text: string): Promise<void> {
    expect((await on(where, 'doctor')).out).to.equal('All is well.\n')
    expect(git(where, 'cat-file', 'blob', 'main:extra.txt')).to.equal(text)
    for (const name of ['server.key', 'galley.yml']) {
      const read = (of: string) => readFileSync(path.join(of, name), 'utf8')
      expect(read(where)).to.equal(read(data))
    }
    const live = path.basename(readlinkSync(path.join(where, 'sites', ids.site, 'live')))
    const releases = createReleaseReader((id) => path.join(where, 'sites', id, 'releases'))
    expect(await releases.isSound(ids.site, live)).to.equal(true)
    const pictures = readdirSync(path.join(gitDirIn(where), 'lfs'), { recursive: true })
    expect(pictures.filter((name) => String(name).length > 60)).to.have.length(1)
  }

  const piecesIn = (store: string) =>
    readdirSync(path.join(store, 'pieces'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))

  return {
    folder,
    data,
    keyFile,
    secret,
    signal,
    ids,
    clock,
    on,
    git,
    edit,
    commit,
    makeStore,
    visit,
    roundOn,
    round,
    placeOf,
    restore,
    expectRestored,
    piecesIn,
  }
}
