/**
 * The store: the only SQL of Galley. Two SQLite files, each with one writing connection: the records, which exist
 * nowhere else and survive a power failure, and the index, which can be derived from git again.
 *
 * It does not check permissions; `service/` does.
 *
 * @see CONTRIBUTING.md, src/store/README.md
 */

import type { NewId } from '../model/ids.js'
import { openWriter, isDamage, type Connection } from './connection.js'
import { migrate } from './migrations/migrate.js'
import { RECORDS_MIGRATIONS } from './migrations/records-migrations.js'
import { createRecords, type Records } from './records/records.js'
import { createSiteRows, type SiteRows } from './records/site-rows.js'
import { checkIndexFile } from './index/check/check.js'
import type { Trust } from './index/file-state.js'
import { openRenewableIndex } from './index/renewable-index.js'
import type { SiteIndex } from './index/site-index.js'
import { StoreError } from './store-error.js'

/** The state of the index file, and how to check and replace it. */
export interface IndexHealth {
  /** How reliable its rows were when it was opened, as far as that is known without reading them. */
  readonly trust: Trust
  /**
   * Checks the whole file in a separate process. Resolves to a description of the damage; null for none, and if it was
   * aborted. Until it has resolved, the file counts as unchecked.
   *
   * @param options.onSite called with each site whose rows are good
   */
  check(options?: {
    readonly onSite?: (siteId: string) => void
    readonly signal?: AbortSignal
  }): Promise<string | null>
  /** Moves the file aside and replaces it by an empty index. */
  renew(): Promise<void>
}

/** Both databases. */
export interface Store {
  readonly records: Records
  readonly index: SiteIndex
  readonly indexHealth: IndexHealth
  /** Moves commits from the write-ahead logs into the database files. */
  checkpoint(): void
  /** Copies the records to a file, in the state of one moment, while they are in use. */
  backup(path: string): Promise<void>
  /** Checkpoints and closes both. The store cannot be used afterwards. */
  close(): Promise<void>
}

/** The files of the databases, and what the store needs from above. */
export interface StoreOptions {
  readonly recordsPath: string
  readonly indexPath: string
  readonly newId: NewId
  /** Identifies this boot of the machine: another value means that the power may have failed. */
  readonly boot: string
  /** Media type of a path, for sorting files by it. */
  readonly contentTypeOf: (path: string) => string
}

/**
 * Opens both databases; creates and migrates them if needed.
 *
 * An index that cannot be opened is moved aside and replaced by an empty one (`index.wasRebuilt`). One that can be
 * opened is not checked (`indexHealth.trust`).
 *
 * @throws StoreError `newer_schema`, `damaged_records`
 */
export function openStore(options: StoreOptions): Store {
  const { indexPath, boot, contentTypeOf } = options
  const records = openRecords(options.recordsPath)
  const renewable = openRenewableIndex({ path: indexPath, boot, contentTypeOf })
  let isKnown = renewable.trust === 'sound'
  return {
    records: createRecords(records, options.newId),
    index: renewable.index,
    indexHealth: {
      trust: renewable.trust,
      check: async (checkOptions = {}) => {
        const damage = await checkIndexFile({ path: indexPath, ...checkOptions })
        isKnown = damage === null && checkOptions.signal?.aborted !== true
        if (isKnown) renewable.markChecked()
        return damage
      },
      renew: async () => {
        await renewable.renew()
        isKnown = true
      },
    },
    checkpoint: () => {
      checkpoint(records)
      renewable.checkpoint()
    },
    backup: async (path) => {
      await records.backup(path)
    },
    close: async () => {
      checkpoint(records)
      records.close()
      await renewable.close(isKnown)
    },
  }
}

const ALL_PAGES = 0x7fffffff

/** The records alone. */
export interface RecordsFile {
  readonly records: Records
  /** Copies them to a file, in the state of one moment, while they are in use. */
  backup(path: string): Promise<void>
  readonly siteRows: SiteRows
  /** The errors that SQLite finds, one per line; empty for a good file. Reads all of it. */
  check(): string[]
  close(): void
}

/**
 * Opens the records without the index, beside a server that uses them.
 *
 * @throws StoreError `newer_schema`, `damaged_records`
 */
export function openRecordsFile(path: string, newId: NewId): RecordsFile {
  const db = openRecords(path)
  return {
    records: createRecords(db, newId),
    backup: async (target) => {
      // All pages in one step: with several, each write of a server would make it start again.
      await db.backup(target, { progress: () => ALL_PAGES })
    },
    siteRows: createSiteRows(db),
    check: () => checkFile(db),
    close: () => void db.close(),
  }
}

/** Their ids are names of folders. */
const FOLDER_TABLES = ['sites', 'releases', 'jobs'] as const

function checkFile(db: Connection): string[] {
  const lines = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const dangling = db.prepare<[], string>('PRAGMA foreign_key_check').pluck().all()
  const broken = dangling.map((table) => `a row of ${table} names another that is not there`)
  const paths = FOLDER_TABLES.flatMap((table) => {
    const ids = `SELECT id FROM ${table} WHERE id GLOB '*[^A-Za-z0-9_-]*' OR id = ''`
    const found = db.prepare<[], string>(`${ids} LIMIT 10`).pluck().all()
    return found.map((id) => `a row of ${table} has ${JSON.stringify(id)} as its id`)
  })
  return [...lines.filter((line) => line !== 'ok'), ...broken, ...paths]
}

function openRecords(path: string): Connection {
  try {
    const db = openWriter(path, 'FULL')
    try {
      migrate(db, RECORDS_MIGRATIONS)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  } catch (error) {
    if (!isDamage(error)) throw error
    const message = `${path} is damaged or no database: restore a backup`
    throw new StoreError('damaged_records', message, { cause: error })
  }
}

function checkpoint(db: Connection): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
}
