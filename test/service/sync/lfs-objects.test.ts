import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { findObject } from '../../../src/git/lfs/objects.js'
import { parsePointer, type LfsPointer } from '../../../src/git/lfs/pointer.js'
import { createVault } from '../../../src/service/accounts/vault.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createSiteOptions } from '../../../src/service/sites/site-options.js'
import { createLfsObjects } from '../../../src/service/sync/lfs-objects.js'
import { startLfsHost, type HostedObject, type LfsHost } from '../../servers/lfs.js'
import { makeSite } from '../../store/make-store.js'

const MAX_BYTES = 100_000
const MINUTES = 60_000

describe('createLfsObjects', () => {
  const options = createSiteOptions(createVault(Buffer.alloc(32, 7)))
  let host: LfsHost
  let root: string
  let now: number
  let room: number
  let added: number
  let said: string[]

  before(async () => void (host = await startLfsHost()))
  after(() => host.close())
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-lfs-'))
    await mkdir(dataFolders(root).site(site().id).repository, { recursive: true })
    now = Date.UTC(2026, 0, 1)
    room = 1e9
    added = 0
    said = []
    host.status = 200
    host.seen.length = 0
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  const site = () =>
    makeSite(5, 'owner', {
      sync: 'githost',
      syncOptions: options.seal({
        path: `${host.url}/a.git`,
        access_token: 'secret',
        branch: 'main',
      }),
    })
  const start = () =>
    createLfsObjects({
      folders: dataFolders(root),
      options,
      outgoing: { rules: { allow: ['127.0.0.1'] }, timeout: 60_000 },
      space: { left: () => room, add: (_siteId, bytes) => void (added += bytes) },
      maxBytes: MAX_BYTES,
      now: () => now,
      patience: { attempts: 3, delay: 1 },
    })
  const asked = (pointers: readonly LfsPointer[], isAsked = true) => ({
    pointers,
    isAsked,
    signal: new AbortController().signal,
    report: (text: string) => void said.push(text),
  })
  const add = (content: string, more: Partial<HostedObject> = {}): LfsPointer => {
    const pointer = parsePointer(Buffer.from(host.add(Buffer.from(content), more)))
    if (!pointer) throw new Error('no pointer')
    return pointer
  }
  const isHere = async (pointer: LfsPointer) =>
    (await findObject(dataFolders(root).site(site().id).repository, pointer)) !== null
  const batches = () => host.seen.filter(({ method }) => method === 'POST').length

  it('fetches what is not here, once each, and counts it as space of the site', async () => {
    const lfs = start()
    const [one, other] = [add('one'), add('other')]
    expect(await lfs.fetchFor(site(), asked([one, other, one]))).to.deep.equal(new Map())
    expect([await isHere(one), await isHere(other)]).to.deep.equal([true, true])
    expect(added).to.equal(2 * 4096)
    expect(said).to.deep.equal([
      'Fetching 2 files (8 bytes) of Git LFS',
      'Fetched 1 of 2 files (8 bytes) of Git LFS',
      'Fetched 2 of 2 files (8 bytes) of Git LFS',
    ])
    const requests = host.seen.length
    expect(requests, 'links, and two objects').to.equal(3)
    expect(await lfs.fetchFor(site(), asked([one, other]))).to.deep.equal(new Map())
    expect(host.seen.length).to.equal(requests)
  })

  it('fetches nothing that is too large, or for which there is no room', async () => {
    const large = { ...add('large'), size: 2 * MAX_BYTES }
    const [first, second] = [add('first'), add('second')]
    room = 4096 + 4095
    const reasons = await start().fetchFor(site(), asked([large, first, second]))
    expect(Object.fromEntries(reasons)).to.deep.equal({
      [large.sha256]: 'it has 200 kB, and a file may have 100 kB (--upload-bytes)',
      [second.sha256]:
        "there is no room for its 6 bytes on the disk, or within the site's limit (--site-bytes)",
    })
    expect([await isHere(first), await isHere(second)]).to.deep.equal([true, false])
    room = 0
    host.seen.length = 0
    await start().fetchFor(site(), asked([second]))
    expect(host.seen).to.deep.equal([])
  })

  it('keeps no text with front matter, which a build would render', async () => {
    const texts = ['---\n---\n{{ site.title }}', '\uFEFF---\nx\n', '---']
    const pointers = texts.map((text) => add(text))
    const short = add('--')
    const reasons = await start().fetchFor(site(), asked([...pointers, short]))
    expect([...reasons.values()]).to.deep.equal(
      texts.map(() => 'it is a text with front matter, which only git can keep'),
    )
    expect(await Promise.all(pointers.map(isHere))).to.deep.equal([false, false, false])
    expect(await isHere(short)).to.equal(true)
  })

  it('tries again what may pass, and nothing else', async () => {
    const busy = add('busy', { statuses: [503, 503] })
    const gone = add('gone', { statuses: [410, 200] })
    const reasons = await start().fetchFor(site(), asked([busy, gone]))
    expect([...reasons]).to.deep.equal([[gone.sha256, 'the server answered 410 in place of it']])
    expect(await isHere(busy)).to.equal(true)
    expect(batches()).to.equal(3)
    const dead = add('dead', { statuses: [503, 503, 503] })
    const left = await start().fetchFor(site(), asked([dead]))
    expect([...left]).to.deep.equal([[dead.sha256, 'the server answered 503 in place of it']])
  })

  it('asks again after a while what has failed, at once if somebody waits', async () => {
    const lfs = start()
    const lost = { sha256: 'ab'.repeat(32), size: 200 }
    const [reason] = (await lfs.fetchFor(site(), asked([lost], false))).values()
    expect(reason).to.equal('the server does not have it')
    expect(batches()).to.equal(1)
    now += 4 * MINUTES
    expect((await lfs.fetchFor(site(), asked([lost], false))).get(lost.sha256)).to.equal(reason)
    expect(batches()).to.equal(1)
    await lfs.fetchFor(site(), asked([lost], true))
    expect(batches()).to.equal(2)
    now += 6 * MINUTES
    await lfs.fetchFor(site(), asked([lost], false))
    expect(batches()).to.equal(3)
  })

  it('tells nothing secret of a remote, and goes on without it', async () => {
    const one = add('one', { error: { code: 500, message: 'for secret, no' } })
    expect((await start().fetchFor(site(), asked([one]))).get(one.sha256)).to.equal(
      'the server does not send it (500: for ********, no)',
    )
    host.status = 404
    expect((await start().fetchFor(site(), asked([one]))).get(one.sha256)).to.equal(
      'it offers no objects of Git LFS',
    )
    const alone = { ...site(), sync: 'disabled' as const }
    expect((await start().fetchFor(alone, asked([one]))).get(one.sha256)).to.equal(
      'the site is not synced with a repository that could have it',
    )
    expect(existsSync(join(dataFolders(root).site(site().id).repository, 'lfs'))).to.equal(false)
  })

  it('ends with its job', async () => {
    const cancelled = {
      ...asked([add('one')]),
      signal: AbortSignal.abort(new Error('Job cancelled')),
    }
    const error = await start()
      .fetchFor(site(), cancelled)
      .catch((reason: unknown) => reason)
    expect(error).to.be.an.instanceOf(Error)
    expect(await isHere(add('one'))).to.equal(false)
  })
})
