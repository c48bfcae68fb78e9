/** FTP servers that forbid or lack what others have: pure-ftpd with `-x`, ProFTPD without SIZE, and odd refusals. */

import { mkdirSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import type { FtpAccount } from '../../../src/deploy/ftp/connection.js'
import { ftpStore } from '../../../src/deploy/ftp/ftp.js'
import { isInstalled, type RunningServer, sharedServer } from '../../servers/start.js'
import { describeTarget } from '../contract.js'
import { plantFile, readFolder } from '../files/file-places.js'
import { makeContext, makeRelease } from '../releases.js'
import { lateSession, localOutgoing, session } from '../settings.js'
import { closeServers, ftpAt, lyingFtp, outcomeAt } from './hostile-server.js'

let places = 0

async function placeOn(server: RunningServer) {
  const folder = `odd-${(places += 1)}`
  const root = join(server.text('root'), folder)
  mkdirSync(root)
  await chmod(root, 0o777)
  const account: FtpAccount = {
    host: '127.0.0.1',
    port: server.number('port'),
    username: server.text('user'),
    password: server.text('password'),
    path: folder,
    security: 'none',
  }
  const secret = 'wrong-secret'
  return {
    root,
    account,
    deployer: filesDeployer(ftpStore(account, localOutgoing), session(account.password)),
    wrongLogin: {
      secret,
      deployer: filesDeployer(
        ftpStore({ ...account, password: secret }, localOutgoing),
        lateSession(secret),
      ),
    },
    sessionsEnd: () => server.sessionsEnd(),
    async contents() {
      const files = await readFolder(root)
      files.delete('galley-manifest.json')
      return files
    },
    async plant(path: string, content: string) {
      await plantFile(root, path, content)
      await chmod(join(root, path), 0o666)
      await chmod(join(root, path, '..'), 0o777)
    },
  }
}

describeTarget({
  title: 'pure-ftpd -x',
  isInstalled: () => isInstalled('pureftp'),
  makePlace: async () => placeOn(await sharedServer('pureftp')),
})

describe('pure-ftpd -x', () => {
  before(async function () {
    if (!(await isInstalled('pureftp'))) this.skip()
  })

  const makePlace = async () => placeOn(await sharedServer('pureftp'))

  it('has the manifest under a name without a dot, and no temporary file', async () => {
    const { deployer, root } = await makePlace()
    await deployer.deploy(await makeRelease('r1', { 'index.html': 'home' }), makeContext())
    expect([...(await readFolder(root)).keys()].sort()).to.deep.equal([
      'galley-manifest.json',
      'index.html',
    ])
  })

  for (const [name, clause] of [
    ['.well-known/security.txt', 'takes no names that begin with a dot'],
    ['galley-manifest.json', "is Galley's own name on this server"],
  ] as const) {
    it(`refuses ${name} before anything has gone live`, async () => {
      const { deployer, root } = await makePlace()
      const files = { 'index.html': 'home', [name]: 'x' }
      const error: unknown = await deployer
        .deploy(await makeRelease('r1', files), makeContext())
        .catch((failure: unknown) => failure)
      expect(error).to.have.property('code', 'bad_name')
      expect(error).to.have.property('message').that.includes(clause)
      expect([...(await readFolder(root)).keys()]).not.to.include('index.html')
    })
  }
})

describeTarget({
  title: 'ProFTPD without SIZE and MLST',
  isInstalled: () => isInstalled('ftp'),
  makePlace: async () =>
    placeOn(await sharedServer('ftp', { env: { FTP_FORBIDDEN: 'SIZE MLST' } })),
})

for (const [title, name, env] of [
  ['pure-ftpd -X', 'pureftp', { PUREFTP_FLAGS: '-X' }],
  ['ProFTPD without SIZE', 'ftp', { FTP_FORBIDDEN: 'SIZE' }],
] as const) {
  describe(title, () => {
    it('takes a site, and later only what has changed', async function () {
      if (!(await isInstalled(name))) this.skip()
      const place = await placeOn(await sharedServer(name, { env }))
      const { deployer } = place
      const first = await makeRelease('r1', { 'a/index.html': 'one', 'same.txt': 'same' })
      await deployer.deploy(first, makeContext())
      const second = await makeRelease('r2', { 'a/index.html': 'two', 'same.txt': 'same' })
      const { uploaded } = await deployer.deploy(second, makeContext())
      expect(uploaded).to.equal(1)
      expect(Object.fromEntries(await place.contents())).to.deep.equal({
        'a/index.html': 'two',
        'same.txt': 'same',
      })
    })
  })
}

describe('An FTP server', () => {
  afterEach(closeServers)

  for (const code of [450, 500, 501, 504, 550, 553]) {
    it(`that refuses to list a missing folder by ${code} has nothing there`, async () => {
      const { port } = await lyingFtp({
        replies: {
          MLSD: (say) => say(`${code} no`),
          LIST: (say) => say(`${code} no`),
          CWD: (say) => say('550 no such folder'),
        },
      })
      expect((await outcomeAt(port)).listing?.files.size).to.equal(0)
    })
  }

  it('that refuses to list a folder which is there is reported', async () => {
    const { port } = await lyingFtp({
      replies: { MLSD: (say) => say('501 no'), LIST: (say) => say('501 no') },
    })
    expect(await outcomeAt(port)).to.include({ code: 'remote_error' })
  })

  for (const code of [500, 501, 502, 504, 550]) {
    it(`that answers ${code} to SIZE tells of a missing file by RNFR`, async () => {
      const { port } = await lyingFtp({
        replies: {
          SIZE: (say) => say(`${code} no`),
          MLST: (say) => say('502 no'),
          RNFR: (say) => say('550 no such file'),
        },
      })
      const store = await ftpAt(port)(new AbortController().signal)
      try {
        expect(await store.read('.galley-manifest.json', 100)).to.equal(null)
      } finally {
        await store.close()
      }
    })
  }
})
