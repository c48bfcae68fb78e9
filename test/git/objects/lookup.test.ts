import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLookup } from '../../../src/git/objects/lookup.js'
import type { ObjectReader } from '../../../src/git/objects/reader.js'
import { initRepository, openRepository } from '../../../src/git/repository.js'

describe('looking up paths in a snapshot', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'galley-lookup-'))
  after(() => rmSync(root, { recursive: true, force: true }))

  it('finds the same entries each time', async () => {
    const gitDir = path.join(root, 'site.git')
    await initRepository(gitDir)
    const repository = await openRepository(gitDir, { native: true })
    const names = Array.from({ length: 80 }, (_, number) => `posts/p${number}.md`)
    const person = { name: 'T', email: 't@test', time: 1 }
    const { commit } = await repository.commit({
      parents: [],
      base: null,
      edits: new Map(names.map((name) => [name, { data: Buffer.from(name) }])),
      author: person,
      committer: person,
      message: 'm',
    })
    const snapshot = repository.snapshot(commit)
    const listed = execFileSync('git', ['--git-dir', gitDir, 'ls-tree', '-r', commit]).toString()
    for (const name of [...names, ...names]) {
      const entry = await snapshot.entry(name)
      expect(listed).to.include(`100644 blob ${entry?.oid}\t${name}\n`)
      expect(await snapshot.entry(`${name}x`)).to.equal(null)
      expect(await snapshot.entry(`${name}/inside`)).to.equal(null)
    }
    expect(await snapshot.entry('posts')).to.equal(null)
    await repository.close()
  })

  it('reads a folder once for simultaneous lookups', async () => {
    const line = (name: string) =>
      Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.alloc(20, 1)])
    const data = Buffer.concat([line('a'), line('b')])
    const unused = () => Promise.reject(new Error('not asked for'))
    const reader: ObjectReader = {
      read: () => Promise.resolve({ type: 'tree', data }),
      start: unused,
      info: unused,
      close: unused,
    }
    const look = createLookup(reader)
    const found = await Promise.all(Array.from({ length: 100 }, () => look('t', 'b')))
    // Lines that are found one by one are each another object.
    expect(new Set(found).size).to.be.lessThan(50)
    expect(found.every((one) => one?.name === 'b')).to.equal(true)
  })
})
