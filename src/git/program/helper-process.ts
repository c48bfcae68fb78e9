/** The helper process that starts programs, as this process sees it. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ignore } from '../../system/durable.js'
import { gitEnvironment, gitProgram } from './command.js'
import type { GitCommand } from './command.js'
import { GitError } from './git-error.js'
import type { Ending, Program, StartProgram } from './git-process.js'
import { listenForSockets } from './incoming-sockets.js'
import type { IncomingSockets } from './incoming-sockets.js'
import { keepAlive } from './keep-alive.js'
import { FOLDER_PREFIX, SOCKET_NAME } from './left-sockets.js'

export interface Helper {
  readonly run: StartProgram
  /** Starts nothing more; the process ends with the last program that it has started. */
  retire(): void
  /** Ends the process, and all programs that it has started. */
  close(): Promise<void>
}

/** A message of the helper about a program; the first one, about none, says that it is ready. */
type News = { readonly id: number; readonly error: string } | ({ readonly id: number } & Ending)

/** Settles the end of a program. */
interface Running {
  end(ending: Ending): void
  fail(error: GitError): void
}

/** The same relative path from `src` and from `dist`. */
const PROCESS = fileURLToPath(new URL('../../../bin/start-programs.js', import.meta.url))

/**
 * @param root folder in which to create a folder for the socket
 * @param onLost called when the helper takes no more programs, for whatever reason
 */
export async function startHelper(root: string, onLost: (helper: Helper) => void): Promise<Helper> {
  const folder = await mkdtemp(join(root, FOLDER_PREFIX))
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const sockets = await listenForSockets(join(folder, SOCKET_NAME))
    return await forkHelper(sockets, { onLost, removeFolder })
  } catch (error) {
    await removeFolder()
    throw error
  }
}

interface HelperEnd {
  readonly onLost: (helper: Helper) => void
  readonly removeFolder: () => Promise<void>
}

async function forkHelper(
  sockets: IncomingSockets,
  { onLost, removeFolder }: HelperEnd,
): Promise<Helper> {
  const programs = new Map<number, Running>()
  const child = fork(PROCESS, [sockets.path], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ready = new Promise<void>((resolve) => child.once('message', () => resolve()))
  child.on('message', (news: News) => hear(programs, news))
  const held = new Set<number>()
  let isRetired = false
  let last = 0
  const onIdle = (): void => {
    if (isRetired && child.connected) child.disconnect()
  }
  const starting: Starting = { child, sockets, programs, held, onIdle }
  const helper: Helper = {
    run: (command) => runBy(starting, { id: (last += 1), command }),
    retire() {
      isRetired = true
      onLost(helper)
      if (programs.size === 0) onIdle()
    },
    async close() {
      if (child.connected) child.disconnect()
      await exited
      await removeFolder()
    },
  }
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      onLost(helper)
      sockets.close()
      removeFolder().catch(ignore)
      for (const program of programs.values()) program.fail(helperEnded())
      resolve()
    }
    child.once('error', end)
    child.once('exit', end)
  })
  await Promise.race([ready, exited])
  if (!child.connected) throw helperEnded()
  // The helper must not keep this process from exiting, only the programs that are held.
  child.unref()
  child.channel?.unref()
  return helper
}

function helperEnded(): GitError {
  return new GitError('io', 'The process that starts programs has ended.')
}

function hear(programs: ReadonlyMap<number, Running>, news: News): void {
  const program = programs.get(news.id)
  if ('error' in news) program?.fail(new GitError('io', news.error))
  else program?.end({ status: news.status, stderr: news.stderr })
}

interface Starting {
  readonly child: ChildProcess
  readonly sockets: IncomingSockets
  readonly programs: Map<number, Running>
  /** Programs that keep this process from exiting. */
  readonly held: Set<number>
  /** Called when no program runs any more. */
  readonly onIdle: () => void
}

interface Run {
  readonly id: number
  readonly command: GitCommand
}

async function runBy(starting: Starting, { id, command }: Run): Promise<Program> {
  const { child, sockets, programs } = starting
  const kinds = command.channel ? ['input', 'output', 'channel'] : ['input', 'output']
  const ended = new Promise<Ending>((resolve, reject) => {
    programs.set(id, { end: resolve, fail: reject })
  })
  hold(starting, id, true)
  const names = kinds.map((kind) => `${kind} ${id}`)
  const arrived = sockets.expect(names, ended)
  const over = (): void => {
    programs.delete(id)
    hold(starting, id, false)
    if (programs.size === 0) starting.onIdle()
  }
  ended.then(over, over)
  const [{ file, args }, env] = [gitProgram(command, child.pid), gitEnvironment(command.env)]
  const request = { id, file, args, env, channel: command.channel ?? false }
  child.send(request, (error) => error && programs.get(id)?.fail(helperEnded()))
  const [input, output, channel] = await arrived
  if (!input || !output) throw helperEnded()
  // One direction per socket, like a pipe: the other direction has ended.
  output.end()
  input.resume()
  const closeInput = (): void => void input.destroy()
  ended.then(closeInput, closeInput)
  return {
    input,
    output,
    channel: channel ?? null,
    ended,
    kill: () => {
      if (programs.has(id)) child.send({ kill: id }, ignore)
    },
    hold: (isHeld) => {
      hold(starting, id, isHeld && programs.has(id))
      keepAlive([input, output], isHeld)
    },
  }
}

/** Messages of the helper are waited for while a program is held. */
function hold({ child, held }: Starting, id: number, isHeld: boolean): void {
  if (isHeld) held.add(id)
  else held.delete(id)
  if (held.size > 0) child.channel?.ref()
  else child.channel?.unref()
}
