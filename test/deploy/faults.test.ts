import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { DeployError } from '../../src/deploy/deploy-error.js'
import type { Release } from '../../src/deploy/deployer.js'
import { startProxy } from './proxy.js'
import { makeContext, makeRelease } from './releases.js'
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

/** Pages on the target that name an asset that is not there. */
function brokenPages(contents: ReadonlyMap<string, string>): string[] {
  const pages = [...contents].filter(([path]) => path.endsWith('.html'))
  return pages.flatMap(([path, text]) =>
    [...text.matchAll(/assets\/\S+/g)]
      .filter(([asset]) => !contents.get(asset)?.match(/^(css|js) /))
      .map(([asset]) => `${path} names ${asset}`),
  )
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

/** Cuts at the k-th piece that the client sends; with FTP and the object stores not at each k. */
function* cuts(title: string): Generator<number> {
  for (let k = 1; ; k += title === 'SFTP' ? 5 : Math.max(2, Math.ceil(k / 2))) yield k
}

for (const target of faultyTargets) {
  describe(`${target.title}: faults`, function () {
    this.timeout(120_000)
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

    it('leave only whole pages wherever the connection is cut, and the next deployment repairs', async () => {
      let broken = 0
      let previous = (await place.deployer().deploy(first, makeContext())).manifest
      for (const k of cuts(target.title)) {
        const proxy = await startProxy({ to: place.port, how: 'cut', at: k })
        const work = place.deployer({ port: proxy.port, attempts: 1 })
        const error = await failureOf(work.deploy(second, makeContext(previous)))
        const hasBroken = proxy.hasBroken()
        proxy.close()
        const contents = await place.contents()
        expect(brokenPages(contents), `cut at ${k}`).to.deep.equal([])
        if (!hasBroken) {
          expect(error).to.equal(null)
          break
        }
        broken += 1
        expect(error, `cut at ${k}`).to.be.instanceOf(DeployError)
        expect(String(error)).to.match(/^DeployError: Could not .+: .+\.$/)
        const repaired = await place.deployer().deploy(first, makeContext(previous))
        previous = repaired.manifest
        expect(Object.fromEntries(await place.contents()), `cut at ${k}`).to.deep.equal(site('one'))
      }
      expect(broken).to.be.greaterThan(3)
      expect(Object.fromEntries(await place.contents())).to.deep.equal(site('two'))
    })

    it('are tried again', async () => {
      await place.deployer().deploy(first, makeContext())
      const proxy = await startProxy({ to: place.port, how: 'cut', at: 12 })
      const deployment = place.deployer({ port: proxy.port }).deploy(second, makeContext())
      const error = await failureOf(deployment)
      proxy.close()
      expect(error).to.have.property('code', 'unreachable')
    })

    it('of a server that never answers end in a sentence', async () => {
      const proxy = await startProxy({ to: place.port, how: 'freeze', at: 1 })
      const reach = { port: proxy.port, attempts: 1, timeout: 300 }
      const error = await failureOf(place.deployer(reach).deploy(first, makeContext()))
      proxy.close()
      expect(error).to.be.instanceOf(DeployError)
      expect(error).to.have.property('code').that.is.oneOf(['timed_out', 'unreachable'])
    })

    for (const at of [1, 8]) {
      it(`do not keep a cancel waiting when the server freezes (piece ${at})`, async () => {
        const proxy = await startProxy({ to: place.port, how: 'freeze', at })
        const controller = new AbortController()
        const context = makeContext(null, controller.signal)
        const deployment = failureOf(
          place.deployer({ port: proxy.port, timeout: 60_000 }).deploy(second, context),
        )
        for (let waited = 0; !proxy.hasBroken() && waited < 5000; waited += 50) await sleep(50)
        controller.abort()
        const error = await Promise.race([deployment, sleep(2000, 'too late')])
        proxy.close()
        expect(error).to.have.property('code', 'cancelled')
        expect(String(error)).to.equal('DeployError: The deployment was cancelled.')
      })
    }

    it('of a port where nobody answers end in a sentence', async () => {
      const reach = { port: 1, attempts: 2 }
      const error = await failureOf(place.deployer(reach).deploy(first, makeContext()))
      expect(error).to.have.property('code', 'unreachable')
      expect(String(error)).to.match(/Could not .*127\.0\.0\.1.*: nothing answers at that port\./)
    })
  })
}
