import { expect } from 'chai'
import type { Deployer } from '../../../src/deploy/files/deployer.js'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { objectStore } from '../../../src/deploy/s3/objectstore.js'
import type { S3Account } from '../../../src/deploy/s3/requests.js'
import { isInstalled } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { makeContext, makeRelease } from '../releases.js'
import { lateSession, localOutgoing, session } from '../settings.js'
import { makeContainer, pageSize, swiftServer } from '../swift/swift-places.js'

const now = () => new Date()

async function makePlace(change: Partial<S3Account> = {}) {
  const server = await swiftServer()
  const container = await makeContainer(server)
  const account: S3Account = {
    accessKey: server.text('accessKeyId'),
    secretKey: server.text('secretAccessKey'),
    bucket: container.name,
    prefix: '',
    region: server.text('region'),
    endpoint: server.text('s3Endpoint'),
    acl: '',
    ...change,
  }
  const deployerFor = (own: S3Account, patience = session): Deployer =>
    filesDeployer(objectStore(own, localOutgoing, now), patience(own.secretKey))
  const secret = 'wrong-secret'
  return {
    ...container,
    account,
    deployerFor,
    deployer: deployerFor(account),
    wrongLogin: { secret, deployer: deployerFor({ ...account, secretKey: secret }, lateSession) },
  }
}

describeTarget({
  title: 'S3',
  isInstalled: () => isInstalled('swift'),
  makePlace,
})

describe('S3: objects', () => {
  before(async function () {
    if (!(await isInstalled('swift'))) this.skip()
  })

  async function failureOf(change: Partial<S3Account>): Promise<{ code: string; message: string }> {
    const { deployer } = await makePlace(change)
    return deployer.deploy(await makeRelease('r1', { 'index.html': 'x' }), makeContext()).then(
      () => ({ code: 'deployed', message: '' }),
      (error: { code: string; message: string }) => error,
    )
  }

  it('have the types and cache lifetimes of their names', async () => {
    const { deployer, head } = await makePlace()
    const files = {
      'index.html': 'x',
      'assets/site-5d41402abc4b2a76.css': 'x',
      'photo.jpg': 'x',
      about: 'x',
    }
    await deployer.deploy(await makeRelease('r1', files), makeContext())
    const headers = async (path: string) => {
      const found = await head(path)
      return [found.get('content-type'), found.get('cache-control')]
    }
    expect(await headers('index.html')).to.deep.equal([
      'text/html; charset=utf-8',
      'public, max-age=0, must-revalidate',
    ])
    expect(await headers('assets/site-5d41402abc4b2a76.css')).to.deep.equal([
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ])
    expect(await headers('photo.jpg')).to.deep.equal(['image/jpeg', 'public, max-age=3600'])
    expect((await headers('about'))[0]).to.equal('application/octet-stream')
  })

  it('have the cache lifetime that the user wants', async () => {
    const { deployer, head } = await makePlace({ cacheControl: 'public, max-age=60' })
    const files = { 'index.html': 'x', 'site-5d41402abc4b2a76.css': 'x' }
    await deployer.deploy(await makeRelease('r1', files), makeContext())
    for (const path of Object.keys(files)) {
      expect((await head(path)).get('cache-control'), path).to.equal('public, max-age=60')
    }
  })

  it('are below the prefix, and nothing else is touched', async () => {
    const { deployer, contents, plant } = await makePlace({ prefix: 'www/site' })
    await plant('other.html', 'other')
    await plant('www/site-two.html', 'other')
    const release = await makeRelease('r1', { 'a/index.html': 'home' })
    const { notes } = await deployer.deploy(release, makeContext())
    expect(notes).to.deep.equal([])
    expect(Object.fromEntries(await contents())).to.deep.equal({
      'other.html': 'other',
      'www/site-two.html': 'other',
      'www/site/a/index.html': 'home',
    })
  })

  it('are uploaded in parts if they are large', async () => {
    const { deployer, contents } = await makePlace()
    const large = Buffer.alloc(33 * 1024 * 1024 + 5, 'galley ')
    const release = await makeRelease('r1', { 'film.mp4': large })
    const { manifest } = await deployer.deploy(release, makeContext())
    expect((await contents()).get('film.mp4')).to.equal(large.toString())
    expect(manifest.files.get('film.mp4')?.version).to.match(/-3$/)
    const again = await deployer.deploy(release, makeContext(manifest))
    expect(again.uploaded).to.equal(0)
  })

  it('are all listed if the listing has several pages', async () => {
    const { deployer, contents } = await makePlace()
    const files: Record<string, string> = {}
    for (let file = 0; file < 2 * pageSize + 3; file += 1) files[`a+b & ${file}.html`] = `${file}`
    await deployer.deploy(await makeRelease('r1', files), makeContext())
    const { uploaded } = await deployer.deploy(await makeRelease('r2', files), makeContext())
    expect(uploaded).to.equal(0)
    const { removed } = await deployer.deploy(await makeRelease('r3', {}), makeContext())
    expect(removed).to.equal(2 * pageSize + 3)
    expect(await contents()).to.deep.equal(new Map())
  })

  it('are refused if the content on disk does not match the release', async () => {
    const { deployer, contents } = await makePlace()
    const release = await makeRelease('r1', { 'index.html': 'x' })
    const files = new Map([['index.html', { sha256: 'a'.repeat(64), size: 1 }]])
    const error = await deployer.deploy({ ...release, files }, makeContext()).then(
      () => null,
      (failure: unknown) => failure,
    )
    expect(error).to.have.property('name', 'DeployError')
    expect(await contents()).to.deep.equal(new Map())
  })

  it('need a bucket that exists', async () => {
    const { code, message } = await failureOf({ bucket: 'no-such-bucket' })
    expect(code).to.equal('not_found')
    expect(message).to.match(/no bucket "no-such-bucket"/)
  })

  it('need the right region, which the error names', async () => {
    const { code, message } = await failureOf({ region: 'eu-west-7' })
    expect(code).to.equal('bad_options')
    expect(message).to.match(/eu-west-7.*us-east-1/)
  })

  it('need a known access key', async () => {
    expect((await failureOf({ accessKey: 'nobody' })).code).to.equal('login_refused')
  })
})
