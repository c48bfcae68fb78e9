/**
 * The store: the only SQL of Galley. Two SQLite files, each with one writing connection: the records,
 * which exist nowhere else and survive power loss, and the index, which can be made again from git.
 *
 * It knows rows, not rules: who may do what is asked in `service/`.
 *
 * @see CONTRIBUTING.md, src/store/README.md
 */

import type { NewId } from '../model/ids.js'
import { openWriter, isDamage, type Connection } from './connection.js'
import { migrate } from './migrations/migrate.js'
import { RECORDS_MIGRATIONS } from './migrations/records-migrations.js'
import { createRecords, type Records } from './records/records.js'
import { checkIndexFile } from './index/check.js'
import type { Trust } from './index/file-state.js'
import { openRenewableIndex } from './index/renewable-index.js'
import type { SiteIndex } from './index/site-index.js'
import { StoreError } from './store-error.js'

/** The index's file, as a whole. */
export interface IndexCare {
  /** How far its rows could be relied on when it was opened: nothing was read through for it. */
  readonly trust: Trust
  /**
   * Looks it through, beside everything else; resolves to what is wrong, null for nothing or when it was
   * ended. Until that is known the file counts as one that nobody has looked through.
   *
   * @param options.onSite told of each site whose rows are as they should be
   */
  check(options?: {
    readonly onSite?: (siteId: string) => void
    readonly signal?: AbortSignal
  }): Promise<string | null>
  /** Puts it aside; an empty index takes its place. */
  renew(): Promise<void>
}

/** Both databases. */
export interface Store {
  readonly records: Records
  readonly index: SiteIndex
  readonly indexCare: IndexCare
  /** Moves what is committed from the write-ahead logs into the files. */
  checkpoint(): void
  /** Copies the records, consistent at one point, while they are in use. */
  backup(path: string): Promise<void>
  /** Checkpoints and closes; nothing may be asked afterwards. */
  close(): Promise<void>
}

/** Where the databases are, and what the store is given from above. */
export interface StoreOptions {
  readonly recordsPath: string
  readonly indexPath: string
  readonly newId: NewId
  /** Names the start of the machine that this is: a cut of the power is one between two of them. */
  readonly boot: string
  /** Media type of a path, for ordering files by it. */
  readonly contentTypeOf: (path: string) => string
}

/**
 * Opens both databases, made or brought up to date where needed.
 *
 * An index that can't be opened is moved aside and made anew, empty (`index.wasRebuilt`); one that can
 * is not read through (`indexCare.trust`).
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
    indexCare: {
      trust: renewable.trust,
      check: async (checkOptions = {}) => {
        const damage = await checkIndexFile({ path: indexPath, ...checkOptions })
        isKnown = damage === null && checkOptions.signal?.aborted !== true
        if (isKnown) renewable.vouch()
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
  /** Copies them, consistent at one point, while they are in use. */
  backup(path: string): Promise<void>
  /** What SQLite finds wrong, a line each; empty for a sound file. Reads all of it. */
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
      // All pages in one step: a server that keeps writing would make it begin again and again.
      await db.backup(target, { progress: () => ALL_PAGES })
    },
    check: () => checkFile(db),
    close: () => void db.close(),
  }
}

function checkFile(db: Connection): string[] {
  const lines = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  const dangling = db.prepare<[], string>('PRAGMA foreign_key_check').pluck().all()
  const broken = dangling.map((table) => `a row of ${table} names another that is not there`)
  return [...lines.filter((line) => line !== 'ok'), ...broken]
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
