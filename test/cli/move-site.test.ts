/** A site moves to another server while people write: what was acknowledged is there, and nobody changes it here any more. */

import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { withAccounts } from '../../src/cli/accounts.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { soon } from '../servers/pebble.js'
import { call, startWriters, type Target } from '../stories/writers.js'
import { galley } from './galley.js'

const execute = promisify(execFile)

describe('a site that moves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-move-'))
  const first = path.join(folder, 'first')
  const second = path.join(folder, 'second')
  const servers = new Set<GalleyProcess>()
  const on = (data: string, ...args: string[]) => galley([...args, '--data', data])
  let here: Target
  let there: Target
  let siteId: string

  async function start(data: string): Promise<Target> {
    const server = await startGalley(data)
    servers.add(server)
    const pair = await withAccounts({ data }, ({ records, users }) => {
      const admin = records.users.findByEmail('ada@example.org')?.id ?? ''
      return users.keyPairOf({ kind: 'server' }, admin)
    })
    const login = Buffer.from(`${pair.apiKey}:${pair.apiSecret}`).toString('base64')
    return { server, siteId, authorization: `Basic ${login}` }
  }

  before(async () => {
    for (const data of [first, second]) {
      await on(data, 'user', 'add', '--email', 'ada@example.org', '--admin')
    }
    siteId = (await on(first, 'site', 'create', '--title', 'T', '--domain', 'a.test')).out.trim()
    here = await start(first)
    there = await start(second)
  })

  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  const make = (target: Target) =>
    call(target, `POST /v2/sites/${siteId}/collections/posts/documents`, { title: 'More' })

  const readOnly = (...flags: string[]) => on(first, 'site', 'read-only', 'a.test', ...flags)

  const git = (clone: string, ...args: string[]) => {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=ada@example.org']
    const login = ['-c', `http.extraHeader=Authorization: ${here.authorization}`]
    return execute('git', ['-C', clone, ...identity, ...login, ...args])
  }

  it('goes on by itself if the move is cut off, and is not handed over then', async () => {
    const begun = await readOnly('--seconds', '1')
    expect(begun.out, begun.err).to.match(/^a\.test can't be changed until /)
    await soon(async () => expect((await make(here))?.status).to.equal(201))
    const late = await readOnly('--moved-to', 'https://new.example.org')
    expect(late.code).to.equal(1)
    expect(late.err).to.include('The site can be changed, so the other server may lack something')
    await readOnly()
    expect((await make(here))?.status).to.equal(503)
    expect((await readOnly('--end')).out).to.equal('a.test can be changed again.\n')
    expect((await make(here))?.status).to.equal(201)
  })

  it('takes along all that was acknowledged, and says where it is', async () => {
    const clone = path.join(folder, 'clone')
    const address = `${here.server.url}/v2/sites/${siteId}/repository.git`
    await git(folder, 'clone', '-q', address, clone)
    const writers = startWriters(here, 4, 'Moving')
    await writers.more(40)
    expect((await readOnly()).code).to.equal(0)
    await writers.stop()
    expect(writers.odd).to.deep.equal([])
    // Who is cut off and starts again finds it as it was.
    await here.server.kill('SIGKILL')
    servers.delete(here.server)
    here = await start(first)
    const refused = await make(here)
    expect(refused?.status).to.equal(503)
    expect(refused?.json['message']).to.equal(
      'This site is being moved to another server and can’t be changed for a moment; try again.',
    )
    await git(
      clone,
      'remote',
      'set-url',
      'origin',
      `${here.server.url}${new URL(address).pathname}`,
    )
    await git(clone, 'pull', '-q', '--rebase')
    await git(clone, 'commit', '-q', '--allow-empty', '-m', 'Late')
    const pushed = await git(clone, 'push', '-q').then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    )
    expect(pushed).to.include('This site is being moved to another server')

    const file = path.join(folder, 'moved.zip')
    expect((await on(first, 'backup', file, '--site', 'a.test')).code).to.equal(0)
    const restored = await on(second, 'restore', file, '--site', 'a.test')
    expect(restored.code, restored.err).to.equal(0)
    for (const [id, [...bodies]] of writers.acknowledged) {
      const document = await call(there, `GET /v2/documents/${id}`)
      const last = [bodies.at(-1)?.body, writers.maybe.get(id)]
      expect(last).to.include(document?.json['body'])
    }
    expect((await make(there))?.status, 'it can be changed there').to.equal(201)

    const over = await readOnly('--moved-to', 'https://new.example.org')
    expect(over.out).to.equal('a.test has moved to https://new.example.org.\n')
    const gone = await make(here)
    expect(gone?.status).to.equal(403)
    expect(gone?.json['message']).to.equal(
      'This site has moved to https://new.example.org: change it there.',
    )
    const [id] = writers.acknowledged.keys()
    expect((await call(here, `GET /v2/documents/${id}`))?.status).to.equal(200)
    expect((await on(first, 'site', 'delete', 'a.test')).code).to.equal(0)
  })
})
