/** A running git program, and how to start one as a child of this process. */
import { spawn } from 'node:child_process'
import { Duplex } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { ignore } from '../../system/durable.js'
import { hasCode } from '../../system/errno.js'
import { gitEnvironment, gitProgram } from './command.js'
import type { GitCommand } from './command.js'
import { GitError } from './git-error.js'
import { keepAlive } from './keep-alive.js'

/** The end of a program. */
export interface Ending {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null
  /** The first 64 kB of its error output. */
  readonly stderr: string
}

/** A running program with its own process group. */
export interface Program {
  /** Its failures are no errors: a program that ends early says more by its exit status. */
  readonly input: Writable
  /** Ends when the program has ended or has closed it. Destroy it if it is not read to its end. */
  readonly output: Readable
  /** The other end of its descriptor 3; null if it was not requested. */
  readonly channel: Duplex | null
  /**
   * May resolve before the output has been read. Rejects with GitError `io` if the program could not be started, or its
   * process cannot be observed any more.
   */
  readonly ended: Promise<Ending>
  /** Kills the program and its child processes at once. Does nothing if it has ended. */
  kill(): void
  /** Whether this process waits for the program before it exits; it does at first. */
  hold(isHeld: boolean): void
}

/** Starts `git --git-dir … <args>` as the leader of a process group. */
export type StartProgram = (command: GitCommand) => Promise<Program>

/** The descriptor of {@link Program.channel} in the program. */
export const CHANNEL_DESCRIPTOR = 3

const PIPES = ['pipe', 'pipe', 'pipe'] as const
const STDERR_MAX = 65_536

/** Starts a program as a child of this process. */
export function startHere(command: GitCommand): Promise<Program> {
  const { file, args } = gitProgram(command)
  const child = spawn(file, args, {
    // Not in a site's folder: git looks for repositories and settings in the current folder.
    cwd: '/',
    env: gitEnvironment(command.env),
    stdio: command.channel ? [...PIPES, 'pipe'] : [...PIPES],
    detached: true,
  })
  const { stdin, stdout, stderr } = child
  const channel = child.stdio[CHANNEL_DESCRIPTOR]
  stdin.on('error', ignore)
  let complaints = ''
  stderr.on('data', (chunk: Buffer) => {
    if (complaints.length < STDERR_MAX) complaints += chunk.toString()
  })
  const complained = new Promise<void>((resolve) => stderr.once('close', resolve))
  const ended = new Promise<Ending>((resolve, reject) => {
    child.on('error', (error) => reject(new GitError('io', error.message, { cause: error })))
    child.on('exit', (status) => {
      void complained.then(() => resolve({ status, stderr: complaints }))
    })
  })
  ended.catch(ignore)
  return Promise.resolve({
    input: stdin,
    output: stdout,
    channel: channel instanceof Duplex ? channel : null,
    ended,
    kill: () => {
      const { pid, exitCode, signalCode } = child
      // Its number may be that of another by then.
      if (pid !== undefined && exitCode === null && signalCode === null) killGroup(pid)
    },
    hold: (isHeld) => keepAlive([child, stdin, stdout, stderr], isHeld),
  })
}

/** git starts child processes; the group contains them all. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
