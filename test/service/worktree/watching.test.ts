import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createWatching, type Watching } from '../../../src/service/worktree/watching.js'
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

const never = () => {
  throw new Error('nobody watches trees here')
}

describe('watching refs', () => {
  let data: string
  let watching: Watching | undefined
  beforeEach(() => {
    data = mkdtempSync(path.join(tmpdir(), 'galley-refs-'))
  })
  afterEach(async () => {
    await watching?.stop()
    rmSync(data, { recursive: true })
  })

  /** Writes what a push of this number writes. */
  function push(siteId: string, number: number): void {
    const { repository } = dataFolders(data).site(siteId)
    mkdirSync(path.join(repository, 'refs/heads'), { recursive: true })
    const fresh = path.join(repository, 'refs/heads/main.lock')
    writeFileSync(fresh, String(number).padStart(40, '0'))
    renameSync(fresh, path.join(repository, 'refs/heads/main'))
  }

  /** Starts; `looks` counts the looks at the repository of each site, `reads` how often each was read in. */
  function start(siteIds: readonly string[], read: (siteId: string) => void = () => undefined) {
    const [looks, reads] = [new Map<string, number>(), new Map<string, number>()]
    const told: unknown[] = []
    const warned: string[] = []
    const count = (of: Map<string, number>, id: string) => of.set(id, (of.get(id) ?? 0) + 1)
    const folders = dataFolders(data)
    watching = createWatching({
      advance: {
        catchUp: async (siteId) => {
          count(reads, siteId)
          read(siteId)
        },
      },
      worktrees: { followNow: never },
      diskEdits: { commit: never },
      folders: {
        ...folders,
        site: (siteId) => {
          count(looks, siteId)
          return folders.site(siteId)
        },
      },
      siteIds: () => siteIds,
      watch: false,
      maxWatches: 0,
      onError: (error) => told.push(error),
      warn: (_fields, message) => warned.push(message),
    })
    watching.start()
    return { looks, reads, told, warned }
  }

  it('looks at no site in which nothing happens', async () => {
    for (const id of ['a', 'b', 'c']) push(id, 1)
    const { looks, reads } = start(['a', 'b', 'c'])
    await eventually(() => expect(reads.size).to.equal(3))
    const before = looks.get('b')
    for (let number = 2; number < 8; number += 1) {
      push('a', number)
      await eventually(() => expect(reads.get('a')).to.equal(number))
    }
    expect(looks.get('b')).to.equal(before)
    expect(reads.get('b')).to.equal(1)
  })

  it('notices packed refs, and a repository that was replaced', async () => {
    push('a', 1)
    const { reads } = start(['a'])
    const { repository } = dataFolders(data).site('a')
    const readTimes = (times: number) => eventually(() => expect(reads.get('a')).to.equal(times))
    await readTimes(1)
    writeFileSync(path.join(repository, 'packed-refs'), 'x')
    await readTimes(2)
    // Both at once, so that no look comes in between.
    renameSync(repository, `${repository}.old`)
    push('a', 2)
    await readTimes(3)
    push('a', 3)
    await readTimes(4)
  })

  it('tries again after a failure, and logs each error once', async () => {
    push('a', 1)
    let message = 'a pack is damaged'
    const { reads, told } = start(['a'], () => {
      if (message !== '') throw new Error(message)
    })
    const again = async () => {
      const before = reads.get('a') ?? 0
      await eventually(() => expect(reads.get('a')).to.be.greaterThan(before))
    }
    for (let k = 0; k < 2; k += 1) await again()
    expect(told.map(String)).to.deep.equal(['Error: a pack is damaged'])
    message = 'another pack is damaged'
    push('a', 2)
    await eventually(() => expect(told).to.have.length(2))
    message = ''
    push('a', 3)
    await again()
    message = 'another pack is damaged'
    push('a', 4)
    await eventually(() => expect(told).to.have.length(3))
  })

  it('says once that a repository is missing, and what to do', async () => {
    const { reads, told, warned } = start(['a'], () => {
      throw new Error('no repository')
    })
    await eventually(() => expect(reads.get('a')).to.equal(3))
    expect(warned).to.deep.equal(['the repository of a site is missing: restore it from a backup'])
    expect(told).to.deep.equal([])
  })
})

describe('a site that is being indexed when watching ends', () => {
  let data: string
  beforeEach(() => {
    data = mkdtempSync(path.join(tmpdir(), 'galley-watching-'))
  })
  afterEach(() => rmSync(data, { recursive: true }))

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
