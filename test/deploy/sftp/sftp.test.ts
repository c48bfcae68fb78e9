import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { type SftpAccount, sftpStore } from '../../../src/deploy/sftp/sftp.js'
import { isInstalled, type RunningServer, sharedServer } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { plantFile, readFolder } from '../files/file-places.js'
import { makeContext, makeRelease } from '../releases.js'
import { lateSession, localOutgoing, session } from '../settings.js'

let places = 0

async function makePlace() {
  const server = await sharedServer('sftp')
  const root = join(server.text('root'), `place-${(places += 1)}`)
  mkdirSync(root)
  const account = accountOf(server, root)
  const secret = 'wrong-secret'
  return {
    root,
    account,
    deployer: filesDeployer(sftpStore(account, localOutgoing), session('web-secret')),
    wrongLogin: {
      secret,
      deployer: filesDeployer(
        sftpStore({ ...account, password: secret }, localOutgoing),
        lateSession(secret),
      ),
    },
    sessionsEnd: () => server.sessionsEnd(),
    contents: () => readFolder(root),
    plant: (path: string, content: string) => plantFile(root, path, content),
  }
}

function accountOf(server: RunningServer, path: string) {
  return {
    host: '127.0.0.1',
    port: server.number('port'),
    username: server.text('user'),
    password: server.text('password'),
    path,
  }
}

describeTarget({
  title: 'SFTP',
  isInstalled: () => isInstalled('sftp'),
  makePlace,
})

describe('SFTP: logging in', () => {
  before(async function () {
    if (!(await isInstalled('sftp'))) this.skip()
  })

  async function deployAs(change: (server: RunningServer) => Partial<SftpAccount>) {
    const server = await sharedServer('sftp')
    const { account } = await makePlace()
    const { password: _unused, ...rest } = account
    const release = await makeRelease('r1', { 'index.html': 'home' })
    const store = sftpStore({ ...rest, ...change(server) }, localOutgoing)
    return filesDeployer(store, session('web-secret')).deploy(release, makeContext())
  }

  async function codeOf(deployment: Promise<unknown>): Promise<unknown> {
    return deployment.then(
      () => 'deployed',
      (error: { code: string }) => error.code,
    )
  }

  it('accepts a private key', async () => {
    const { uploaded } = await deployAs((server) => ({
      privateKey: readFileSync(server.text('key'), 'utf8'),
    }))
    expect(uploaded).to.equal(1)
  })

  it('accepts a private key whose passphrase is the password', async () => {
    const { uploaded } = await deployAs((server) => ({
      privateKey: readFileSync(server.text('passphraseKey'), 'utf8'),
      password: server.text('passphrase'),
    }))
    expect(uploaded).to.equal(1)
  })

  it('answers a server that asks for the password by questions', async () => {
    const server = await sharedServer('sftp', { env: { SFTP_QUESTIONS: '1' } })
    const path = join(server.text('root'), 'www')
    const deployAs = async (password: string) => {
      const store = sftpStore({ ...accountOf(server, path), password }, localOutgoing)
      const release = await makeRelease('r1', { 'index.html': 'home' })
      return filesDeployer(store, session(password)).deploy(release, makeContext())
    }
    expect(await codeOf(deployAs('another'))).to.equal('login_refused')
    expect((await deployAs('web-secret')).uploaded).to.equal(1)
  })

  it('refuses a key that it cannot read', async () => {
    const code = await codeOf(deployAs(() => ({ privateKey: 'no key at all' })))
    expect(code).to.equal('bad_options')
  })

  it('refuses a key with another passphrase', async () => {
    const code = await codeOf(
      deployAs((server) => ({
        privateKey: readFileSync(server.text('passphraseKey'), 'utf8'),
        password: 'another',
      })),
    )
    expect(code).to.equal('bad_options')
  })

  it('reports the host key that it found', async () => {
    const server = await sharedServer('sftp')
    const { hostKey } = await deployAs(() => ({ password: 'web-secret' }))
    expect(hostKey).to.equal(server.text('hostKey'))
  })

  it('accepts a pinned host key of another type than the preferred one', async () => {
    const server = await sharedServer('sftp')
    const line = readFileSync(join(server.dir, 'host_ecdsa.pub'), 'utf8').split(' ')[1] ?? ''
    const { fingerprint } = await import('../../../src/deploy/sftp/ssh-connection.js')
    const pinned = fingerprint(Buffer.from(line, 'base64'))
    const { hostKey } = await deployAs(() => ({ password: 'web-secret', hostKey: pinned }))
    expect(hostKey).to.equal(pinned)
  })

  it('refuses a host key other than the pinned one before it sends the password', async () => {
    const server = await sharedServer('sftp')
    const before = readFileSync(server.text('log'), 'utf8').match(/password for web/g)?.length ?? 0
    const hostKey = `SHA256:${Buffer.alloc(32).toString('base64')}`
    const code = await codeOf(deployAs(() => ({ password: 'web-secret', hostKey })))
    expect(code).to.equal('host_key_changed')
    const after = readFileSync(server.text('log'), 'utf8').match(/password for web/g)?.length ?? 0
    expect(after).to.equal(before)
  })

  it('makes files 0644 and folders 0755', async () => {
    const { deployer, root } = await makePlace()
    await deployer.deploy(await makeRelease('r1', { 'a/b.html': 'x', 'e.txt': '' }), makeContext())
    expect(statSync(join(root, 'a/b.html')).mode & 0o777).to.equal(0o644)
    expect(statSync(join(root, 'e.txt')).mode & 0o777).to.equal(0o644)
    expect(statSync(join(root, 'a')).mode & 0o777).to.equal(0o755)
  })

  it('creates the folder of the target if it is missing', async () => {
    const { account, root } = await makePlace()
    const path = `${root}/not/there/yet`
    const store = sftpStore({ ...account, path }, localOutgoing)
    await filesDeployer(store, session('web-secret')).deploy(
      await makeRelease('r1', { 'index.html': 'home' }),
      makeContext(),
    )
    expect(readFileSync(join(path, 'index.html'), 'utf8')).to.equal('home')
  })
})
