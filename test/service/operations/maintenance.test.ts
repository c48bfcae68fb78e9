/** What a killed program leaves behind, a repository that has grown, and what `galley doctor` says. */

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { startApi, type Running } from '../../api/server.js'

describe('maintenance', () => {
  let api: Running
  let siteId = ''
  const place = (name: string) => path.join(api.data, 'sites', siteId, name)
  const examine = async (repair = false) => {
    const found = await api.server.application.maintenance.examine(siteId, { repair })
    return found.map(({ kind, repaired }) => `${kind} ${repaired}`)
  }

  beforeEach(async () => {
    api = await startApi()
    siteId = (await api.site()).id
    await api.server.application.worktrees.flush()
  })
  afterEach(() => api.finish())

  it('finds nothing wrong with a sound site', async () => {
    expect(await examine()).to.deep.equal([])
  })

  it('removes locks and temporary files of killed programs at the start, and can write again', async () => {
    await api.stop()
    const git = place('repository.git')
    const lock = path.join(git, 'refs/heads/main.lock')
    const ours = path.join(git, `objects/tmp_obj_${process.pid}_0123456789abcdef`)
    const young = path.join(git, 'objects/tmp_obj_aBcDeF')
    const old = path.join(git, 'objects/tmp_objdir-incoming-aBcDeF')
    for (const file of [lock, ours, young]) await writeFile(file, '')
    await mkdir(old)
    await utimes(old, 0, 0)
    api = await startApi({ data: api.data })
    expect([lock, ours, young, old].map((file) => existsSync(file))).to.deep.equal([
      false,
      false,
      true,
      false,
    ])
    expect((await api.post(`/v2/sites/${siteId}/pages`, { title: 'Works' })).status).to.equal(201)
    await rm(young)
  })

  it('finds and removes leftovers of killed builds and imports', async () => {
    const leave = async () => {
      await mkdir(place('work/0123456789abcdef01234567/site'), { recursive: true })
      await writeFile(place('work/import.zip'), 'PK')
    }
    await leave()
    expect(await examine()).to.deep.equal(['unfinished_work false', 'unfinished_work false'])
    expect(await examine(true)).to.deep.equal(['unfinished_work true', 'unfinished_work true'])
    expect(await readdir(place('work'))).to.deep.equal([])
    await leave()
    await api.stop()
    api = await startApi({ data: api.data })
    expect(await readdir(place('work'))).to.deep.equal([])
  })

  it('verifies all objects once a month, and names one with a flipped bit', async () => {
    const { maintenance } = api.server.application
    await maintenance.check()
    const blob = (await api.git(siteId, 'rev-parse', 'main:_config.yml')).trim()
    const file = path.join(place('repository.git'), 'objects', blob.slice(0, 2), blob.slice(2))
    const sound = await readFile(file)
    const flipped = Buffer.from(sound)
    flipped.writeUInt8(flipped.readUInt8(10) ^ 1, 10)
    await rm(file)
    await writeFile(file, flipped)
    await maintenance.check()
    expect(api.logged).to.deep.equal([])
    api.skip(31 * 24 * 60 * 60_000)
    await maintenance.check()
    const told = api.logged.map((fields) => String(Reflect.get(fields, 'error')))
    expect(told.filter((message) => message.includes(blob.slice(2)))).to.not.deep.equal([])
    api.logged.length = 0
    await maintenance.check()
    expect(api.logged).to.deep.equal([])
    await writeFile(file, sound)
  })

  it('names stale locks and files, a lost working tree, and mends them when asked', async () => {
    await rm(place('tree'), { recursive: true })
    const lock = path.join(place('repository.git'), 'refs/heads/main.lock')
    await writeFile(lock, '')
    await utimes(lock, 0, 0)
    expect(await examine()).to.deep.equal(['stale_lock false', 'missing_working_tree false'])
    expect(await examine(true)).to.deep.equal(['stale_lock true', 'missing_working_tree true'])
    expect(await readdir(place('tree'))).to.deep.equal(['_config.yml'])
    expect(await examine()).to.deep.equal([])
  })

  it('says that a repository is gone', async () => {
    const folder = place('repository.git')
    await rename(folder, `${folder}.away`)
    const found = await api.server.application.maintenance.examine(siteId, { repair: true })
    expect(found[0]).to.include({ kind: 'missing_repository', repaired: false })
    await rename(`${folder}.away`, folder)
  })

  it('says that there are many packs, and repacks while writes go on', async () => {
    for (let number = 0; number < 51; number += 1) {
      await api.post(`/v2/sites/${siteId}/pages`, { title: `First ${number}` })
      await api.git(siteId, 'repack', '-q', '-d')
    }
    expect(await examine()).to.deep.equal(['needs_repack false'])
    const writes = Array.from({ length: 20 }, (_, number) =>
      api.post(`/v2/sites/${siteId}/pages`, { title: `Page ${number}` }),
    )
    expect(await examine(true)).to.deep.equal(['needs_repack true'])
    for (const { status } of await Promise.all(writes)) expect(status).to.equal(201)
    expect(await examine()).to.deep.equal([])
    const packs = await readdir(path.join(place('repository.git'), 'objects/pack'))
    expect(packs.filter((name) => name.endsWith('.pack')).length).to.equal(1)
  })

  it('does not report a stale index while a write is under way', async () => {
    let isWriting = true
    const writes = Array.from({ length: 40 }, (_, number) =>
      api.post(`/v2/sites/${siteId}/pages`, { title: `Page ${number}` }),
    )
    const written = Promise.all(writes).finally(() => (isWriting = false))
    const found: string[] = []
    while (isWriting) found.push(...(await examine()))
    for (const { status } of await written) expect(status).to.equal(201)
    expect(found).to.deep.equal([])
  })
})
