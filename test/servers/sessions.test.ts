import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { isAlive, signalTo } from '../processes.js'
import { endOfSessions } from './sessions.js'

describe("the end of a server's sessions", () => {
  let server: ChildProcess
  const pid = () => server.pid ?? 0

  /** A process that has started another, which does what `work` tells the shell; the other's number. */
  async function startSession(work: string): Promise<number> {
    const script = `sh -c '${work}' >&2 & echo $!; wait; exec sleep 1000`
    server = spawn('sh', ['-c', script], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
    const [said] = await once(server.stdout ?? server, 'data')
    return Number(String(said))
  }

  afterEach(() => {
    signalTo(server.pid, 'SIGKILL', { group: true })
  })

  it('has come while one sleeps on', async () => {
    const session = await startSession('exec sleep 1000')
    await endOfSessions(pid())
    expect(isAlive(session)).to.equal(true)
  })

  const works = { 'is at work': 'while :; do :; done', 'is held': 'kill -STOP $$; sleep 1000' }
  for (const [what, work] of Object.entries(works)) {
    it(`has not come while one ${what}, and comes with its end`, async () => {
      const session = await startSession(work)
      let hasCome = false
      const ended = endOfSessions(pid()).then(() => {
        hasCome = true
      })
      await sleep(600)
      expect(hasCome).to.equal(false)
      signalTo(session, 'SIGKILL')
      await ended
    })
  }
})
