import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { useApi } from '../../api/server.js'

describe('a working tree that is updated late', () => {
  const api = useApi()

  it('logs no error if the site has been deleted', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    expect((await api.delete(`/v2/sites/${id}`)).status).to.equal(200)
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged).to.deep.equal([])
  })

  it('is abandoned at once when its site is deleted, however much is to be written', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    const { tree } = dataFolders(api.config.data).site(id)
    const files = Array.from({ length: 700 }, (_, at) => `M 100644 inline s/${at}/a\ndata 1\nx\n`)
    const head = 'commit refs/heads/main\ncommitter A <a@x> 1700000000 +0000\ndata 1\nx\n'
    const given = await worktrees.use(id, async (_tree, follow) => {
      // With the tree locked, so that nobody else has followed it before.
      await api.fastImport(id, `${head}from refs/heads/main^0\n${files.join('')}`)
      const going = follow()
      worktrees.abandon(id)
      return going.catch((error: unknown) => error)
    })
    expect(given).to.have.property('name', 'AbortError')
    const later = await worktrees.followNow(id).catch((error: unknown) => error)
    expect(later).to.have.property('name', 'AbortError')
    await worktrees.forget(id)
    const folders = () => readdir(path.join(tree, 's')).catch(() => [])
    expect((await folders()).length).to.be.lessThan(700)
    // It was not removed after all.
    worktrees.takeUp(id)
    await worktrees.followNow(id)
    expect(await folders()).to.have.length(700)
    expect(api.logged).to.deep.equal([])
  })

  it('is not made again while its site is being deleted, and is made if it was not deleted', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    const { root } = dataFolders(api.config.data).site(id)
    worktrees.abandon(id)
    await worktrees.forget(id)
    // As in the middle of a deletion, when `main` may have been read already.
    for (const name of await readdir(root)) {
      if (name !== 'repository.git') await rm(path.join(root, name), { recursive: true })
    }
    worktrees.follow(id)
    await worktrees.flush()
    const used = await worktrees.use(id, async () => null).catch((error: unknown) => error)
    expect(used).to.have.property('name', 'AbortError')
    expect(await readdir(root)).to.deep.equal(['repository.git'])
    worktrees.takeUp(id)
    await worktrees.flush()
    expect(await readdir(path.join(root, 'tree'))).to.include('_config.yml')
    expect(api.logged).to.deep.equal([])
  })

  it('is waited for, also if its update has begun by itself', async () => {
    const { id } = await api.site()
    const { worktrees, locks } = api.server.application
    await worktrees.flush()
    await rm(dataFolders(api.config.data).site(id).tree, { recursive: true })
    let isFlushed = false
    let flushing: Promise<void> | undefined
    await locks.run(`tree ${id}`, async () => {
      worktrees.follow(id)
      // By then it has begun, and waits for the lock.
      await delay(500)
      flushing = worktrees.flush().then(() => {
        isFlushed = true
      })
      await delay(50)
      expect(isFlushed).to.equal(false)
    })
    await flushing
    expect(await readdir(dataFolders(api.config.data).site(id).tree)).to.include('_config.yml')
  })

  it('gets the version of main when an edit is undone before it was committed', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    const put = async (name: string, data: string): Promise<void> => {
      const saved = await api.upload('PUT', `/v2/sites/${id}/source/${name}`, { data })
      expect(saved.status, saved.text).to.be.within(200, 201)
    }
    for (const name of ['a.txt', 'b.txt']) await put(name, 'first')
    await worktrees.flush()
    const at = (name: string) => path.join(dataFolders(api.config.data).site(id).tree, name)
    for (const name of ['a.txt', 'b.txt']) await writeFile(at(name), 'edited')
    await put('a.txt', 'second')
    expect((await api.delete(`/v2/sites/${id}/source/b.txt`)).status).to.equal(200)
    await worktrees.flush()
    expect(await readFile(at('a.txt'), 'utf8')).to.equal('edited')
    expect(await readFile(at('b.txt'), 'utf8')).to.equal('edited')
    for (const name of ['a.txt', 'b.txt']) await writeFile(at(name), 'first')
    await worktrees.followNow(id)
    expect(await readFile(at('a.txt'), 'utf8')).to.equal('second')
    expect(await readdir(path.dirname(at('b.txt')))).to.not.include('b.txt')
  })

  it('logs an error if it cannot be written', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    const { tree, treeState } = dataFolders(api.config.data).site(id)
    await rm(tree, { recursive: true })
    await rm(`${treeState}.commit`)
    await writeFile(tree, 'in its place')
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged.splice(0)).to.have.nested.property('[0].siteId', id)
    await rm(tree)
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged).to.deep.equal([])
  })
})
