/**
 * What a build tells the next one: of each item what it was made of, what was read on the way, and what
 * came of it.
 *
 * The record is a file in the cache's folder: a line with its mark, its key and a hash of the rest, then
 * JSON. Whatever is not exactly that is as if it were not there. It is written under another name first.
 */

import { hash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Said } from '../base/report.js'
import type { FileState } from '../write/file-state.js'

/** A fact with the description of its value. */
export type Fact = readonly [owner: string, key: string, value: string]

/** What was rendered, and all that it read. */
interface Trace {
  /** Description of what it was made of. */
  readonly own: string
  /** Indexes of facts. */
  readonly facts: readonly number[]
}

export interface ExcerptTrace extends Trace {
  /** Description of its HTML. */
  readonly value: string
}

export interface ItemTrace extends Trace {
  /** Of the output; null where it has none. */
  readonly path: string | null
  readonly state: FileState | null
  /**
   * Hash of the output, where the state alone says too little: it was written a moment ago. Of former
   * outputs there is no state, and the hash is their SHA-256.
   */
  readonly hash: string | null
  /** Hash of the content, once somebody has read it; null before. */
  readonly content: string | null
  /** Hash of the output, once somebody has read it; null before. */
  readonly output: string | null
  readonly warnings: readonly Said[]
  /** Hashes of what it made for other pages to remember, by key. */
  readonly made: readonly (readonly [key: string, hash: string])[]
}

export interface RecordData {
  readonly facts: readonly Fact[]
  readonly items: Readonly<Record<string, ItemTrace>>
  readonly excerpts: Readonly<Record<string, ExcerptTrace>>
  /** SHA-256 of the static files of the source, by their paths there. */
  readonly files: Readonly<Record<string, FileTrace>>
}

/** What a file held when it had this state. */
export type FileTrace = readonly [state: FileState, sha256: string]

const MARK = 'galley record 2'
const PREFIX = 'record-'
/** Records of so many environments and settings are kept. */
const MAX_KEPT = 4

/** The record of a key; null where there is none that is whole. */
export function readRecord(folder: string, key: string): RecordData | null {
  try {
    const text = readFileSync(join(folder, PREFIX + key), 'utf8')
    const end = text.indexOf('\n')
    const body = text.slice(end + 1)
    if (text.slice(0, end) !== headOf(key, body)) return null
    const data: RecordData = JSON.parse(body)
    return data
  } catch {
    return null
  }
}

/** Writes a record. Where that is not possible the next build is a whole one. */
export function writeRecord(folder: string, key: string, data: RecordData): void {
  const body = JSON.stringify(data)
  const temporary = join(folder, `${PREFIX}${randomBytes(9).toString('hex')}.tmp`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(temporary, `${headOf(key, body)}\n${body}`)
    renameSync(temporary, join(folder, PREFIX + key))
    removeOld(folder)
  } catch {
    rmSync(temporary, { force: true })
  }
}

function headOf(key: string, body: string): string {
  return `${MARK} ${key} ${hash('sha256', body, 'base64url')}`
}

function removeOld(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX))
  if (names.length <= MAX_KEPT) return
  const aged = names.map((name) => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  for (const { name } of aged.sort((a, b) => b.at - a.at).slice(MAX_KEPT)) {
    rmSync(join(folder, name), { force: true })
  }
}
