import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { DeployError } from '../../src/deploy/network/deploy-error.js'
import type { Release } from '../../src/deploy/files/deployer.js'
import { startProxy } from './network/proxy.js'
import { makeContext, makeRelease } from './releases.js'
import { expectRepaired } from './repaired.js'
import { faultyTargets, type FaultyPlace } from './targets.js'

/** A site whose pages name assets that only its own release has. */
function site(edition: string): Record<string, string> {
  const assets = [`assets/site-${edition}.css`, `assets/app-${edition}.js`]
  const page = (text: string) => `${text} ${edition} uses ${assets.join(' ')}`
  return {
    [`assets/site-${edition}.css`]: `css ${edition}`,
    [`assets/app-${edition}.js`]: `js ${edition}`,
    'index.html': page('home'),
    'about/index.html': page('about'),
    [`posts/${edition}.html`]: page('post'),
    'feed.xml': `feed ${edition}`,
  }
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

let lastHost = 1

for (const target of faultyTargets) {
  describe(`${target.title}: faults`, () => {
    // A push takes few pieces.
    const isBrief = target.title === 'A git host'
    let place: FaultyPlace
    let first: Release
    let second: Release

    before(async function () {
      if (!(await target.isInstalled())) this.skip()
      first = await makeRelease('r1', site('one'))
      second = await makeRelease('r2', site('two'))
    })

    beforeEach(async () => {
      place = await target.makePlace()
    })

    for (const at of isBrief ? [1, 3, 5] : [1, 8, 20]) {
      it(`that pass are retried until they are over (from piece ${at})`, async () => {
        const { manifest } = await place.deployer().deploy(first, makeContext())
        const host = `127.0.2.${(lastHost += 1)}`
        const to = { to: place.port, dataPorts: place.dataPorts, host }
        const proxy = await startProxy({ ...to, how: 'cut', at, of: 'both', times: 3 })
        // More than the breaks: a server that is busy may fail one of them by itself.
        const deployer = place.deployer({ host, port: proxy.port, attempts: 8 })
        await deployer.deploy(second, makeContext(manifest))
        proxy.close()
        expect(proxy.breaks()).to.equal(3)
        await expectRepaired({
          contents: place.contents,
          expected: site('two'),
          compare: async () => place.deployer().deploy(second, makeContext()),
        })
      })
    }

    it('that stay are retried as often as allowed, and then reported', async () => {
      await place.deployer().deploy(first, makeContext())
      const proxy = await startProxy({
        to: place.port,
        how: 'cut',
        at: isBrief ? 2 : 12,
        of: 'client',
      })
      const deployment = place.deployer({ port: proxy.port }).deploy(second, makeContext())
      const error = await failureOf(deployment)
      const after = proxy.connections()
      proxy.close()
      expect(error).to.have.property('code', 'unreachable')
      expect(after).to.be.greaterThan(3)
    })

    it('of the login are not retried: a wrong password takes one connection', async () => {
      const proxy = await startProxy({ to: place.port, how: 'cut', at: Infinity, of: 'both' })
      const wrong = place.deployer({ port: proxy.port, secret: 'wrong-secret' })
      const error = await failureOf(wrong.deploy(first, makeContext()))
      proxy.close()
      expect(error).to.have.property('code', 'login_refused')
      expect(proxy.connections()).to.equal(1)
      expect(proxy.requests()).to.be.at.most(1)
    })

    it('of a server that never answers end in a clear message', async () => {
      const proxy = await startProxy({ to: place.port, how: 'freeze', at: 1, of: 'client' })
      const reach = { port: proxy.port, attempts: 1, timeout: 300 }
      const error = await failureOf(place.deployer(reach).deploy(first, makeContext()))
      proxy.close()
      expect(error).to.be.instanceOf(DeployError)
      expect(error).to.have.property('code').that.is.oneOf(['timed_out', 'unreachable'])
    })

    for (const at of isBrief ? [1, 2] : [1, 8]) {
      it(`do not delay a cancellation if the server freezes (piece ${at})`, async () => {
        const proxy = await startProxy({ to: place.port, how: 'freeze', at, of: 'client' })
        const controller = new AbortController()
        const context = makeContext(null, controller.signal)
        const deployment = failureOf(
          place.deployer({ port: proxy.port, timeout: 60_000 }).deploy(second, context),
        )
        while (!proxy.hasBroken()) await sleep(5)
        controller.abort()
        // Whoever waited for the server would hear in a minute that it is silent.
        const error = await deployment
        proxy.close()
        expect(error).to.have.property('code', 'cancelled')
        expect(String(error)).to.equal('DeployError: The deployment was cancelled.')
      })
    }

    it('of a closed port end in a clear message', async () => {
      const reach = { port: 1, attempts: 2 }
      const error = await failureOf(place.deployer(reach).deploy(first, makeContext()))
      expect(error).to.have.property('code', 'unreachable')
      expect(String(error)).to.match(/Could not .*127\.0\.0\.1.*: nothing answers at that port\./)
    })
  })
}
