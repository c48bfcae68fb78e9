/** `galley restore` of a ZIP whose ids are paths. */

import Database from 'better-sqlite3'
import { expect } from 'chai'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { galley } from './galley.js'

describe('galley restore of a hostile backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-hostile-'))
  const data = path.join(folder, 'data')
  const victim = path.join(folder, 'victim')
  after(() => rmSync(folder, { recursive: true, force: true }))

  before(async () => {
    mkdirSync(victim)
    await galley(['user', 'add', '--email', 'ada@example.org', '--admin', '--data', data])
    await galley(['site', 'create', '--title', 'T', '--domain', 'a.test', '--data', data])
  })

  /** Restores a ZIP with these records and this note. */
  async function restore(sites: object, ...statements: readonly string[]) {
    const records = path.join(folder, 'records.db')
    rmSync(records, { force: true })
    const db = new Database(path.join(data, 'galley.db'))
    await db.backup(records)
    db.close()
    const copy = new Database(records)
    copy.pragma('journal_mode = DELETE')
    copy.pragma('foreign_keys = OFF')
    for (const statement of statements) copy.exec(statement)
    copy.close()
    const archive = new ZipFile()
    archive.addBuffer(readFileSync(records), 'galley.db')
    archive.addBuffer(Buffer.from(JSON.stringify({ format: 1, at: '', sites })), 'backup.json')
    archive.end()
    const zip = path.join(folder, 'hostile.zip')
    await pipeline(archive.outputStream, createWriteStream(zip))
    return galley(['restore', zip, '--data', path.join(folder, 'fresh')])
  }

  it('makes no link outside of the data folder for a site of the note', async () => {
    const { code, err } = await restore({ '../../../victim': { live: 'x', preview: null } })
    expect(readdirSync(victim)).to.deep.equal([])
    expect(code).to.equal(1)
    expect(err).to.include('is not a backup of Galley')
    expect(readdirSync(path.join(folder, 'fresh'))).to.deep.equal([])
  })

  it('takes no id from the records that is a path', async () => {
    const id = "'../../../victim'"
    const hostile = {
      sites: `UPDATE sites SET id = ${id}; UPDATE roles SET site_id = ${id}; UPDATE entry_ids SET site_id = ${id}`,
      jobs: `INSERT INTO jobs (id, site_id, kind, state, input, message, last_event, created_at, updated_at)
        SELECT ${id}, id, 'publish', 'queued', '{}', '', 0, 0, 0 FROM sites`,
      releases: `INSERT INTO releases (id, site_id, kind, commit_oid, files, bytes, created_at)
        SELECT ${id}, id, 'live', '', 0, 0, 0 FROM sites`,
    }
    for (const [table, statements] of Object.entries(hostile)) {
      const { code, err } = await restore({}, statements)
      expect(code, table).to.equal(1)
      expect(err).to.include(`a row of ${table} has "../../../victim" as its id`)
      expect(readdirSync(path.join(folder, 'fresh'))).to.deep.equal([])
    }
  })
})
