/** A serving program of git's, as those see it who talk with it. */
import { Duplex } from 'node:stream'
import type { Readable, Writable } from 'node:stream'
import { spawnGit } from '../program/command.js'
import type { GitCommand } from '../program/command.js'
import { GitError } from '../program/git-error.js'
import { hasCode } from '../../system/errno.js'
import { HOOK_DESCRIPTOR } from './push-hook.js'

/** How a program ended. */
export interface Ending {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null
  /** What it complained of, some kilobytes at most. */
  readonly stderr: string
}

/** A program that runs, with a process group of its own. */
export interface Program {
  readonly input: Writable
  readonly output: Readable
  /** Our end of its descriptor 3; null where none was asked for. */
  readonly channel: Duplex | null
  /** Rejects with GitError `io` where the program could not be started, or was lost sight of. */
  readonly ended: Promise<Ending>
  /** Ends the program and its own children, at once; one that has ended is left alone. */
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

/** git has children of its own; the group takes them all. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, 'ESRCH')) throw error
  }
}
