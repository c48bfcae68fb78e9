/**
 * Starts programs through a small helper process (`bin/start-programs.js`, which says why).
 *
 * Input and output of a program are sockets between it and this process, so nothing is copied on the way. Until the
 * helper runs, and if it fails, programs are started as child processes of this one.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gitEnvironment, gitProgram } from '../program/command.js'
import type { GitCommand } from '../program/command.js'
import { ignore } from '../../system/durable.js'
import { GitError } from '../program/git-error.js'
import { startHere } from './git-process.js'
import type { Ending, Program, StartProgram } from './git-process.js'

/** Starts programs, through the helper as soon as it runs. */
export interface ProcessLauncher {
  readonly start: StartProgram
  /** Resolves when the helper runs; false if it will not. */
  ready(): Promise<boolean>
  /** Ends the helper. Running programs cannot be observed any more. */
  close(): Promise<void>
}

/** The same relative path from `src` and from `dist`. */
const PROCESS = fileURLToPath(new URL('../../../bin/start-programs.js', import.meta.url))
const HEADER_BYTES = 16
/** Longest path of a socket, on every system; longer ones are cut silently. */
const PATH_MAX = 100

/**
 * The helper is started with the first program.
 *
 * @param path where to create the socket
 */
export function createProcessLauncher(path: string): ProcessLauncher {
  let helper: Promise<Helper | null> | undefined
  let current: Helper | null = null
  const begin = (): Promise<Helper | null> =>
    (helper ??= startHelper(path, () => (current = null)).then(
      (started) => (current = started),
      () => null,
    ))
  return {
    async start(command) {
      void begin()
      const program = await current?.run(command).catch(() => null)
      if (program) return program
      // The helper does not run yet or any more, or its socket was deleted.
      if (program === null) current = null
      return startHere(command)
    },
    ready: async () => (await begin()) !== null,
    async close() {
      const started = await helper
      current = null
      await started?.close()
    },
  }
}

interface Helper {
  readonly run: StartProgram
  close(): Promise<void>
}

/** A message of the helper about a program. */
type News = { readonly id: number; readonly error: string } | ({ readonly id: number } & Ending)

type Kind = 'input' | 'output' | 'channel'

/** Callers that wait for a socket, or for the end of a program. */
interface Waiting {
  readonly sockets: Map<string, (socket: Socket) => void>
  readonly programs: Map<number, { end(ending: Ending): void; fail(error: GitError): void }>
}

async function startHelper(path: string, onExit: () => void): Promise<Helper> {
  const waiting: Waiting = { sockets: new Map(), programs: new Map() }
  if (Buffer.byteLength(path) > PATH_MAX) throw new GitError('io', 'The path is too long.')
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const server = await listen(path, waiting)
  const child = fork(PROCESS, [path], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', (news: News) => hear(waiting, news))
  // The first message says that it is ready.
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      onExit()
      server.close()
      for (const program of waiting.programs.values()) program.fail(launcherEnded())
      resolve()
    }
    child.once('error', end)
    child.once('exit', end)
  })
  // The helper must not keep this process from exiting.
  child.unref()
  child.channel?.unref()
  server.unref()
  await Promise.race([ready, exited])
  if (!child.connected) throw launcherEnded()
  let last = 0
  return {
    run: (command) => runBy(child, waiting, { id: (last += 1), command }),
    async close() {
      if (child.connected) child.disconnect()
      await exited
      await rm(path, { force: true })
    },
  }
}

function launcherEnded(): GitError {
  return new GitError('io', 'The process that starts programs has ended.')
}

/** Passes each incoming socket to the caller that waits for it. */
async function listen(path: string, { sockets }: Waiting): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
    socket.on('error', ignore)
    const look = (): void => {
      const header: unknown = socket.read(HEADER_BYTES)
      if (!Buffer.isBuffer(header)) return
      socket.off('readable', look)
      const name = header.toString('latin1').trimEnd()
      const taken = sockets.get(name)
      sockets.delete(name)
      if (taken) taken(socket)
      else socket.destroy()
    }
    socket.on('readable', look)
  })
  await rm(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return server
}

function hear({ programs }: Waiting, news: News): void {
  const program = programs.get(news.id)
  if ('error' in news) program?.fail(new GitError('io', news.error))
  else program?.end({ status: news.status, stderr: news.stderr })
}

interface Run {
  readonly id: number
  readonly command: GitCommand
}

async function runBy(
  child: ChildProcess,
  waiting: Waiting,
  { id, command }: Run,
): Promise<Program> {
  const { sockets, programs } = waiting
  const kinds: Kind[] = command.channel ? ['input', 'output', 'channel'] : ['input', 'output']
  const ended = new Promise<Ending>((resolve, reject) => {
    programs.set(id, { end: resolve, fail: reject })
  })
  const arrived = Promise.all(
    kinds.map((kind) => new Promise<Socket>((resolve) => sockets.set(`${kind} ${id}`, resolve))),
  )
  const forget = (): void => {
    programs.delete(id)
    for (const kind of kinds) sockets.delete(`${kind} ${id}`)
  }
  ended.then(forget, forget)
  const [{ file, args }, env] = [gitProgram(command, child.pid), gitEnvironment(command.env)]
  child.send({ id, file, args, env, channel: command.channel ?? false }, ignore)
  // A program that could not be started has no sockets.
  const [input, output, channel] = await Promise.race([arrived, ended.then(() => arrived)])
  if (!input || !output) throw launcherEnded()
  // One direction per socket, like a pipe: the other direction has ended.
  output.end()
  input.resume()
  const closeInput = (): void => void input.destroy()
  ended.then(closeInput, closeInput)
  const kill = (): void => {
    if (programs.has(id)) child.send({ kill: id }, ignore)
  }
  return { input, output, channel: channel ?? null, ended, kill }
}
