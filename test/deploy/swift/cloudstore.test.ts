import { expect } from 'chai'
import { cloudStore } from '../../../src/deploy/swift/cloudstore.js'
import type { Deployer } from '../../../src/deploy/files/deployer.js'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { createHttpClient } from '../../../src/deploy/network/http-client.js'
import { logInToStorage } from '../../../src/deploy/swift/keystone.js'
import type { SwiftAccount } from '../../../src/deploy/swift/requests.js'
import { isInstalled, type RunningServer } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { makeContext, makeRelease } from '../releases.js'
import { lateSession, localOutgoing, session } from '../settings.js'
import { containerIn, keystoneServer, pageSize, swiftServer } from './swift-places.js'

type Login = Pick<SwiftAccount, 'username' | 'apiKey' | 'region' | 'authUrl'>

function v1(server: RunningServer): Login {
  return {
    username: server.text('user'),
    apiKey: server.text('key'),
    region: '',
    authUrl: server.text('authUrl'),
  }
}

function v2(server: RunningServer): Login {
  return {
    username: 'tester',
    apiKey: 'testing',
    region: 'ord',
    authUrl: server.text('v2AuthUrl'),
  }
}

function v3(server: RunningServer): Login {
  return {
    username: `${server.text('v3Project')}:${server.text('v3User')}`,
    apiKey: server.text('v3Password'),
    region: 'RegionOne',
    authUrl: server.text('v3AuthUrl'),
  }
}

async function accessOf(login: Login) {
  const client = createHttpClient(localOutgoing)
  const access = await logInToStorage(login, client, new AbortController().signal)
  client.close()
  return { url: access.storageUrl, token: access.token }
}

async function makePlace(login: Login) {
  const container = await containerIn(await accessOf(login))
  const account: SwiftAccount = { ...login, container: container.name, prefix: '' }
  const deployerFor = (own: SwiftAccount, patience = session): Deployer =>
    filesDeployer(cloudStore(own, localOutgoing), patience(own.apiKey))
  const secret = 'wrong-secret'
  return {
    ...container,
    account,
    deployerFor,
    deployer: deployerFor(account),
    wrongLogin: { secret, deployer: deployerFor({ ...account, apiKey: secret }, lateSession) },
  }
}

describeTarget({
  title: 'Swift',
  isInstalled: () => isInstalled('swift'),
  makePlace: async () => makePlace(v1(await swiftServer())),
})

const identities = {
  'v2.0': async () => v2(await swiftServer()),
  v3: async () => v3(await keystoneServer()),
}

for (const [version, login] of Object.entries(identities)) {
  describe(`Swift: logging in by ${version}`, () => {
    before(async function () {
      if (!(await isInstalled('swift', version === 'v3' ? 'keystone' : ''))) this.skip()
    })

    it('finds the storage in the catalogue', async () => {
      const { deployer, contents } = await makePlace(await login())
      const files = { 'index.html': 'home', 'a/b.css': 'css' }
      await deployer.deploy(await makeRelease('r1', files), makeContext())
      expect(Object.fromEntries(await contents())).to.deep.equal(files)
    })

    async function failureOfLogin(change: Partial<Login>) {
      const account = { ...(await login()), ...change, container: 'any', prefix: '' }
      const release = await makeRelease('r1', { 'index.html': 'x' })
      const deployer = filesDeployer(cloudStore(account, localOutgoing), session(account.apiKey))
      return failureOf(deployer.deploy(release, makeContext()))
    }

    it('reports a wrong key in a sentence that does not contain it', async () => {
      const error = await failureOfLogin({ apiKey: 'wrong-secret' })
      expect(error.code).to.equal('login_refused')
      expect(error.message).not.to.include('wrong-secret')
    })

    it('lists the regions that exist', async () => {
      const error = await failureOfLogin({ region: 'LON' })
      expect(error.code).to.equal('bad_options')
      expect(error.message).to.match(/no region "LON"; the account has (DFW, ORD|RegionOne)/)
    })
  })
}

async function failureOf(deployment: Promise<unknown>): Promise<{ code: string; message: string }> {
  return deployment.then(
    () => ({ code: 'deployed', message: '' }),
    (error: { code: string; message: string }) => error,
  )
}

describe('Swift: containers and tokens', () => {
  before(async function () {
    if (!(await isInstalled('swift'))) this.skip()
  })

  async function deployTo(change: Partial<SwiftAccount>) {
    const { deployerFor, account } = await makePlace(v1(await swiftServer()))
    const release = await makeRelease('r1', { 'index.html': 'x' })
    return failureOf(deployerFor({ ...account, ...change }).deploy(release, makeContext()))
  }

  it('need a container that exists', async () => {
    const { code, message } = await deployTo({ container: 'none' })
    expect(code).to.equal('not_found')
    expect(message).to.match(/no container "none"/)
  })

  it('need a user who may write', async () => {
    const reader = { username: 'test:reader', apiKey: 'reading' }
    expect((await deployTo(reader)).code).to.equal('forbidden')
  })

  it('need a URL that tells the version', async () => {
    const { code } = await deployTo({ authUrl: 'http://127.0.0.1:1/identity' })
    expect(code).to.equal('bad_options')
  })

  it('list all objects if the listing has several pages', async () => {
    const { deployer, contents } = await makePlace(v1(await swiftServer()))
    const files: Record<string, string> = {}
    for (let file = 0; file < 2 * pageSize + 3; file += 1) files[`page ${file}.html`] = `${file}`
    await deployer.deploy(await makeRelease('r1', files), makeContext())
    const { uploaded } = await deployer.deploy(await makeRelease('r2', files), makeContext())
    expect(uploaded).to.equal(0)
    const { removed } = await deployer.deploy(await makeRelease('r3', {}), makeContext())
    expect(removed).to.equal(2 * pageSize + 3)
    expect(await contents()).to.deep.equal(new Map())
  })

  it('renew a token that has expired', async () => {
    // Whoever comes later logs in anew.
    const server = await swiftServer()
    const { account } = await makePlace(v1(server))
    const before = await accessOf(v1(server))
    const store = await cloudStore(account, localOutgoing)(new AbortController().signal)
    const stored = await store.list()
    expect(stored.files.size).to.equal(0)
    const expiry = new URL('/expire-tokens', server.text('authUrl'))
    expect((await fetch(expiry, { method: 'POST' })).status).to.equal(204)
    const late = await fetch(before.url, { headers: { 'x-auth-token': before.token } })
    expect(late.status).to.equal(401)
    const both = await Promise.all([store.list(), store.read('none', 10)])
    expect(both[1]).to.equal(null)
    await store.close()
  })
})
