/** Sockets that the helper process opens to this one. Each says in its first bytes which it is. */
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { ignore } from '../../system/durable.js'
import { GitError } from './git-error.js'

export interface IncomingSockets {
  /** Where to connect. */
  readonly path: string
  /**
   * Waits for sockets with these names.
   *
   * @param ended end of the program that they belong to, which they precede
   * @throws GitError `io` if they do not come
   */
  expect(names: readonly string[], ended: Promise<unknown>): Promise<Socket[]>
  close(): void
}

const HEADER_BYTES = 16
/** Longest path of a socket, on every system; longer ones are cut silently. */
const PATH_MAX = 100
/** Sockets that come so late do not come: this process has no descriptor left. */
const LATE_MS = 10_000

/** @throws GitError `io` for a path that is too long */
export async function listenForSockets(path: string): Promise<IncomingSockets> {
  if (Buffer.byteLength(path) > PATH_MAX) throw new GitError('io', 'The path is too long.')
  const waiting = new Map<string, (socket: Socket) => void>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    socket.on('error', ignore)
    // Another server may connect only to see whether this one is there.
    const leave = (): void => void socket.destroy()
    socket.once('end', leave)
    const look = (): void => {
      const header: unknown = socket.read(HEADER_BYTES)
      if (!Buffer.isBuffer(header)) return
      socket.off('readable', look).off('end', leave)
      const take = waiting.get(header.toString('latin1').trimEnd())
      if (take) take(socket)
      else socket.destroy()
    }
    socket.on('readable', look)
  })
  await listening(server, path)
  server.on('error', ignore)
  server.unref()
  return {
    path,
    expect: (names, ended) => expectSockets(waiting, names, ended),
    close: () => void server.close(),
  }
}

async function listening(server: Server, path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}

function expectSockets(
  waiting: Map<string, (socket: Socket) => void>,
  names: readonly string[],
  ended: Promise<unknown>,
): Promise<Socket[]> {
  return new Promise((resolve, reject) => {
    const come: (Socket | undefined)[] = names.map(() => undefined)
    let isSettled = false
    let late: NodeJS.Timeout | undefined
    const settle = (): void => {
      isSettled = true
      clearTimeout(late)
      for (const name of names) waiting.delete(name)
    }
    const fail = (error: unknown): void => {
      if (isSettled) return
      settle()
      for (const socket of come) socket?.destroy()
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    for (const [at, name] of names.entries()) {
      waiting.set(name, (socket) => {
        come[at] = socket
        const all = come.filter((one) => one !== undefined)
        if (all.length < names.length) return
        settle()
        resolve(all)
      })
    }
    // A short program may have ended before its sockets are noticed here.
    const waitLonger = (): void => {
      if (isSettled) return
      late = setTimeout(() => fail(new GitError('io', 'A program has no sockets.')), LATE_MS)
    }
    ended.then(waitLonger, fail)
  })
}
