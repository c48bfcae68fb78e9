/**
 * Starts programs with limits of memory, CPU time and the size of files, so that none can use up the machine. The
 * system kills them when the process that started them ends, in whatever way. A shell sets the limits and then becomes
 * the program (`exec`).
 *
 * @see prctl(2), PR_SET_PDEATHSIG: no signal is sent if the parent had ended before this was set
 */

import { spawnSync } from 'node:child_process'

/** Limits of a program. Those that are left out do not apply. */
export interface ProgramLimits {
  /** Megabytes of memory. Mapped files do not count. */
  readonly memoryMb?: number
  /** Seconds of CPU time. */
  readonly cpuSeconds?: number
  /** Largest file that it may write, in megabytes. */
  readonly fileMb?: number
}

/** A program to start, with its arguments. */
export interface ProgramCommand {
  readonly file: string
  readonly args: readonly string[]
}

const SHELL = '/bin/sh'
/** Program of util-linux that has the system kill the process when its parent ends. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--']
/** Unit of `ulimit -f`. @see sh(1p) */
const BLOCK_BYTES = 512

/**
 * The command that runs `program` with limits. The program is found by the `PATH` of the command's environment.
 *
 * @param parent id of the process that will start the command
 */
export function limitedProgram(
  program: ProgramCommand,
  limits: ProgramLimits,
  parent = process.pid,
): ProgramCommand {
  const rest = [program.file, ...program.args]
  if (!canEndWithParent()) return { file: SHELL, args: ['-c', script(limits), ...rest] }
  const [file = '', ...args] = WITH_PARENT
  const live = `[ "$PPID" = ${parent} ] || exit 1; ${script(limits)}`
  return { file, args: [...args, SHELL, '-c', live, ...rest] }
}

/** Sets the limits. The program also runs if the system does not have a limit, or has a lower one already. */
function script({ memoryMb, cpuSeconds, fileMb }: ProgramLimits): string {
  const limits = [
    'ulimit -c 0',
    ...(memoryMb === undefined ? [] : [`ulimit -d ${Math.ceil(memoryMb * 1024)}`]),
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${Math.ceil(cpuSeconds)}`]),
    ...(fileMb === undefined
      ? []
      : [`ulimit -f ${Math.ceil((fileMb * 1024 * 1024) / BLOCK_BYTES)}`]),
  ]
  return [...limits.map((limit) => `${limit} 2>/dev/null`), 'exec "$0" "$@"'].join('; ')
}

let isSupported: boolean | undefined

/** True if this system can kill a program when its parent ends. */
export function canEndWithParent(): boolean {
  return (isSupported ??=
    spawnSync(WITH_PARENT[0] ?? '', [...WITH_PARENT.slice(1), 'true']).status === 0)
}
