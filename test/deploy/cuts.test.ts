/**
 * The connection is cut at the pieces that either side sends while a small change is deployed: at each of them
 * in `npm run torture` (`GALLEY_CUTS=all`); else at some of those of whoever has very many.
 */
import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { DeployError } from '../../src/deploy/network/deploy-error.js'
import type { Release } from '../../src/deploy/files/deployer.js'
import { report } from '../torture/figures.js'
import { startProxy } from './network/proxy.js'
import { makeContext, makeRelease } from './releases.js'
import { expectRepaired } from './repaired.js'
import { faultyTargets, type FaultyPlace } from './targets.js'

/** Text that does not get shorter when it is packed: `size` times 64 bytes. */
function textOf(name: string, size: number): string {
  const lines = Array.from({ length: size }, (_unused, line) =>
    createHash('sha256').update(`${name} ${line}`).digest('hex'),
  )
  return lines.join('')
}

/** More than the pieces that TCP makes of it, so that files are cut in their middle. */
const stylesheets = { one: textOf('one', 2500), two: textOf('two', 2500) }
const page = (edition: string) => `page ${edition} uses assets/site-${edition}.css`

/** From one to the other a stylesheet gets another name, a page names it, a page and its folder go. */
const editions: Record<'one' | 'two', Record<string, string>> = {
  one: {
    'assets/site-one.css': stylesheets.one,
    'index.html': page('one'),
    'old/index.html': page('one'),
    'same.txt': 'the same',
  },
  two: {
    'assets/site-two.css': stylesheets.two,
    'index.html': page('two'),
    'same.txt': 'the same',
  },
}

/** What visitors would find wrong: torn files, pages whose assets are missing. */
function faultsOf(contents: ReadonlyMap<string, string>): string[] {
  const visible = [...contents].filter(([path]) => !path.startsWith('.galley-'))
  return visible.flatMap(([path, text]) => {
    const isWhole = text === editions.one[path] || text === editions.two[path]
    const asset = path.endsWith('.html') ? /assets\/\S+/.exec(text)?.[0] : undefined
    const isMissing = asset !== undefined && !contents.has(asset)
    return [
      ...(isWhole ? [] : [`${path} has ${text.length} bytes that are of no edition`]),
      ...(isMissing ? [`${path} names ${asset}`] : []),
    ]
  })
}

const seed = Number(process.env['GALLEY_SEED'] ?? 0)
const isAll = process.env['GALLEY_CUTS'] === 'all'
/** From one cut to the next. Odd, as what a client sends and what a server answers take turns. */
const STRIDES: Readonly<Record<string, number>> = { FTP: 5, FTPS: 5, SFTP: 5, S3: 3, Swift: 3 }

/** Places that are cut at the same time, each at its own pieces. */
const lanes = 6
let lastHost = 1

interface Cuts {
  readonly place: FaultyPlace
  readonly one: Release
  readonly two: Release
  readonly stride: number
}

/** Cuts at `from`, then one for each lane later, … until a deployment ends before the cut; how many broke. */
async function cutOn({ place, one, two, stride }: Cuts, from: number): Promise<number> {
  const host = `127.0.1.${(lastHost += 1)}`
  let previous = (await place.deployer().deploy(one, makeContext())).manifest
  let strayFailures = 0
  for (let at = from, broken = 0; ;) {
    const ports = { to: place.port, dataPorts: place.dataPorts, host }
    const proxy = await startProxy({ ...ports, how: 'cut', at, of: 'both' })
    const deployer = place.deployer({ host, port: proxy.port, attempts: 1 })
    const error: unknown = await deployer
      .deploy(two, makeContext(previous))
      .catch((e: unknown) => e)
    const hasBroken = proxy.hasBroken()
    proxy.close()
    const contents = await place.contents()
    expect(faultsOf(contents), `cut at ${at}`).to.deep.equal([])
    if (error instanceof Error) {
      expect(error, `cut at ${at}`).to.be.instanceOf(DeployError)
      expect(String(error)).to.match(/^DeployError: Could not .+: .+\.$/)
      // It has one attempt: the server itself may have failed it before the cut, where all is busy.
      if (!hasBroken) strayFailures += 1
      if (strayFailures > 3) throw error
    } else expect(Object.fromEntries(contents), `cut at ${at}`).to.deep.equal(editions.two)
    if (!hasBroken && !(error instanceof Error)) return broken
    previous = (await place.deployer().deploy(one, makeContext(previous))).manifest
    await expectRepaired({
      contents: place.contents,
      expected: editions.one,
      compare: async () => place.deployer().deploy(one, makeContext()),
      message: `after a cut at ${at}`,
    })
    if (!hasBroken) continue
    at += lanes * stride
    broken += 1
  }
}

for (const target of faultyTargets) {
  describe(`${target.title}: a connection that is cut`, function () {
    this.timeout(600_000)

    before(async function () {
      if (!(await target.isInstalled())) this.skip()
    })

    it('at any piece leaves complete pages with their assets, and the next deployment repairs it', async () => {
      const one = await makeRelease('r1', editions.one)
      const two = await makeRelease('r2', editions.two)
      const stride = isAll ? 1 : (STRIDES[target.title] ?? 1)
      const first = 1 + (seed % stride)
      const broken = await Promise.all(
        Array.from({ length: lanes }, async (_unused, lane) =>
          cutOn({ place: await target.makePlace(), one, two, stride }, first + lane * stride),
        ),
      )
      const cuts = broken.reduce((sum, count) => sum + count, 0)
      report({ cuts })
      // A push is few pieces; whatever else is deployed is more.
      expect(cuts * stride).to.be.greaterThan(target.title === 'A git host' ? 5 : 15)
    })

    for (const count of [2, 10]) {
      it(`in the middle of one of ${count} files is detected, and the file is sent again`, async () => {
        // Each of a single piece: who sends it has no way to notice. With many, sizes are looked at
        // all at once.
        const few = { 'a.txt': textOf('a', 400), 'b.txt': textOf('b', 400) }
        const small = Array.from({ length: count - 2 }, (_unused, index) => [
          `${index}.txt`,
          'small',
        ])
        const two = { ...editions.one, ...few, ...Object.fromEntries(small) }
        const first = await makeRelease('r1', editions.one)
        const release = await makeRelease('r2', two)
        const deployCut = async (): Promise<number> => {
          const place = await target.makePlace()
          const { manifest } = await place.deployer().deploy(first, makeContext())
          const host = `127.0.1.${(lastHost += 1)}`
          const ports = { to: place.port, dataPorts: place.dataPorts, host }
          const how = { how: 'cut', at: 1, of: 'long', times: 1 } as const
          const proxy = await startProxy({ ...ports, ...how, alone: true, gently: true })
          const deployer = place.deployer({ host, port: proxy.port })
          await deployer.deploy(release, makeContext(manifest))
          proxy.close()
          expect(Object.fromEntries(await place.contents())).to.deep.equal(two)
          return proxy.breaks()
        }
        // On a busy machine what is sent may arrive in pieces too short to be torn: once more.
        let breaks = 0
        for (let tries = 0; breaks === 0 && tries < 5; tries += 1) breaks = await deployCut()
        expect(breaks).to.equal(1)
      })
    }
  })
}
