/** A data folder that has lost what nothing can make again: no command may go on as if it were new. */

import { expect } from 'chai'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../src/config.js'
import { startServer } from '../../src/server.js'
import { startApi } from '../api/server.js'
import { galley } from './galley.js'

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

describe('A data folder without its records or its key', () => {
  let whole = ''
  let data = ''
  let domain = ''

  before(async () => {
    const api = await startApi({ keep: true })
    whole = api.data
    domain = String((await api.site())['domain'])
    await api.stop()
  })
  after(() => rm(whole, { recursive: true, force: true }))
  beforeEach(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'galley-lost-'))
    await cp(whole, data, { recursive: true, verbatimSymlinks: true })
  })
  afterEach(() => rm(data, { recursive: true, force: true }))

  const on = (...args: string[]) => galley([...args, '--data', data])
  const lose = (name: string) =>
    Promise.all(
      [name, `${name}-wal`, `${name}-shm`].map((one) => rm(path.join(data, one), { force: true })),
    )
  const start = async () => {
    const flags = { port: '0', sitesPort: '0', data }
    const server = await startServer(readConfig({ flags, environment: {} }), {
      logger: QUIET,
      version: 'test',
    })
    await server.close()
  }
  const failure = async () =>
    start().then(
      () => 'It started.',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )
  const listing = async () => (await readdir(data, { recursive: true })).toSorted()

  it('does not start, and says what to restore', async () => {
    for (const [name, words] of [
      ['galley.db', 'no records (galley.db)'],
      ['server.key', 'no key (server.key)'],
    ] as const) {
      const kept = await readFile(path.join(data, name))
      await lose(name)
      const message = await failure()
      expect(message).to.include(words).and.to.include('galley restore')
      expect(existsSync(path.join(data, name)), name).to.equal(false)
      await cp(path.join(whole, name), path.join(data, name))
      expect(await readFile(path.join(data, name)), name).to.deep.equal(kept)
      await start()
    }
  })

  it('is not taken for a new one by its records being empty, or by its index or sites being gone', async () => {
    await truncate(path.join(data, 'galley.db'))
    expect(await failure()).to.include('no records')
    await lose('galley.db')
    await lose('index.db')
    await rm(path.join(data, 'server.key'))
    expect(await failure()).to.include('no records')
    await rm(path.join(data, 'sites'), { recursive: true })
    await rm(path.join(data, 'trash'), { recursive: true })
    expect(await failure()).to.equal('It started.')
  })

  it('is left as it is by every command, and reported by doctor', async () => {
    for (const name of ['galley.db', 'server.key']) {
      await lose(name)
      const before = await listing()
      const found = await on('doctor', '--repair')
      expect(found.code).to.equal(1)
      expect(found.out).to.include(`(${name})`).and.not.to.include('The server is running')
      const { findings, complete } = JSON.parse((await on('doctor', '--json')).out)
      expect(complete).to.equal(false)
      expect(findings).to.have.length(1)
      for (const args of [
        ['user', 'add', '--email', 'a@example.org', '--admin'],
        ['site', 'list'],
        ['reindex'],
      ]) {
        const { code, err } = await on(...args)
        expect(code, args.join(' ')).to.equal(1)
        expect(err).to.include(`(${name})`)
      }
      expect((await listing()).filter((one) => !/^(lock|galley\.db-|tmp)/.test(one))).to.deep.equal(
        before.filter((one) => !/^(lock|galley\.db-|tmp)/.test(one)),
      )
      await cp(path.join(whole, name), path.join(data, name))
    }
    expect((await on('site', 'list')).out).to.include(domain)
  })

  it('keeps the sites that its records do not know, when they are repaired', async () => {
    const other = await mkdtemp(path.join(tmpdir(), 'galley-other-'))
    try {
      const add = ['user', 'add', '--email', 'a@example.org', '--admin', '--data', other]
      expect((await galley(add)).code).to.equal(0)
      for (const name of ['galley.db', 'server.key']) {
        await lose(name)
        await cp(path.join(other, name), path.join(data, name))
      }
      const sites = await readdir(path.join(data, 'sites'))
      const found = await on('doctor', '--repair')
      expect(found.out).to.include('belongs to no site, but has a repository')
      expect(await readdir(path.join(data, 'sites'))).to.deep.equal(sites)
      expect(await readdir(path.join(data, 'trash'))).to.deep.equal([])
    } finally {
      await rm(other, { recursive: true, force: true })
    }
  })
})
