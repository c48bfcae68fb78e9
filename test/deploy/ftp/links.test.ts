/** Links below the folder of an FTP target, planted by somebody who may change files there. */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { ftpStore } from '../../../src/deploy/ftp/ftp.js'
import { isInstalled, sharedServer } from '../../servers/start.js'
import { makeContext, makeRelease } from '../releases.js'
import { localOutgoing, session } from '../settings.js'

describe('A link on an FTP server', () => {
  before(async function () {
    if (!(await isInstalled('ftp'))) this.skip()
  })

  let places = 0

  /** A target and a folder outside of it. */
  async function makePlaces() {
    const server = await sharedServer('ftp')
    const parent = join(server.text('root'), `links-${(places += 1)}`)
    const [root, outside] = [join(parent, 'www'), join(parent, 'outside')]
    mkdirSync(root, { recursive: true })
    mkdirSync(outside)
    const account = {
      host: '127.0.0.1',
      port: server.number('port'),
      username: server.text('user'),
      password: server.text('password'),
      path: `/links-${places}/www`,
      security: 'none' as const,
    }
    const deployer = filesDeployer(ftpStore(account, localOutgoing), session('web-secret'))
    return { root, outside, account, deployer }
  }

  /** Replaces a folder of the target by a link to the outside. */
  function plant(root: string, folder: string, outside: string): void {
    renameSync(join(root, folder), join(outside, 'moved away'))
    symlinkSync('../outside', join(root, folder))
  }

  it('leads no upload out of the folder of the target', async () => {
    const { root, outside, deployer } = await makePlaces()
    const first = await makeRelease('r1', { 'a/x.html': 'one' })
    const { manifest } = await deployer.deploy(first, makeContext())
    writeFileSync(join(outside, 'x.html'), 'ours')
    plant(root, 'a', outside)
    const second = await makeRelease('r2', { 'a/x.html': 'two' })
    const context = { ...makeContext(), previous: manifest }
    const error: unknown = await deployer.deploy(second, context).catch((e: unknown) => e)
    expect(error).to.have.property('code', 'forbidden')
    expect(error)
      .to.have.property('message')
      .that.includes('a is a file or a link on the server, but has to be a folder')
    expect(readFileSync(join(outside, 'x.html'), 'utf8')).to.equal('ours')
  })

  it('leads no removal out of the folder of the target', async () => {
    const { root, outside, deployer } = await makePlaces()
    const first = await makeRelease('r1', { 'a/b/x.html': 'one', 'index.html': 'home' })
    const { manifest } = await deployer.deploy(first, makeContext())
    mkdirSync(join(outside, 'b'))
    writeFileSync(join(outside, 'b', 'x.html'), 'own')
    plant(root, 'a', outside)
    const second = await makeRelease('r2', { 'index.html': 'home' })
    await deployer.deploy(second, { ...makeContext(), previous: manifest })
    expect(readFileSync(join(outside, 'b', 'x.html'), 'utf8')).to.equal('own')
    const third = await makeRelease('r3', { 'index.html': 'home, again' })
    await deployer.deploy(third, makeContext())
    expect(existsSync(join(outside, 'b', 'x.html'))).to.equal(true)
  })

  it('leads nothing out of the folder of the target where it is below other folders', async () => {
    const { root, outside, deployer } = await makePlaces()
    const first = await makeRelease('r1', { 'a/b/c/x.html': 'one', 'index.html': 'home' })
    const { manifest } = await deployer.deploy(first, makeContext())
    mkdirSync(join(outside, 'c'))
    writeFileSync(join(outside, 'c', 'x.html'), 'own')
    renameSync(join(root, 'a', 'b'), join(outside, 'moved away'))
    symlinkSync('../../outside', join(root, 'a', 'b'))
    const second = await makeRelease('r2', { 'a/b/c/x.html': 'two', 'index.html': 'home' })
    const context = { ...makeContext(), previous: manifest }
    const error: unknown = await deployer.deploy(second, context).catch((e: unknown) => e)
    expect(error).to.have.property('message').that.includes('a/b is a file or a link')
    const third = await makeRelease('r3', { 'index.html': 'home' })
    await deployer.deploy(third, makeContext())
    expect(readFileSync(join(outside, 'c', 'x.html'), 'utf8')).to.equal('own')
  })

  it('may be the folder of the target itself', async () => {
    const { root, account } = await makePlaces()
    symlinkSync('www', `${root}-link`)
    const store = ftpStore({ ...account, path: `${account.path}-link` }, localOutgoing)
    const release = await makeRelease('r1', { 'a/x.html': 'one' })
    await filesDeployer(store, session('web-secret')).deploy(release, makeContext())
    expect(readFileSync(join(root, 'a', 'x.html'), 'utf8')).to.equal('one')
  })
})
