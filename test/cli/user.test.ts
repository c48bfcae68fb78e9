import { expect } from 'chai'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withAccounts } from '../../src/cli/accounts.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { galley, spawnGalley } from './galley.js'

describe('galley user', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-user-'))
  let server: GalleyProcess | null = null

  before(async () => {
    server = await startGalley(data)
  })
  after(async () => {
    await server?.kill('SIGTERM')
    rmSync(data, { recursive: true, force: true })
  })

  const user = (args: readonly string[], input = '') =>
    input === ''
      ? galley(['user', ...args, '--data', data])
      : spawnGalley(['user', ...args, '--data', data], { input })

  async function login(email: string, password: string): Promise<number> {
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
    const response = await fetch(`${server?.url}/v2/auth`, {
      method: 'POST',
      headers: { authorization },
    })
    await response.text()
    return response.status
  }

  it('adds, lists, changes and removes people while the server runs', async () => {
    const added = await user(
      ['add', '--email', 'ada@example.org', '--password-stdin', '--json'],
      'first secret\nmore\n',
    )
    expect(added.err).to.equal('')
    const { id, api_key: key, api_secret: secret, admin } = JSON.parse(added.out)
    expect(admin).to.equal(false)
    expect(await login('ada@example.org', 'first secret')).to.equal(200)
    const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    const me = await fetch(`${server?.url}/v2/users/me`, { headers: { authorization } })
    expect(await me.json()).to.deep.include({ id, email: 'ada@example.org' })

    const listed = await user(['list'])
    expect(listed.out).to.match(/^ID +E-MAIL +ROLE +NAME\n/)
    expect(listed.out).to.match(new RegExp(`^${id} +ada@example\\.org$`, 'm'))

    const { out } = await user(['passwd', 'ADA@example.org'])
    expect(await login('ada@example.org', 'first secret')).to.equal(401)
    expect(await login('ada@example.org', out.trim())).to.equal(200)

    expect((await user(['remove', id])).out).to.equal('Removed ada@example.org.\n')
    expect(await login('ada@example.org', out.trim())).to.equal(401)
  })

  it('prints a link for a new password, and takes a second factor off', async () => {
    await user(['add', '--email', 'lost@example.org', '--password-stdin'], 'first secret\n')
    const { out } = await user(['reset-link', 'lost@example.org'])
    const [, token] =
      /^http:\/\/127\.0\.0\.1:\d+\/admin\/password#([0-9a-f]{64})\n$/.exec(out) ?? []
    const reset = () =>
      fetch(`${server?.url}/v2/password/reset`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token, password: 'second secret' }),
      })
    expect((await reset()).status).to.equal(200)
    expect((await reset()).status).to.equal(401)
    expect(await login('lost@example.org', 'second secret')).to.equal(200)
    const none = await user(['take-off-factor', 'lost@example.org'])
    expect([none.code, none.err]).to.deep.equal([
      1,
      'galley: lost@example.org has no second factor.\n',
    ])
    expect((await user(['reset-link', 'nobody@example.org'])).code).to.equal(1)
  })

  it('unlinks somebody from the provider of OpenID Connect', async () => {
    const { out } = await user(['add', '--email', 'linked@example.org'])
    const link = { userId: out.trim(), issuer: 'https://login.example.org', subject: 'x' }
    const times = { createdAt: 0, lastSeenAt: 0 }
    const session = { ...times, userId: out.trim(), address: '', userAgent: '' }
    await withAccounts({ data }, ({ records }) => {
      records.oidcLinks.put({ ...link, createdAt: 0 })
      for (const [id, isByOidc] of [
        ['by-oidc', true],
        ['by-password', false],
      ] as const) {
        records.sessions.create({ ...session, id, isByOidc, secretHmac: Buffer.from(id) }, 9)
      }
    })
    expect((await user(['unlink', 'linked@example.org'])).out).to.equal(
      'linked@example.org is unlinked.\n',
    )
    await withAccounts({ data }, ({ records }) => {
      const left = records.sessions.listOfUser(out.trim()).map(({ id }) => id)
      expect(left).to.deep.equal(['by-password'])
    })
    const { code, err } = await user(['unlink', 'linked@example.org'])
    expect([code, err]).to.deep.equal([
      1,
      'galley: linked@example.org is not linked to an OpenID Connect provider.\n',
    ])
  })

  it('prints the id alone without --json', async () => {
    const { out } = await user(['add', '--email', 'id@example.org', '--admin'])
    expect(out).to.match(/^[0-9a-f]{24}\n$/)
  })

  it('reports errors in a sentence', async () => {
    const refusals: [string[], string, string][] = [
      [['add', '--email', 'nobody'], '', '--email must be an e-mail address.'],
      [['add', '--email', 'a@b.c', '--password-stdin'], 'short\n', 'at least 10 characters'],
      [['add', '--email', 'id@example.org'], '', 'A user with this e-mail address exists already.'],
      [
        ['passwd', 'who@example.org'],
        '',
        'There is no user "who@example.org": galley user list shows all.',
      ],
    ]
    const answers = await Promise.all(refusals.map(([args, input]) => user(args, input)))
    for (const [index, { code, out, err }] of answers.entries()) {
      expect({ code, out }).to.deep.equal({ code: 1, out: '' })
      expect(err).to.match(/^galley: [^\n]+\n$/)
      expect(err).to.include(refusals[index]?.[2])
    }
  })

  it('creates a data folder for the first user, who must be an administrator', async () => {
    const fresh = path.join(data, 'fresh')
    const list = await galley(['user', 'list', '--data', fresh])
    expect(list.err).to.include('is not a data folder of Galley')
    expect(existsSync(fresh)).to.equal(false)
    const add = ['user', 'add', '--data', fresh, '--email', 'a@example.org']
    expect((await galley(add)).err).to.include('The first user must be an administrator')
    expect((await galley([...add, '--admin'])).code).to.equal(0)
    expect(statSync(path.join(fresh, 'server.key')).mode & 0o777).to.equal(0o600)
  })
})
