import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import type { FtpAccount } from '../../../src/deploy/ftp/connection.js'
import { ftpStore } from '../../../src/deploy/ftp/ftp.js'
import { isInstalled, sharedServer, startServer } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { plantFile, readFolder } from '../files/file-places.js'
import { makeContext, makeRelease } from '../releases.js'
import { lateSession, localOutgoing, session } from '../settings.js'

let places = 0

async function makePlace(security: FtpAccount['security'], certificate = '') {
  const server = await sharedServer('ftp')
  const folder = `${security}-${(places += 1)}`
  const root = join(server.text('root'), folder)
  mkdirSync(root)
  const account: FtpAccount = {
    host: '127.0.0.1',
    port: server.number(security === 'implicit' ? 'tlsPort' : 'port'),
    username: server.text('user'),
    password: server.text('password'),
    path: folder,
    security,
    certificate,
  }
  // With a pinned certificate, no authority is known.
  const known = certificate === '' ? { ca: readFileSync(server.text('ca'), 'utf8') } : {}
  const outgoing = { ...localOutgoing, ...known }
  const secret = 'wrong-secret'
  return {
    root,
    account,
    deployer: filesDeployer(ftpStore(account, outgoing), session(account.password)),
    wrongLogin: {
      secret,
      deployer: filesDeployer(
        ftpStore({ ...account, password: secret }, outgoing),
        lateSession(secret),
      ),
    },
    sessionsEnd: () => server.sessionsEnd(),
    contents: () => readFolder(root),
    plant: (path: string, content: string) => plantFile(root, path, content),
  }
}

for (const security of ['none', 'explicit'] as const) {
  describeTarget({
    title: security === 'none' ? 'FTP' : 'FTPS',
    isInstalled: () => isInstalled('ftp'),
    makePlace: () => makePlace(security),
  })
}

describe('FTP', () => {
  before(async function () {
    if (!(await isInstalled('ftp'))) this.skip()
  })

  it('works with TLS from the first byte, empty files included', async () => {
    const { deployer, contents } = await makePlace('implicit')
    const files = { 'index.html': 'home', 'a/empty.txt': '', 'a/site.css': 'css' }
    await deployer.deploy(await makeRelease('r1', files), makeContext())
    expect(Object.fromEntries(await contents())).to.deep.equal(files)
  })

  for (const security of ['explicit', 'implicit'] as const) {
    it(`takes the pinned certificate and no other, with ${security} TLS`, async () => {
      const server = await sharedServer('ftp')
      const certificate = new X509Certificate(readFileSync(server.text('ca')))
      const { fingerprint256 } = certificate
      const release = await makeRelease('r1', { 'index.html': 'home', 'a/empty.txt': '' })
      for (const pin of [fingerprint256, fingerprint256.replaceAll(':', '').toLowerCase()]) {
        const { deployer, contents } = await makePlace(security, pin)
        await deployer.deploy(release, makeContext())
        expect((await contents()).get('index.html')).to.equal('home')
      }
      const other = await makePlace(security, '00'.repeat(32))
      const logins = () => readFileSync(server.text('log'), 'utf8').match(/USER|PASS/g)?.length
      const before = logins()
      const error: unknown = await other.deployer
        .deploy(release, makeContext())
        .catch((failure: unknown) => failure)
      expect(error).to.have.property('code', 'certificate_refused')
      expect(error).to.have.property('message').that.includes(fingerprint256)
      expect(logins()).to.equal(before)
    })
  }

  it('creates the folder of the target if it is missing', async () => {
    const { account, root } = await makePlace('none')
    const store = ftpStore({ ...account, path: `${account.path}/not/there` }, localOutgoing)
    const release = await makeRelease('r1', { 'index.html': 'home' })
    await filesDeployer(store, session('web-secret')).deploy(release, makeContext())
    expect(Object.fromEntries(await readFolder(root))).to.include({
      'not/there/index.html': 'home',
    })
  })

  it('reports that a folder cannot be used, even if the reply to the upload is lost', async () => {
    const { account, root } = await makePlace('none')
    await plantFile(root, 'assets', 'a file where a folder is needed')
    const release = await makeRelease('r1', { 'assets/site.css': 'css' })
    const error = await filesDeployer(ftpStore(account, localOutgoing), session('web-secret'))
      .deploy(release, makeContext())
      .then(
        () => null,
        (failure: unknown) => failure,
      )
    expect(error).to.have.property('code').that.is.oneOf(['forbidden', 'not_found'])
    expect(String(error)).to.match(/Could not publish "assets\/site.css"/)
  })

  it('reports that the server demands TLS', async () => {
    const server = await startServer('ftp', { env: { FTP_TLS_REQUIRED: '1' } })
    try {
      const { account } = await makePlace('none')
      const plain = ftpStore({ ...account, port: server.number('port') }, localOutgoing)
      const error = await filesDeployer(plain, session('web-secret'))
        .deploy(await makeRelease('r1', { 'index.html': 'x' }), makeContext())
        .then(
          () => null,
          (failure: unknown) => failure,
        )
      expect(String(error)).to.match(/^DeployError: Could not connect to 127.0.0.1: .*\.$/)
    } finally {
      await server.stop()
    }
  })
})
