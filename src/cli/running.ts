/**
 * How commands find the server that runs on a data folder: it writes down where it listens (`server.json`).
 *
 * The note is a hint; the lock of the data folder decides whether a server runs.
 */

import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../system/errno.js'

interface RunningServer {
  /** Where the API listens. */
  readonly url: string
  readonly pid: number
}

function noteOf(data: string): string {
  return path.join(data, 'server.json')
}

/** Leaves the note, readable by its owner only. */
export function announceServer(data: string, server: RunningServer): void {
  const fresh = `${noteOf(data)}.${server.pid}`
  writeFileSync(fresh, `${JSON.stringify(server)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, noteOf(data))
}

/** Takes the note away, unless it is another server's. */
export function retractServer(data: string, pid: number): void {
  if (readNote(data)?.pid === pid) rmSync(noteOf(data), { force: true })
}

/** The server of the note, null when there is none or its process is gone. */
export function findServer(data: string): RunningServer | null {
  const server = readNote(data)
  return server && isAlive(server.pid) ? server : null
}

function readNote(data: string): RunningServer | null {
  try {
    const note: unknown = JSON.parse(readFileSync(noteOf(data), 'utf8'))
    return isNote(note) ? note : null
  } catch {
    // Absent, cut by a crash or not ours: then there is no hint.
    return null
  }
}

function isNote(note: unknown): note is RunningServer {
  if (typeof note !== 'object' || note === null) return false
  if (!('url' in note && 'pid' in note)) return false
  return typeof note.url === 'string' && Number.isSafeInteger(note.pid) && Number(note.pid) > 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process is alive too.
    return hasCode(error, 'EPERM')
  }
}
