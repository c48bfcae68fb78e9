import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createWatching } from '../../../src/service/worktree/watching.js'
import { useApi } from '../../api/server.js'
import { eventually } from '../../stories/git-client.js'

const PUSH = `commit refs/heads/main
committer Dev <dev@test> 1700000000 +0000
data 4
push
from refs/heads/main^0
M 100644 inline one.md
data 19
---
title: One
---

`

describe('watching the refs of a site', () => {
  const api = useApi()

  // Several, so that some are pushed to before anybody has looked at them for the first time.
  it('notices a push on disk to a site that has just been created', async () => {
    for (let round = 0; round < 6; round += 1) {
      const site = await api.site()
      await api.fastImport(site.id, PUSH)
      await eventually(async () => {
        const { list } = await api.get(`/v2/sites/${site.id}/pages`)
        expect(list.map(({ title }) => title)).to.deep.equal(['One'])
      })
    }
  })
})

describe('watching a tree for which there were no watches', () => {
  const api = useApi({ settings: { watch: 'true', maxWatches: '1' } })

  it('begins when another site frees its watches, and is logged', async () => {
    const sites = [await api.site(), await api.site()]
    const told = (what: string) =>
      api.warned
        .filter(({ message }) => message.includes(what))
        .map(({ fields }) => String(Reflect.get(fields, 'siteId')))
    const [polled] = await eventually(() => {
      expect(told('is polled')).to.have.length(1)
      return told('is polled')
    })
    const other = sites.find(({ id }) => id !== polled)
    expect((await api.delete(`/v2/sites/${other?.id}`)).status).to.equal(200)
    await eventually(() => expect(told('watched again')).to.deep.equal([polled]))
    expect(told('is polled')).to.deep.equal([polled])
  })
})

describe('a site that is being indexed when watching ends', () => {
  let data: string
  beforeEach(() => {
    data = mkdtempSync(path.join(tmpdir(), 'galley-watching-'))
  })
  afterEach(() => rmSync(data, { recursive: true }))

  const never = () => {
    throw new Error('nobody watches trees here')
  }

  /** Reading in begins at once, and fails by `fail`; what is told by then. */
  function watch() {
    const folders = dataFolders(data)
    const { repository } = folders.site('a')
    mkdirSync(repository, { recursive: true })
    writeFileSync(path.join(repository, 'packed-refs'), '')
    const told: unknown[] = []
    let fail: (error: Error) => void = never
    const reading = new Promise<void>((_, reject) => (fail = reject))
    const watching = createWatching({
      advance: { catchUp: () => reading },
      worktrees: { followNow: never },
      diskEdits: { commit: never },
      folders,
      siteIds: () => ['a'],
      watch: false,
      maxWatches: 0,
      onError: (error) => told.push(error),
      warn: never,
    })
    watching.start()
    const failed = reading.catch(() => new Promise((resolve) => setImmediate(resolve)))
    return { watching, told, fail: (error: Error) => fail(error), failed }
  }

  it('logs no error if the server stops it', async () => {
    const { watching, told, fail, failed } = watch()
    const stopped = watching.stop()
    fail(new Error('the index stops: the site is read in again'))
    await Promise.all([stopped, failed])
    expect(told).to.deep.equal([])
  })

  it('logs an error if it failed before', async () => {
    const { watching, told, fail, failed } = watch()
    const error = new Error('a pack is damaged')
    fail(error)
    await failed
    await watching.stop()
    expect(told).to.deep.equal([error])
  })
})
