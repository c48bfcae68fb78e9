/** A running git program, and how to start one. */
import { Duplex } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { spawnGit } from '../program/command.js'
import type { GitCommand } from '../program/command.js'
import { GitError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { HOOK_DESCRIPTOR } from './push-hook.js'

/** The end of a program. */
export interface Ending {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null
  /** The last kilobytes of its error output. */
  readonly stderr: string
}

/** A running program with its own process group. */
export interface Program {
  readonly input: Writable
  readonly output: Readable
  /** The other end of its descriptor 3; null if it was not requested. */
  readonly channel: Duplex | null
  /** Rejects with GitError `io` if the program could not be started, or its process cannot be observed any more. */
  readonly ended: Promise<Ending>
  /** Kills the program and its child processes at once. Does nothing if it has ended. */
  kill(): void
}

/** Starts `git --git-dir … <args>` as the leader of a process group. */
export type StartProgram = (command: GitCommand) => Promise<Program>

const STDERR_MAX = 4096

/** Starts a program as a child of this process. */
export function startHere(command: GitCommand): Promise<Program> {
  const child = spawnGit({ ...command, group: true })
  const channel = child.stdio[HOOK_DESCRIPTOR]
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < STDERR_MAX) stderr += chunk.toString()
  })
  const ended = new Promise<Ending>((resolve, reject) => {
    child.on('error', (error) => reject(new GitError('io', error.message, { cause: error })))
    child.on('exit', (status) => resolve({ status, stderr }))
  })
  ended.catch(() => undefined)
  return Promise.resolve({
    input: child.stdin,
    output: child.stdout,
    channel: channel instanceof Duplex ? channel : null,
    ended,
    kill: () => {
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid)
    },
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
