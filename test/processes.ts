import { readFileSync, readdirSync } from 'node:fs'

/** True while a process runs: not once only its exit status is left. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/**
 * Sends a signal to a process, or with `group` to all of the group that it leads. 0 is refused: it means the sender's own
 * group, which is all of `npm test` and what had started it. @see kill(2)
 */
export function signalTo(
  pid: number | undefined,
  signal: NodeJS.Signals,
  { group = false }: { readonly group?: boolean } = {},
): void {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid < 2) {
    throw new RangeError(`${String(pid)} is no process that a test may end.`)
  }
  process.kill(group ? -pid : pid, signal)
}

/** Parent and CPU time, in ticks, of a process; null for one that has ended. @see proc_pid_stat(5) */
export function statOf(pid: number): { readonly parent: number; readonly ticks: number } | null {
  if (!isAlive(pid)) return null
  try {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const fields = rest.split(' ').map(Number)
    return { parent: fields[1] ?? 0, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }
  } catch {
    return null
  }
}

/** Ids of the running child processes of a process with `word` in their command. */
export function childrenOf(parent: number, word: string): number[] {
  const ids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return ids.filter((pid) => {
    if (statOf(pid)?.parent !== parent) return false
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
    } catch {
      return false
    }
  })
}

const MAX_LOOKS = 1000

/** The child process with `word` in its command that has just been started; it shows none while it becomes a program. */
export function newChildOf(parent: number, word: string): number {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    const [child] = childrenOf(parent, word)
    if (child !== undefined) return child
  }
  throw new Error(`${parent} has started no ${word}.`)
}
