/**
 * Starting programs so that none takes the machine: each with limits on its memory, its CPU time and the
 * files that it writes, and each ended by the system when the process that started it ends, however
 * that ends. A shell sets the limits and becomes the program.
 *
 * @see prctl(2), PR_SET_PDEATHSIG: nothing is sent for a parent that had ended before this was asked for
 */

import { spawnSync } from 'node:child_process'

/** What a program may take; what is left out is not limited. */
export interface ProgramLimits {
  /** Megabytes of memory of its own: files that are only mapped do not count. */
  readonly memoryMb?: number
  /** Seconds of CPU time. */
  readonly cpuSeconds?: number
  /** Largest file that it writes, megabytes. */
  readonly fileMb?: number
}

/** A program to start, with its arguments. */
export interface ProgramCommand {
  readonly file: string
  readonly args: readonly string[]
}

const SHELL = '/bin/sh'
/** util-linux; it asks the system to end what it becomes with the parent. */
const TIED = ['setpriv', '--pdeathsig', 'KILL', '--']
/** Of `ulimit -f`. @see sh(1p) */
const BLOCK_BYTES = 512

/**
 * The command that becomes `program` with limits; it is found by the `PATH` of its environment.
 *
 * @param parent id of the process that will start the command
 */
export function limitedProgram(
  program: ProgramCommand,
  limits: ProgramLimits,
  parent = process.pid,
): ProgramCommand {
  const rest = [program.file, ...program.args]
  if (!isTiable()) return { file: SHELL, args: ['-c', script(limits), ...rest] }
  const [file = '', ...tied] = TIED
  const live = `[ "$PPID" = ${parent} ] || exit 1; ${script(limits)}`
  return { file, args: [...tied, SHELL, '-c', live, ...rest] }
}

/** A limit that the system does not have, or that is lower already, is no reason not to run. */
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

let tiable: boolean | undefined

/** Whether this system ends a program with the process that started it. */
export function isTiable(): boolean {
  return (tiable ??= spawnSync(TIED[0] ?? '', [...TIED.slice(1), 'true']).status === 0)
}
