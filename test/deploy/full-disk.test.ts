import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import type { OpenStore } from '../../src/deploy/files/file-store.js'
import { ftpStore } from '../../src/deploy/ftp/ftp.js'
import { sftpStore } from '../../src/deploy/sftp/sftp.js'
import { isInstalled, type RunningServer, startServer } from '../servers/start.js'
import { readFolder } from './files/file-places.js'
import { makeContext, makeRelease, temporaryFolder } from './releases.js'
import { expectRepaired } from './repaired.js'
import { localOutgoing, session } from './settings.js'

const run = promisify(execFile)

/** Whether this process may mount a small file system, as root of a machine or container may. */
async function mountSmall(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  return run('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder]).then(
    () => true,
    () => false,
  )
}

function loginOf(server: RunningServer) {
  return {
    host: '127.0.0.1',
    port: server.number('port'),
    username: server.text('user'),
    password: server.text('password'),
    path: '',
  }
}

const kinds: Record<'ftp' | 'sftp', (server: RunningServer) => OpenStore> = {
  ftp: (server) => ftpStore({ ...loginOf(server), security: 'none' }, localOutgoing),
  sftp: (server) => sftpStore(loginOf(server), localOutgoing),
}

for (const kind of ['ftp', 'sftp'] as const) {
  describe(`A full disk (${kind})`, () => {
    let server: RunningServer
    let home = ''

    before(async function () {
      if (!(await isInstalled(kind))) this.skip()
      const dir = await temporaryFolder()
      home = join(dir, 'home')
      if (!(await mountSmall(home))) {
        home = ''
        this.skip()
      }
      server = await startServer(kind, { dir })
    })

    after(async () => {
      if (home === '') return
      await run('umount', ['-l', home])
      await server.stop()
      await rm(server.dir, { recursive: true, force: true })
    })

    it('leaves the live site complete, is reported, and the next deployment succeeds', async () => {
      const deployer = filesDeployer(kinds[kind](server), session('web-secret', 3))
      const first = { 'index.html': 'one', 'a.css': 'one' }
      const { manifest } = await deployer.deploy(await makeRelease('r1', first), makeContext())
      const big = { 'index.html': 'two', 'a.css': 'two', 'film.mp4': Buffer.alloc(600_000) }
      const error = await deployer.deploy(await makeRelease('r2', big), makeContext(manifest)).then(
        () => null,
        (failure: unknown) => failure,
      )
      // ProFTPD answers 451, which may mean anything, when the system says EIO.
      expect(error).to.have.property('code').that.is.oneOf(['remote_full', 'remote_error'])
      expect(String(error)).to.match(/^DeployError: Could not upload "[^"]+" to .*: .*\.$/)
      const contents = Object.fromEntries(await readFolder(home))
      expect(contents).to.include(first)
      const third = { 'index.html': 'three', 'small.mp4': Buffer.alloc(150_000).toString() }
      const release = await makeRelease('r3', third)
      await deployer.deploy(release, makeContext(manifest))
      await expectRepaired({
        contents: async () => readFolder(home),
        expected: third,
        compare: async () => deployer.deploy(release, makeContext()),
      })
    })
  })
}
