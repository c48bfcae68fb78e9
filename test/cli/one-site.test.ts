/** One site of a copy or a backup, brought back into a running server, and taken to another one and back. */

import { expect } from 'chai'
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { withAccounts } from '../../src/cli/accounts.js'
import { readServerKey } from '../../src/service/accounts/server-key.js'
import { createVault } from '../../src/service/accounts/vault.js'
import { dataFolders } from '../../src/service/branch/folders.js'
import { restoreSiteOfBackup } from '../../src/service/operations/site-restoring.js'
import { createSiteOptions } from '../../src/service/sites/site-options.js'
import { copiedSite } from '../service/copies/copied-site.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { call } from '../stories/writers.js'
import { galley } from './galley.js'

const CAROL = { email: 'carol@example.org', kind: 'publisher' }

describe('one site', () => {
  const { folder, data, ids, on, git, makeStore, round, placeOf, clock } = copiedSite()
  const second = path.join(folder, 'second')
  const store = makeStore()
  const servers: GalleyProcess[] = []
  const made = { text: '', hook: '', carol: '' }
  let here: Target
  let there: Target

  interface Target {
    readonly server: GalleyProcess
    readonly authorization: string
  }

  async function start(where: string): Promise<Target> {
    const server = await startGalley(where)
    servers.push(server)
    const pair = await withAccounts({ data: where }, ({ records, users }) => {
      const admin = records.users.findByEmail('ada@example.org')?.id ?? ''
      return users.keyPairOf({ kind: 'server' }, admin)
    })
    const authorization = Buffer.from(`${pair.apiKey}:${pair.apiSecret}`).toString('base64')
    return { server, authorization: `Basic ${authorization}` }
  }

  const ask = async (target: Target, request: string, body?: unknown) => {
    const answer = await call(target, request, body)
    expect(answer?.status, `${request}: ${JSON.stringify(answer?.json)}`).to.be.below(300)
    return answer?.json ?? {}
  }

  const bodyAt = async (target: Target) =>
    (await ask(target, `GET /v2/documents/${made.text}`))['body']

  const write = (target: Target, body: string) =>
    ask(target, `PUT /v2/documents/${made.text}`, { body })

  const rolesIn = (where: string) =>
    withAccounts({ data: where }, ({ records }) => {
      const { rows } = records.roles.listForSite(ids.site, { limit: 100, offset: 0 })
      return rows.map(({ role, user }) => `${role.kind} ${user.email}`)
    })

  /** Notes what was sent to a target last; returns what is noted. */
  const deployed = (releaseId?: string) =>
    withAccounts({ data }, ({ records: { deployments } }) => {
      const sent = { siteId: ids.site, target: 'ftp', manifest: '', extra: {}, at: 1 }
      if (releaseId !== undefined) deployments.put({ ...sent, releaseId })
      return deployments.listForSite(ids.site).map((one) => one.releaseId)
    })

  /** What the built-in host serves for the domain. */
  const livePage = async ({ server }: Target, domain: string): Promise<string> => {
    const headers = { host: domain }
    return text(
      await new Promise((resolve, reject) => {
        get(`${server.sitesUrl}/extra.txt`, { headers }, resolve).on('error', reject)
      }),
    )
  }

  before(async () => {
    await on(data, 'user', 'add', '--email', 'bob@example.org')
    await on(data, 'user', 'add', '--email', 'carol@example.org')
    await on(second, 'user', 'add', '--email', 'ada@example.org', '--admin')
    await on(second, 'user', 'add', '--email', 'bob@example.org')
    here = await start(data)
    there = await start(second)
    const site = `/v2/sites/${ids.site}`
    const post = { title: 'A post', body: 'as then' }
    made.text = String((await ask(here, `POST ${site}/collections/posts/documents`, post))['id'])
    await ask(here, `POST ${site}/roles`, { email: 'bob@example.org', kind: 'writer' })
    made.carol = String((await ask(here, `POST ${site}/roles`, CAROL))['id'])
    const ftp = {
      host: 'ftp.example.org',
      username: 'u',
      password: 'a secret',
      path: '/',
      protocol: 'ftps',
    }
    await ask(here, `PUT ${site}`, { hosting: 'ftp', hosting_options: ftp })
    const hook = { name: 'H', url: 'https://hooks.example.org/', events: ['publish.done'] }
    made.hook = String((await ask(here, `POST ${site}/webhooks`, hook))['secret'])
    await ask(here, `POST ${site}/change_sets`, { title: 'Autumn' })
    await deployed('sent then')
    await round(store)
  })

  after(async () => {
    for (const server of servers) await server.kill('SIGKILL')
  })

  const fromCopy = (...more: string[]) =>
    on(data, 'copies', 'restore', ...placeOf(store), '--site', 'a.test', ...more)

  it('comes back from a copy into a running server, which keeps it as it was before', async () => {
    const at = new Date(clock.now).toISOString()
    const history = git(data, 'rev-list', '--count', 'main')
    await write(here, 'spoilt')
    await deployed('sent since')
    await ask(here, `DELETE /v2/roles/${made.carol}`)
    const other = await on(data, 'site', 'create', '--title', 'O', '--domain', 'other.test')
    await round(store)

    const refused = await fromCopy('--at', at)
    expect(refused.code).to.equal(1)
    expect(refused.err).to.equal(
      'galley: a.test is still there: name a file with --keep, in which it is kept as it is now.\n',
    )
    expect(await bodyAt(here)).to.equal('spoilt')

    const keep = path.join(folder, 'kept.zip')
    const { code, out, err } = await fromCopy('--at', at, '--keep', keep)
    expect({ code, out, err }).to.deep.equal({
      code: 0,
      out: `Restored a.test (${ids.site}), as it was at ${at}.\n`,
      err: '',
    })
    expect(await bodyAt(here)).to.equal('as then')
    expect(git(data, 'rev-list', '--count', 'main')).to.equal(history)
    expect(await rolesIn(data)).to.deep.equal([
      'admin ada@example.org',
      'writer bob@example.org',
      'publisher carol@example.org',
    ])
    expect(await livePage(here, 'a.test')).to.equal('first')
    expect(await deployed()).to.deep.equal(['sent since'])
    await ask(here, `GET /v2/sites/${other.out.trim()}`)
    expect((await on(data, 'site', 'list', '--trash')).out).to.include('a.test')

    const back = await on(data, 'restore', keep, '--site', ids.site, '--keep', `${keep}.2`)
    expect({ code: back.code, err: back.err }).to.deep.equal({ code: 0, err: '' })
    expect(await bodyAt(here)).to.equal('spoilt')
    expect(await rolesIn(data)).to.have.length(2)
  })

  it('comes back when it was deleted, with its ids', async () => {
    await ask(here, `DELETE /v2/sites/${ids.site}`)
    const { code, err } = await fromCopy()
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(await bodyAt(here)).to.equal('spoilt')
    const never = await fromCopy('--site', 'never.test', '--keep', path.join(folder, 'never.zip'))
    expect(never.err).to.equal('galley: There was no site never.test then.\n')
    const all = await on(path.join(folder, 'all'), 'restore', 'x.zip', '--keep', 'y.zip')
    expect(all.err).to.equal('galley: --keep and --domain are for one site: name it with --site.\n')
    const odd = await fromCopy('--domain', 'no domain')
    expect(odd.err).to.equal('galley: domain must be a host name\n')
    const wrong = await fromCopy('--keep', path.join(folder, 'n.zip'), '--domain', 'other.test')
    expect(wrong.err).to.include('A site with this domain exists already.')
    expect(await bodyAt(here)).to.equal('spoilt')
  })

  const secretsIn = (where: string) =>
    withAccounts({ data: where }, async ({ records }) => {
      const key = await readServerKey(dataFolders(where).serverKey)
      const vault = createVault(key)
      const [hook] = records.webhooks.listOfSite(ids.site)
      const { hostingOptions } = records.sites.get(ids.site)
      return {
        password: createSiteOptions(vault).open(hostingOptions)['password'],
        hook: vault.open(records.webhooks.secretsOf(hook?.id ?? '').secret),
        sets: records.changeSets.list(ids.site).map(({ title }) => title),
      }
    })

  it('moves to another server and back, with history, ids, settings, secrets and roles', async () => {
    const file = path.join(folder, 'moved.zip')
    await write(here, 'moved')
    const backedUp = await on(data, 'backup', file, '--site', 'a.test')
    expect(backedUp.out).to.match(/^Backed up 1 site in \d+ files/)
    const { code, out, err } = await on(second, 'restore', file, '--site', ids.site)
    expect(code, err).to.equal(0)
    expect(out).to.match(/^Restored a\.test/)
    expect(await bodyAt(there)).to.equal('moved')
    expect(await rolesIn(second)).to.deep.equal(['admin ada@example.org', 'writer bob@example.org'])
    expect(await livePage(there, 'a.test')).to.equal('first')
    expect(git(second, 'rev-parse', 'main')).to.equal(git(data, 'rev-parse', 'main'))
    expect(await secretsIn(second)).to.deep.equal({
      password: 'a secret',
      hook: made.hook,
      sets: ['Autumn'],
    })
    await write(there, 'moved back')
    const again = path.join(folder, 'again.zip')
    await on(second, 'backup', again, '--site', ids.site)
    await ask(here, `DELETE /v2/sites/${ids.site}`)
    const back = await on(data, 'restore', again, '--site', 'a.test')
    expect({ code: back.code, err: back.err }).to.deep.equal({ code: 0, err: '' })
    expect(await bodyAt(here)).to.equal('moved back')
    expect(await secretsIn(data)).to.deep.equal(await secretsIn(second))
  })

  it('tells who has no account on the other server, and nothing of who has one', async () => {
    const file = path.join(folder, 'told.zip')
    await ask(here, `POST /v2/sites/${ids.site}/roles`, CAROL)
    await on(data, 'backup', file, '--site', 'a.test')
    const keep = path.join(folder, 'told-kept.zip')
    const { err } = await on(second, 'restore', file, '--site', 'a.test', '--keep', keep)
    expect(err).to.equal(
      'galley: carol@example.org (publisher) has no account here, and so no role on the site.\n',
    )
    const alone = path.join(folder, 'alone')
    await on(alone, 'restore', file)
    await withAccounts({ data: alone }, ({ records }) => {
      const everybody = records.users.list({ limit: 100, offset: 0 }).rows
      expect(everybody.map(({ id }) => records.users.passwordHash(id))).to.deep.equal([
        null,
        null,
        null,
      ])
      expect(everybody.some(({ isAdmin }) => isAdmin)).to.equal(false)
      expect(records.sites.listIds()).to.deep.equal([ids.site])
    })
    const keys = [alone, data].map((where) => readFileSync(dataFolders(where).serverKey, 'utf8'))
    expect(keys[0]).to.not.equal(keys[1])
  })

  it('is not lost when a restore is cut off, and the same command brings it back', async () => {
    const file = path.join(folder, 'cut.zip')
    await write(here, 'not lost')
    await on(data, 'backup', file, '--site', 'a.test')
    const half = path.join(folder, 'half.zip')
    writeFileSync(half, readFileSync(file))
    truncateSync(half, 20_000)
    const damaged = await on(data, 'restore', half, '--site', 'a.test', '--keep', `${half}.kept`)
    expect(damaged.err).to.include('is not a ZIP, or is damaged')
    expect(await bodyAt(here)).to.equal('not lost')

    const keep = path.join(folder, 'cut-kept.zip')
    const cutOff = withAccounts({ data }, (accounts) =>
      restoreSiteOfBackup({
        accounts,
        data,
        file,
        keep,
        site: 'a.test',
        apiHost: 'api.test',
        heir: '',
        remove: async (id) => {
          await ask(here, `DELETE /v2/sites/${id}`)
          throw new Error('cut off')
        },
        version: '0.0.0',
        now: Date.now,
        newId: () => 'f'.repeat(24),
        report: () => undefined,
      }),
    )
    expect(await cutOff.catch((error: unknown) => String(error))).to.equal('Error: cut off')
    const { code, err } = await on(data, 'restore', keep, '--site', 'a.test')
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(await bodyAt(here)).to.equal('not lost')
    const left = readdirSync(path.join(data, 'tmp')).filter((name) => name.startsWith('site_'))
    expect(left).to.deep.equal([])
    for (const server of servers) await server.kill('SIGTERM')
    expect((await galley(['doctor', '--data', data])).out).to.equal('All is well.\n')
    expect((await galley(['doctor', '--data', second])).out).to.equal('All is well.\n')
    const { err: again } = await on(data, 'site', 'restore', ids.site)
    expect(again).to.include(`The site ${ids.site} is there again; what it was before is in`)
  })
})
