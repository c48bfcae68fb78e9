import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import {
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createReleaseReader } from '../../src/service/publish/release-reader.js'
import { isBackupName } from '../../src/service/operations/restoring.js'
import { bringObject, sha256Of } from '../servers/lfs.js'
import { galley } from './galley.js'

const PICTURE = Buffer.from('a picture')

describe('galley backup, restore, reindex and doctor', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-backup-'))
  const data = path.join(folder, 'data')
  const zip = path.join(folder, 'backup.zip')
  const on = (where: string, ...args: string[]) => galley([...args, '--data', where])
  const lfsFile = (where: string) => {
    const sha256 = sha256Of(PICTURE)
    const folders = ['lfs', 'objects', sha256.slice(0, 2), sha256.slice(2, 4)]
    return path.join(where, 'sites', id, 'repository.git', ...folders, sha256)
  }
  let id = ''
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(async () => {
    await on(data, 'user', 'add', '--email', 'ada@example.org', '--admin')
    id = (await on(data, 'site', 'create', '--title', 'T', '--domain', 'a.test')).out.trim()
    await on(data, 'publish', 'a.test')
    // What is live is the first release and what differs from it.
    const repository = path.join(data, 'sites', id, 'repository.git')
    const text = (content: string) => `data ${content.length}\n${content}\n`
    execFileSync('git', ['--git-dir', repository, 'fast-import', '--quiet'], {
      input:
        `commit refs/heads/main\ncommitter A <a@example.org> 1700000000 +0000\n${text('Edit')}` +
        `from refs/heads/main^0\nM 100644 inline extra.txt\n${text('extra')}`,
    })
    await bringObject(repository, PICTURE)
    await on(data, 'publish', 'a.test')
    expect(readdirSync(path.join(data, 'sites', id, 'live'))).to.include('changes.json')
    writeFileSync(path.join(data, 'galley.yml'), 'trash_days: 7\n')
  })

  it('finds nothing wrong with a sound data folder', async () => {
    expect(await on(data, 'doctor')).to.deep.equal({ code: 0, out: 'All is well.\n', err: '' })
  })

  it('backs up into one file for its owner and leaves nothing else', async () => {
    const before = readdirSync(data)
    const { out, err, code } = await on(data, 'backup', zip)
    expect({ err, code }).to.deep.equal({ err: '', code: 0 })
    expect(out).to.match(/^Backed up 1 site in \d+ files/)
    expect(statSync(zip).mode & 0o777).to.equal(0o600)
    expect(readdirSync(data)).to.deep.equal(before)
  })

  it('writes through no file that another user has put in the way', async () => {
    const kept = path.join(folder, 'kept')
    const into = (name: string) => trap(path.join(folder, name), kept)
    const written = [
      await on(data, 'backup', into('backed-up.zip')),
      await on(data, 'site', 'export', 'a.test', into('exported.zip')),
    ]
    expect(written.map(({ err, code }) => ({ err, code }))).to.deep.equal([
      { err: '', code: 0 },
      { err: '', code: 0 },
    ])
    expect(readFileSync(kept, 'utf8')).to.equal('kept')
  })

  /** Makes a link where the file is written first. */
  function trap(target: string, kept: string): string {
    writeFileSync(kept, 'kept')
    symlinkSync(kept, `${target}.part`)
    return target
  }

  it('restores what was there: records, settings, content, and what is live', async () => {
    const copy = path.join(folder, 'copy')
    const { out, err } = await on(copy, 'restore', zip)
    expect(err).to.equal('')
    expect(out).to.match(/^Restored 1 site into/)
    expect((await on(copy, 'doctor')).out).to.equal('All is well.\n')
    const [site] = JSON.parse((await on(copy, 'site', 'list', '--json')).out)
    expect(site).to.deep.include({ id, domain: 'a.test', title: 'T' })
    expect(await liveText(copy, 'extra.txt')).to.equal('extra')
    expect(readFileSync(lfsFile(copy), 'utf8')).to.equal('a picture')
    expect((await on(copy, 'publish', 'a.test')).code).to.equal(0)
    const again = await on(copy, 'restore', zip)
    expect(again.err).to.include('is not empty')
  })

  it('keeps everything from other users of the machine, whatever the umask and the folder are', async () => {
    const shared = path.join(folder, 'shared')
    mkdirSync(shared, { mode: 0o755 })
    const before = process.umask(0o022)
    try {
      await on(shared, 'restore', zip)
      await on(shared, 'publish', 'a.test')
    } finally {
      process.umask(before)
    }
    const found = readdirSync(shared, { recursive: true, withFileTypes: true })
    const own = found.filter((entry) => !entry.isSymbolicLink())
    const names = own.map(({ parentPath, name }) => path.join(parentPath, name))
    expect(names.filter((name) => (statSync(name).mode & 0o077) !== 0)).to.deep.equal([])
  })

  async function liveText(where: string, name: string): Promise<string> {
    const site = path.join(where, 'sites', id)
    const releases = createReleaseReader(() => path.join(site, 'releases'))
    const release = await releases.open(id, path.basename(readlinkSync(path.join(site, 'live'))))
    expect(await releases.isSound(id, release.id)).to.equal(true)
    return readFileSync(release.fileOf(name), 'utf8')
  }

  async function pack(name: string, entries: Readonly<Record<string, string>>): Promise<string> {
    const file = path.join(folder, name)
    const archive = new ZipFile()
    for (const [entry, text] of Object.entries(entries)) {
      archive.addBuffer(Buffer.from(text), entry)
    }
    archive.end()
    await pipeline(archive.outputStream, createWriteStream(file))
    return file
  }

  it('refuses a file that is not a backup, and leaves the folder unchanged', async () => {
    const fresh = path.join(folder, 'fresh')
    const text = path.join(folder, 'text.zip')
    writeFileSync(text, 'no ZIP')
    const hook = 'sites/x/repository.git/hooks/post-update'
    const refusals: [string, RegExp][] = [
      [text, /galley: .*text\.zip/],
      [path.join(folder, 'none.zip'), /galley: .*none\.zip/],
      [await pack('hook.zip', { [hook]: '#!/bin/sh' }), /hooks.*does not belong in a backup/],
      [await pack('empty.zip', {}), /is not a backup of Galley/],
      [
        await pack('newer.zip', { 'backup.json': '{"format":9,"sites":{},"at":""}' }),
        /newer version/,
      ],
      [
        await pack('broken.zip', {
          'backup.json': '{"format":1,"sites":{},"at":""}',
          'galley.db': 'no database '.repeat(100),
        }),
        /damaged or no database/,
      ],
    ]
    for (const [file, reason] of refusals) {
      const { code, out, err } = await on(fresh, 'restore', file)
      expect({ code, out }, file).to.deep.equal({ code: 1, out: '' })
      expect(err).to.match(reason)
      expect(readdirSync(fresh)).to.deep.equal([])
    }
  })

  it('recognizes the names of files in a backup', () => {
    const good = [
      'galley.db',
      `sites/${'a'.repeat(24)}/releases/b/files/x/..y/z.html`,
      'sites/a/releases/b/changes.json',
      `sites/a/releases/b/changed/${'0'.repeat(64)}`,
    ]
    const bad = [
      '../galley.db',
      '/galley.db',
      'sites/../galley.db',
      'sites/a/repository.git/config',
      'sites/a/releases/b/files/../../x',
      'sites/a/releases/b/files/..',
      'sites/a/releases/b/changed/x',
      `sites/a/releases/b/changed/${'0'.repeat(64)}/x`,
      'sites/a/live',
      'sites/a/repository.git/refs/../config',
      'sites/a/repository.git/refs//x',
      'index.db',
      'sites/a/releases/b/files/x\\..\\y',
      'sites/a/releases/b/files/\0',
    ]
    expect(good.filter((name) => !isBackupName(name))).to.deep.equal([])
    expect(bad.filter(isBackupName)).to.deep.equal([])
  })

  it('indexes all sites or one again', async () => {
    expect((await on(data, 'reindex')).out).to.equal('Reindexed 1 site.\n')
    const one = await on(data, 'reindex', 'a.test', '--json')
    expect(JSON.parse(one.out)).to.deep.equal({ reindexed: [id] })
    expect((await on(data, 'reindex', 'who')).err).to.include('There is no site "who"')
  })

  /** All files of the data folder but SQLite's, with their times and sizes, and what the records and the index have. */
  function stateOf(where: string): Record<string, string> {
    const entries = readdirSync(where, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        const { mtimeMs, size } = statSync(file)
        return [path.relative(where, file), `${mtimeMs} ${size}`]
      }),
    )
  }

  it('changes nothing without --repair, and says what to do', async () => {
    const site = path.join(data, 'sites', id)
    const index = path.join(data, 'index.db')
    const kept = readFileSync(index)
    const lock = path.join(site, 'repository.git/refs/heads/main.lock')
    const left = path.join(data, 'tmp/left')
    writeFileSync(lock, '')
    utimesSync(lock, 1, 1)
    writeFileSync(left, '')
    // Damaged, with a page that is none.
    writeFileSync(index, Buffer.concat([kept.subarray(0, 4096), Buffer.alloc(kept.length - 4096)]))
    const before = stateOf(data)
    const { code, out } = await on(data, 'doctor')
    // The records may be written to the database from their log.
    const unlike = (name: string) => !name.startsWith('galley.db') && name !== 'lock'
    const files = (state: object) => Object.entries(state).filter(([name]) => unlike(name))
    expect(files(stateOf(data))).to.deep.equal(files(before))
    expect(code).to.equal(1)
    for (const line of out.trim().split('\n')) {
      expect(line).to.match(/(galley doctor --repair|next start of the server|Start the server)/)
    }
    expect(out).to.include('The index describes commit (none)')
    expect(out).to.include('main.lock was left behind')
    writeFileSync(index, kept)
    rmSync(lock)
    rmSync(left)
  })

  it('finds what is wrong, and repairs what it can', async () => {
    const objects = path.join(data, 'sites', id, 'repository.git')
    writeFileSync(path.join(objects, 'refs/heads/main.lock'), '')
    rmSync(path.join(data, 'sites', id, 'tree'), { recursive: true, force: true })
    mkdirSync(path.join(data, 'sites', 'orphan'), { recursive: true })
    mkdirSync(path.join(data, 'restore.part'))
    mkdirSync(path.join(data, 'restore-4711_0a1b2c'))
    const found = await on(data, 'doctor', '--repair')
    for (const words of [
      'main.lock',
      'working tree',
      'sites/orphan',
      'restore.part',
      'restore-4711',
    ]) {
      expect(found.out).to.match(new RegExp(`${words}.* Repaired\\.`))
    }
    expect(await on(data, 'doctor')).to.deep.equal({ code: 0, out: 'All is well.\n', err: '' })
  })

  it('reports an object with a flipped bit', async () => {
    const objects = path.join(data, 'sites', id, 'repository.git', 'objects')
    const [fan = ''] = readdirSync(objects).filter((name) => /^[0-9a-f]{2}$/.test(name))
    const [name = ''] = readdirSync(path.join(objects, fan))
    const file = path.join(objects, fan, name)
    rmSync(file)
    writeFileSync(file, 'x')
    writeFileSync(lfsFile(data), 'another')
    const { code, out } = await on(data, 'doctor', '--json')
    expect(code).to.equal(1)
    expect(out).to.include(`${fan}${name}`)
    const ofLfs = new RegExp(`content of lfs/objects/.*${sha256Of(PICTURE)} is not what`)
    expect(out).to.match(ofLfs)
    const [finding] = JSON.parse(out).findings
    expect(finding).to.include({ severity: 'error', site: 'a.test', repaired: false })
    expect(finding.next).to.include('If a clone has the object')
    const spoiled = path.join(folder, 'spoiled.zip')
    await on(data, 'backup', spoiled)
    const { err } = await on(path.join(folder, 'fresh'), 'restore', spoiled)
    expect(err).to.include('The backup is damaged').and.match(ofLfs)
  })
})
