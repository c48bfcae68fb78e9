import {
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createProcessLauncher } from '../../../src/git/program/process-launcher.js'

describe('What a server that was killed has left in the temporary folder', () => {
  let root = ''
  const open: Server[] = []
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-left-'))
  })
  afterEach(async () => {
    for (const server of open.splice(0)) server.close()
    await rm(root, { recursive: true })
  })

  async function folderOf(name: string): Promise<string> {
    await mkdir(join(root, name))
    return join(root, name)
  }
  async function listen(path: string): Promise<Server> {
    const server = createServer((socket) => socket.resume())
    await new Promise<void>((resolve) => server.listen(path, resolve))
    return server
  }
  /** A socket at which nobody answers: closing one removes it only by its first name. */
  async function deaf(path: string): Promise<void> {
    const server = await listen(`${path}-before`)
    await rename(`${path}-before`, path)
    await new Promise((resolve) => server.close(resolve))
  }
  const age = (path: string) => utimes(path, 1, 1)
  /** Starts a helper in the folder, and ends it. @returns the names that are left */
  async function leftOver(): Promise<string[]> {
    const launcher = createProcessLauncher(root)
    expect(await launcher.ready()).to.equal(true)
    await launcher.close()
    return (await readdir(root)).sort()
  }

  it('is removed by the next one', async () => {
    const dead = await folderOf('galley-start-dead00')
    await deaf(join(dead, 's'))
    await age(dead)
    await age(await folderOf('galley-start-empty0'))
    expect(await leftOver()).to.deep.equal([])
  })

  it('stays while somebody answers, while it is new, and under any other name', async () => {
    const live = await folderOf('galley-start-live00')
    open.push(await listen(join(live, 's')))
    await deaf(join(await folderOf('galley-start-new000'), 's'))
    await folderOf('galley-start-new001')
    const others = ['galley-start-dead', 'galley-start-dead000', 'galley-other-dead00']
    for (const name of others) await deaf(join(await folderOf(name), 's'))
    for (const name of ['galley-start-live00', ...others]) await age(join(root, name))
    const expected = ['galley-start-live00', 'galley-start-new000', 'galley-start-new001']
    expect(await leftOver()).to.deep.equal([...expected, ...others].sort())
  })

  it('is no link, no file, nothing of another user and nothing that holds more', async () => {
    const target = await folderOf('target')
    await deaf(join(target, 's'))
    await symlink(target, join(root, 'galley-start-link00'))
    await writeFile(join(root, 'galley-start-file00'), '')
    const made = ['more00', 'text00', 'name00', 'slink0']
    const [more = '', text = '', name = '', link = ''] = await Promise.all(
      made.map((one) => folderOf(`galley-start-${one}`)),
    )
    await deaf(join(more, 's'))
    await writeFile(join(more, 't'), '')
    await writeFile(join(text, 's'), '')
    await deaf(join(name, 't'))
    await symlink(join(target, 's'), join(link, 's'))
    if (process.getuid?.() === 0) {
      const other = await folderOf('galley-start-other0')
      await deaf(join(other, 's'))
      await chown(other, 65_534, 65_534)
    }
    const before = (await readdir(root)).sort()
    for (const one of before) await age(join(root, one))
    expect(await leftOver()).to.deep.equal(before)
    expect(await readdir(target)).to.deep.equal(['s'])
    for (const folder of [more, text, name, link])
      expect(await readdir(folder)).to.have.length.above(0)
  })

  it('is not asked for anything: a helper lets whoever only connects go again', async () => {
    const launcher = createProcessLauncher(root)
    expect(await launcher.ready()).to.equal(true)
    const [folder = ''] = await readdir(root)
    const socket = connect({ path: join(root, folder, 's'), allowHalfOpen: true })
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume().end()
    await closed
    await launcher.close()
  })
})
