/**
 * Starts programs through a small helper process (`bin/start-programs.js`, which says why).
 *
 * Input and output of a program are sockets between it and this process, so nothing is copied on the way. Until the
 * helper runs, and if it fails, programs are started as child processes of this one.
 */
import { tmpdir } from 'node:os'
import type { GitCommand } from './command.js'
import { startHere } from './git-process.js'
import type { Program, StartProgram } from './git-process.js'
import { startHelper } from './helper-process.js'
import type { Helper } from './helper-process.js'
import { removeLeftSockets } from './left-sockets.js'

/** Starts programs, through the helper as soon as it runs. */
export interface ProcessLauncher {
  readonly start: StartProgram
  /** Resolves when the helper runs; false if it will not. */
  ready(): Promise<boolean>
  /** Ends the helper. Running programs cannot be observed any more. */
  close(): Promise<void>
}

/**
 * The helper is started with the first program, and again if it was lost. What helpers before have left in `root` is
 * removed once.
 *
 * @param root folder for a folder of its own, which holds the socket; the system's temporary folder if left out
 */
export function createProcessLauncher(root = tmpdir()): ProcessLauncher {
  let starting: Promise<Helper | null> | undefined
  let tidying: Promise<void> | undefined
  let current: Helper | null = null
  let isClosed = false
  const lose = (lost: Helper): void => {
    if (current !== lost) return
    current = null
    starting = undefined
  }
  const begin = (): Promise<Helper | null> => {
    tidying ??= removeLeftSockets(root)
    return (starting ??= startHelper(root, lose).then(
      (started) => (current = started),
      () => null,
    ))
  }
  /** Null if the helper does not run yet or any more, or its socket was deleted. */
  const startThere = async (command: GitCommand): Promise<Program | null> => {
    const helper = current
    try {
      return (await helper?.run(command)) ?? null
    } catch {
      // What it has started goes on.
      helper?.retire()
      return null
    }
  }
  return {
    async start(command) {
      if (!isClosed) void begin()
      return (await startThere(command)) ?? startHere(command)
    },
    ready: async () => (await begin()) !== null,
    async close() {
      isClosed = true
      const started = await starting
      current = null
      await started?.close()
      await tidying
    },
  }
}
