import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the processes have ended that a server now has for its connections. One whose
 * connection was cut may still carry out what it had been told before, however late on a busy
 * machine: until then nobody can say what the cut has left.
 *
 * @param pid the server's main process, which starts another for each connection
 */
export async function endOfSessions(pid: number): Promise<void> {
  for (const session of await startedBy(pid)) {
    while ((await startOf(session.pid)) === session.start) await sleep(5)
  }
}

interface Session {
  readonly pid: number
  readonly start: string
}

async function startedBy(pid: number): Promise<Session[]> {
  const children = await childrenOf(pid)
  const sessions = await Promise.all(
    children.map(async (child) => {
      const start = await startOf(child)
      const below = await startedBy(child)
      return start === null ? below : [{ pid: child, start }, ...below]
    }),
  )
  return sessions.flat()
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = tasks.map((task) => textOf(`/proc/${pid}/task/${task}/children`))
  return (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** When a process started, which with its number names it for good; null for one that has ended. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await textOf(`/proc/${pid}/stat`)
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return stat === '' || state === 'Z' ? null : (fields[18] ?? null)
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
