/**
 * Finds the server that runs on a data folder. A server writes its address to `server.json`.
 *
 * That file is only a hint: the lock of the data folder decides whether a server runs.
 */

import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from '../system/errno.js'

interface RunningServer {
  /** URL of the API, or `unix:` with the path of its socket. */
  readonly url: string
  readonly pid: number
}

function serverFile(data: string): string {
  return path.join(data, 'server.json')
}

/** Writes `server.json`, readable only by its owner. */
export function announceServer(data: string, server: RunningServer): void {
  const fresh = `${serverFile(data)}.${server.pid}`
  writeFileSync(fresh, `${JSON.stringify(server)}\n`, { mode: 0o600 })
  chmodSync(fresh, 0o600)
  renameSync(fresh, serverFile(data))
}

/** Deletes `server.json`, unless another server has written it. */
export function retractServer(data: string, pid: number): void {
  if (readServerFile(data)?.pid === pid) rmSync(serverFile(data), { force: true })
}

/** The server in `server.json`; null if there is none or its process has ended. */
export function findServer(data: string): RunningServer | null {
  const server = readServerFile(data)
  return server && isAlive(server.pid) ? server : null
}

function readServerFile(data: string): RunningServer | null {
  try {
    // To read a pipe or a device could take for ever.
    if (!statSync(serverFile(data)).isFile()) return null
    const server: unknown = JSON.parse(readFileSync(serverFile(data), 'utf8'))
    return isRunningServer(server) ? server : null
  } catch {
    // The file is missing, truncated by a crash, or not ours: no hint.
    return null
  }
}

function isRunningServer(value: unknown): value is RunningServer {
  if (typeof value !== 'object' || value === null) return false
  if (!('url' in value && 'pid' in value)) return false
  return typeof value.url === 'string' && Number.isSafeInteger(value.pid) && Number(value.pid) > 0
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return hasCode(error, 'EPERM')
  }
}
