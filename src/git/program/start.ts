/**
 * Starts git's programs: through the process launcher if this process is a server, else as child processes.
 *
 * The launcher belongs to the process, not to a repository: it exists because of the size of the process.
 */
import { ignore } from '../../system/durable.js'
import type { GitCommand } from './command.js'
import { GitError } from './git-error.js'
import { startHere } from './git-process.js'
import type { Program } from './git-process.js'
import { createProcessLauncher } from './process-launcher.js'
import type { ProcessLauncher } from './process-launcher.js'

let launcher: ProcessLauncher | null = null

/** From now on, programs are started through the launcher, which ends with this process. */
export function useProcessLauncher(): void {
  launcher ??= createProcessLauncher()
}

/**
 * Starts `git --git-dir … <args>` with limits, as the leader of a process group.
 *
 * @throws GitError `io` if it could not be started, `aborted`
 */
export async function startGit(command: GitCommand): Promise<Program> {
  const { signal } = command
  const name = `git ${command.args[0] ?? ''}`
  const aborted = (): GitError =>
    new GitError('aborted', `${name}: Aborted.`, { cause: signal?.reason })
  if (signal?.aborted) throw aborted()
  const program = await (launcher?.start ?? startHere)(command)
  if (!signal) return program
  const kill = (): void => program.kill()
  signal.addEventListener('abort', kill, { once: true })
  if (signal.aborted) kill()
  const ended = program.ended
    .finally(() => signal.removeEventListener('abort', kill))
    .then((ending) => {
      if (signal.aborted && ending.status === null) throw aborted()
      return ending
    })
  ended.catch(ignore)
  return { ...program, ended }
}
