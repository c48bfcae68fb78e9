import { expect } from 'chai'
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { watchFolders } from '../../../src/service/worktree/folder-watcher.js'
import { eventually } from '../../stories/git-client.js'

describe('watching every folder of a tree', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-folders-'))
  after(() => rmSync(root, { recursive: true, force: true }))

  it('counts folders that come and go, with all below them, and frees each watch', async () => {
    for (const folder of ['a/b/c', 'a/d', 'e', '.git/x'])
      mkdirSync(path.join(root, folder), { recursive: true })
    let folders = 0
    const failures: unknown[] = []
    const left = new AbortController()
    const watcher = await watchFolders({
      root,
      hint: () => undefined,
      count: (more) => void (folders += more),
      flooded: () => undefined,
      failed: (error) => void failures.push(error),
      left: left.signal,
    })
    expect(folders).to.equal(6)
    mkdirSync(path.join(root, 'e/f/g'), { recursive: true })
    await eventually(() => expect(folders).to.equal(8))
    renameSync(path.join(root, 'a'), path.join(root, 'e/f/a'))
    await eventually(() => expect(folders).to.equal(8))
    rmSync(path.join(root, 'e'), { recursive: true })
    await eventually(() => expect(folders).to.equal(1))
    await watcher.close()
    expect(folders).to.equal(0)
    expect(failures).to.deep.equal([])
  })

  it('opens no watch if it is already aborted', async () => {
    let folders = 0
    const watcher = await watchFolders({
      root,
      hint: () => undefined,
      count: (more) => void (folders += more),
      flooded: () => undefined,
      failed: () => undefined,
      left: AbortSignal.abort(),
    })
    expect(folders).to.equal(0)
    await watcher.close()
  })
})
