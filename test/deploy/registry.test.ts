import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Hosting, validateOptions } from '../../src/deploy/options.js'
import { deployerFor, type DeployerParts, testHosting } from '../../src/deploy/registry.js'
import { isInstalled, sharedServer } from '../servers/start.js'
import { nativePush } from './githost/native-push.js'
import { makeContext, makeRelease } from './releases.js'
import { localOutgoing } from './settings.js'
import { makeContainer, swiftServer } from './swift/swift-places.js'

const parts: DeployerParts = {
  outgoing: localOutgoing,
  now: () => new Date(),
  push: nativePush(),
  readTip: async () => null,
  domain: '',
  retries: { attempts: 2, delay: 10 },
}

function optionsOf(hosting: Hosting, given: Record<string, string>) {
  const result = validateOptions(hosting, given)
  if (!result.ok) throw new Error(JSON.stringify(result.details))
  return result.options
}

interface Case {
  readonly hosting: Hosting
  readonly server: 'ftp' | 'sftp' | 'swift'
  readonly given: () => Promise<Record<string, string>>
  readonly secret: string
}

let places = 0

async function fileHost(kind: 'ftp' | 'sftp', protocol: string) {
  const server = await sharedServer(kind)
  const path = `registry-${(places += 1)}`
  await mkdir(join(server.text('root'), path))
  return {
    protocol,
    host: '127.0.0.1',
    port: String(server.number('port')),
    username: server.text('user'),
    password: server.text('password'),
    path,
  }
}

describe('The path of an account', () => {
  for (const [kind, protocol] of [
    ['sftp', 'sftp'],
    ['ftp', 'ftp'],
  ] as const) {
    it(`begins at the folder after login with ~, by ${protocol}`, async function () {
      if (!(await isInstalled(kind))) this.skip()
      const given = await fileHost(kind, protocol)
      const options = optionsOf('ftp', { ...given, path: `~/${given.path}` })
      const deployer = await deployerFor('ftp', options, parts)
      await deployer.deploy(await makeRelease('r1', { 'index.html': 'home' }), makeContext())
      const root = (await sharedServer(kind)).text('root')
      expect(readFileSync(join(root, given.path, 'index.html'), 'utf8')).to.equal('home')
    })
  }
})

const cases: Record<string, Case> = {
  ftp: { hosting: 'ftp', server: 'ftp', secret: 'password', given: () => fileHost('ftp', 'ftp') },
  ftps: { hosting: 'ftp', server: 'ftp', secret: 'password', given: () => fileHost('ftp', 'ftps') },
  sftp: {
    hosting: 'ftp',
    server: 'sftp',
    secret: 'password',
    given: () => fileHost('sftp', 'sftp'),
  },
  objectstore: {
    hosting: 'objectstore',
    server: 'swift',
    secret: 'secret_key',
    async given() {
      const server = await swiftServer()
      return {
        access_key: server.text('accessKeyId'),
        secret_key: server.text('secretAccessKey'),
        path: `${(await makeContainer(server)).name}/a/folder`,
        region: server.text('region'),
        endpoint: server.text('s3Endpoint'),
      }
    },
  },
  cloudstore: {
    hosting: 'cloudstore',
    server: 'swift',
    secret: 'api_key',
    async given() {
      const server = await swiftServer()
      return {
        username: server.text('user'),
        api_key: server.text('key'),
        path: (await makeContainer(server)).name,
        region: 'any',
        auth_url: server.text('authUrl'),
      }
    },
  },
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

for (const [title, { hosting, server, given, secret }] of Object.entries(cases)) {
  describe(`Options to a deployer: ${title}`, () => {
    const { signal } = new AbortController()
    let own: DeployerParts

    before(async function () {
      if (!(await isInstalled(server))) this.skip()
      const ca =
        server === 'ftp' ? readFileSync((await sharedServer('ftp')).text('ca'), 'utf8') : ''
      own = ca === '' ? parts : { ...parts, outgoing: { ...localOutgoing, ca } }
    })

    it('tests the connection, deploys, and tests it again', async () => {
      const options = optionsOf(hosting, await given())
      const test = { hosting, options, signal }
      expect(await testHosting(test, own)).to.match(/^Logged in and may write: .* is empty\.$/)
      const deployer = await deployerFor(hosting, options, own)
      await deployer.deploy(await makeRelease('r1', { 'a/b.html': 'x' }), makeContext())
      expect(await testHosting(test, own)).to.match(
        / holds a site of 1 file that was put by Galley\.$/,
      )
    })

    it('reports a wrong login in one sentence, without the secret', async () => {
      const wrong = { ...(await given()), [secret]: 'wrong-canary-secret' }
      const options = optionsOf(hosting, wrong)
      const error = await failureOf(testHosting({ hosting, options, signal }, own))
      expect(error, String(error)).to.have.property('code', 'login_refused')
      expect(String(error)).to.match(/^DeployError: Could not .*\.$/)
      expect(JSON.stringify(error) + String(error)).not.to.include('canary')
    })

    it('connects only to addresses that the operator allows', async () => {
      const options = optionsOf(hosting, await given())
      const closed = { ...own, outgoing: { ...localOutgoing, rules: { allow: [] } } }
      const error = await failureOf(testHosting({ hosting, options, signal }, closed))
      expect(error).to.have.property('code', 'address_refused')
    })
  })
}

describe('Options to a deployer', () => {
  const { signal } = new AbortController()

  it('refuses a certificate of an unknown authority', async function () {
    if (!(await isInstalled('ftp'))) this.skip()
    const options = optionsOf('ftp', await fileHost('ftp', 'ftps'))
    const error = await failureOf(testHosting({ hosting: 'ftp', options, signal }, parts))
    expect(error).to.have.property('code', 'certificate_refused')
  })

  it('leaves everything to the built-in host when hosting is disabled', async () => {
    const deployer = await deployerFor('disabled', {}, parts)
    const release = await makeRelease('r1', { 'index.html': 'x' })
    const { uploaded, manifest } = await deployer.deploy(release, makeContext())
    expect([uploaded, manifest.release]).to.deep.equal([0, 'r1'])
  })

  it('makes the URL of a repository from its host and path', async () => {
    const seen: string[] = []
    const reading: DeployerParts = {
      ...parts,
      readTip: async ({ url }) => {
        seen.push(url)
        return 'a'.repeat(40)
      },
    }
    for (const path of ['owner/name', 'owner/name.git', 'https://git.example/x/y']) {
      const options = optionsOf('githost', { path, access_token: 't' })
      const sentence = await testHosting({ hosting: 'githost', options, signal }, reading)
      expect(sentence).to.match(/^Found https:.*, whose branch gh-pages is at aaaaaaaaaa\.$/)
    }
    expect(seen).to.deep.equal([
      'https://github.com/owner/name.git',
      'https://github.com/owner/name.git',
      'https://git.example/x/y',
    ])
  })

  it('reports what is wrong with a git host', async () => {
    const refusing: DeployerParts = {
      ...parts,
      readTip: async () => {
        throw Object.assign(new Error('HTTP Error: 401'), { data: { statusCode: 401 } })
      },
    }
    const options = optionsOf('githost', { path: 'o/n', access_token: 'canary' })
    const error = await failureOf(testHosting({ hosting: 'githost', options, signal }, refusing))
    expect(error, String(error)).to.have.property('code', 'login_refused')
    expect(String(error)).to.match(/Could not read https:.*: the access token was refused\.$/)
  })
})
