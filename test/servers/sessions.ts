import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until the processes that a server has now for its connections have nothing more to do. One
 * whose connection was cut may still carry out what it had been told before, however late on a busy
 * machine: until then nobody can say what the cut has left.
 *
 * Most of them end. Some sleep on for minutes, as for a data connection that nobody will open: those
 * are done, too. One that only waits for a processor does not sleep.
 *
 * @param pid the server's main process, which starts another for each connection
 */
export async function endOfSessions(pid: number): Promise<void> {
  // What was closed here a moment ago is closed once the loop has turned.
  await sleep(1)
  let sessions = await startedBy(pid)
  let before = ''
  for (let calm = 0; sessions.length > 0 && calm < CALM_LOOKS;) {
    await sleep(LOOK_MS)
    sessions = await withChildren(sessions)
    const now = sessions.map(({ pid, state, spent }) => `${pid} ${state} ${spent}`).join('\n')
    const isCalm = now === before && sessions.every(({ state }) => state === ASLEEP)
    calm = isCalm ? calm + 1 : 0
    before = now
  }
}

const LOOK_MS = 20
/** So many looks in a row must find them asleep, having done nothing. */
const CALM_LOOKS = 10
const ASLEEP = 'S'

/** A process; its start, with its number, names it for good. */
interface Session {
  readonly pid: number
  readonly start: string
  readonly state: string
  /** Time of processors that it has used. */
  readonly spent: string
}

/** Those that still run, with what they have started meanwhile. */
async function withChildren(sessions: readonly Session[]): Promise<Session[]> {
  const found = new Map<number, Session>()
  for (const { pid, start } of sessions) {
    const session = await look(pid)
    if (session?.start !== start) continue
    for (const each of [session, ...(await startedBy(pid))]) found.set(each.pid, each)
  }
  return [...found.values()]
}

async function startedBy(pid: number): Promise<Session[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = tasks.map((task) => textOf(`/proc/${pid}/task/${task}/children`))
  const children = (await Promise.all(lists)).flatMap((list) => list.split(' ').filter(Boolean))
  const sessions = await Promise.all(
    children.map(async (child) => {
      const session = await look(Number(child))
      const below = await startedBy(Number(child))
      return session === null ? below : [session, ...below]
    }),
  )
  return sessions.flat()
}

/** Null for one that has ended. */
async function look(pid: number): Promise<Session | null> {
  const stat = await textOf(`/proc/${pid}/stat`)
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = ''] = fields
  if (stat === '' || state === 'Z') return null
  return { pid, state, start: fields[19] ?? '', spent: `${fields[11]} ${fields[12]}` }
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
