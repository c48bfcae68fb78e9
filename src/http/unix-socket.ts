/**
 * Unix sockets. Who may use one is decided by its mode and its folder, so whoever does is trusted like a proxy of
 * `trusted_proxies`, and counts as this machine.
 */

import { once } from 'node:events'
import type { Server } from 'node:http'
import { lstat, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hasCode } from '../system/errno.js'

/** Remembered, because a connection that has ended tells nothing any more. */
const connections = new WeakSet<Socket>()

/** True while the server listens on a Unix socket. */
export function isOnSocket(server: Server): boolean {
  const address = server.address()
  // Null for one that systemd has opened.
  return address === null || typeof address === 'string'
}

/** To be called before others ask about the connections of the server. */
export function rememberConnections(server: Server): void {
  server.on('connection', (socket) => {
    if (isOnSocket(server)) connections.add(socket)
  })
}

export function isOverSocket(socket: Socket): boolean {
  return connections.has(socket)
}

/** Removes a socket that a server has left behind that was killed. What is something else, or answers, stays. */
export async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found?.isSocket() !== true || !(await isDead(path))) return
  await rm(path, { force: true })
}

async function isDead(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return false
  } catch (error) {
    return hasCode(error, 'ECONNREFUSED')
  } finally {
    socket.destroy()
  }
}
