import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { expect } from 'chai'
import type { OpenStore } from '../../../src/deploy/files/file-store.js'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { makeContext, makeRelease } from '../releases.js'
import { closeHostileS3, hostileS3 } from '../s3/hostile-s3.js'
import { lateRetries, session } from '../settings.js'

const HOUR_MS = 3_600_000
const IMPATIENT = { start: 100, step: 0, bytes: 1_000_000 }

/** Those that keep the process open. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
}

describe('The time limit of a deployment', () => {
  afterEach(closeHostileS3)

  it('ends a deployment whose uploads are read but never finish', async () => {
    const ends: Promise<unknown>[] = []
    const answers = {
      upload: (request: IncomingMessage) => {
        // A sign of life now and then, so that there is no silence.
        const reading = setInterval(() => request.read(1), 10)
        ends.push(once(request.socket, 'close').finally(() => clearInterval(reading)))
      },
    }
    const release = await makeRelease('r1', { 'index.html': 'x'.repeat(20_000_000) })
    // On a busy machine, a short limit ends the deployment before its first upload.
    for (let { start } = IMPATIENT; ends.length === 0; start *= 2) {
      const pace = { ...IMPATIENT, start }
      const { deployer } = await hostileS3(answers, { retries: lateRetries, pace })
      const error: unknown = await deployer.deploy(release, makeContext()).catch((e) => e)
      expect(error).to.have.property('code', 'timed_out')
      expect(error).to.have.property('message').that.includes('takes files and answers too slowly')
    }
    await Promise.all(ends)
  })

  it('grants time for each step and for each byte', async () => {
    for (const pace of [
      { ...IMPATIENT, start: 0, step: HOUR_MS },
      { ...IMPATIENT, start: 0, bytes: 1 / HOUR_MS },
    ]) {
      const server = await hostileS3({}, { pace })
      const release = await makeRelease('r1', { 'index.html': 'home', 'a.html': 'a' })
      const { uploaded } = await server.deployer.deploy(release, makeContext())
      expect(uploaded).to.equal(2)
    }
  })

  it('ends with the deployment, even if a step never ends', async () => {
    const server = await hostileS3({})
    const release = await makeRelease('r1', { 'index.html': 'home' })
    const cancelling = new AbortController()
    const frozen: OpenStore = async (signal) => ({
      ...(await server.open(signal)),
      put() {
        cancelling.abort()
        return new Promise(() => undefined)
      },
    })
    const before = timers()
    const deployer = filesDeployer(frozen, session('web-secret'))
    const error: unknown = await deployer
      .deploy(release, { ...makeContext(), signal: cancelling.signal })
      .catch((e) => e)
    expect(error).to.have.property('code', 'cancelled')
    expect(timers()).to.equal(before)
  })
})
