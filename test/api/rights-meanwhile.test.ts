/** Rights that end while a request is on its way, or waits: it is refused, as any after it would be. */

import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import type { GalleyError } from '../../src/errors.js'
import { basic } from './client.js'
import { PASSWORD, signIn } from './browser.js'
import { EMPTY_PACK, FLUSH, packet } from './git-wire.js'
import { useApi } from './server.js'

describe('A request whose body is still on its way', () => {
  const api = useApi()

  /** Sends the head of a request with a body of JSON; the result sends that and returns what was answered. */
  async function begin(call: string, headers: Readonly<Record<string, string>>, body = '{}') {
    const length = { 'Content-Length': String(body.length) }
    const { finish } = await open(call, { ...length, ...headers })
    return () => finish(body)
  }

  async function open(call: string, headers: Readonly<Record<string, string>>) {
    const { hostname, port } = new URL(api.server.url)
    const socket = connect(Number(port), hostname)
    const head = {
      Host: 'x',
      Connection: 'close',
      Expect: '100-continue',
      'Content-Type': 'application/json',
      ...headers,
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.write([`${call} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    await new Promise((resolve) => socket.once('data', resolve))
    return { socket, finish: (body: string | Buffer) => finish(socket, body) }
  }

  function finish(socket: Socket, body: string | Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve(text))
      socket.write(body)
    })
  }

  it('gets no new key pair if the session has ended', async () => {
    const { email } = await api.person('owner', { password: PASSWORD })
    const thief = await signIn(api, email)
    const owner = await signIn(api, email)
    const headers = { Cookie: thief.cookie, 'X-CSRF-Token': thief.csrf }
    const finishLate = await begin('POST /v2/users/me/rotate', headers)
    const json = { password: `${PASSWORD} 2`, current_password: PASSWORD }
    const changed = await api.send({
      method: 'PUT',
      path: '/v2/users/me',
      as: undefined,
      headers: { Cookie: owner.cookie, 'X-CSRF-Token': owner.csrf },
      json,
    })
    expect(changed.status, changed.text).to.equal(200)
    expect(await finishLate()).to.match(/^HTTP\/1\.1 401 /)
  })

  it('gets no new key pair if its own was replaced', async () => {
    const person = await api.person('rotating')
    const late = await begin('POST /v2/users/me/rotate', { Authorization: basic(person) })
    expect((await api.post('/v2/users/me/rotate', undefined, person)).status).to.equal(200)
    expect(await late()).to.match(/^HTTP\/1\.1 401 /)
  })

  it('changes nothing for a former server administrator', async () => {
    const boss = await api.person('boss', { admin: true })
    const body = JSON.stringify({ email: 'accomplice@example.org', admin: true })
    const late = await begin('POST /v2/users', { Authorization: basic(boss) }, body)
    expect((await api.put(`/v2/users/${boss.id}`, { admin: false })).status).to.equal(200)
    expect(await late()).to.match(/^HTTP\/1\.1 403 /)
  })

  it('changes nothing for a user who was deleted', async () => {
    const boss = await api.person('gone', { admin: true })
    const late = await begin(
      'POST /v2/sites',
      { Authorization: basic(boss) },
      JSON.stringify({ title: 'Left behind', domain: 'left-behind.example.org', empty: true }),
    )
    expect((await api.delete(`/v2/users/${boss.id}`)).status).to.equal(200)
    expect(await late()).to.match(/^HTTP\/1\.1 401 /)
  })

  /** Begins an exchange of git; its last packet is still to be sent. */
  async function beginGit(siteId: string, service: string, [first, last]: [string, string]) {
    const person = await api.member(siteId, 'admin')
    const url = `/v2/sites/${siteId}/repository.git/git-${service}`
    const headers = {
      Authorization: basic(person),
      'Content-Type': `application/x-git-${service}-request`,
      'Content-Length': String(first.length + last.length),
    }
    const { socket, finish } = await open(`POST ${url}`, headers)
    socket.write(first)
    const takeRole = async () => {
      const { list } = await api.get(`/v2/sites/${siteId}/roles`)
      const role = list.find((one) => one['user_id'] === person.id)
      expect((await api.delete(`/v2/roles/${String(role?.['id'])}`)).status).to.equal(200)
    }
    return { takeRole, finish: () => finish(Buffer.from(last, 'latin1')) }
  }

  it('pushes nothing for a user who has lost the role', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const update = `${'0'.repeat(40)} ${head} refs/heads/late\0report-status`
    const first = packet(update) + FLUSH
    const pack = EMPTY_PACK.toString('latin1')
    const push = await beginGit(site.id, 'receive-pack', [first, pack])
    while (!api.server.application.git.isPushing(site.id)) await api.get('/healthz')
    await push.takeRole()
    expect(await push.finish()).to.include('ng refs/heads/late')
    expect(await api.git(site.id, 'for-each-ref', 'refs/heads/late')).to.equal('')
  })

  it('fetches nothing for a user who has lost the role', async () => {
    const site = await api.site()
    const first = packet(`want ${await api.head(site.id)}\n`) + FLUSH
    const fetching = await beginGit(site.id, 'upload-pack', [first, packet('done\n')])
    await fetching.takeRole()
    expect(await fetching.finish()).not.to.include('PACK')
  })
})

describe('A download that waits for its turn', () => {
  const api = useApi()

  it('is refused to a user who has lost the role', async () => {
    const site = await api.site()
    const { id } = await api.member(site.id, 'admin')
    const { users, roles, downloads } = api.server.application.services
    const server = { kind: 'server' } as const
    const actor = { kind: 'user', user: users.get(server, id) } as const
    const zip = () => downloads.zip(actor, site.id, new AbortController().signal)
    // Nobody reads these, so the third waits.
    const [first, second] = await Promise.all([zip(), zip()])
    const third = zip().then(
      () => 'sent',
      (error: GalleyError) => error.code,
    )
    const { rows } = roles.list(server, site.id, { limit: 100, offset: 0 })
    for (const role of rows) if (role.userId === id) roles.delete(server, role.id)
    first.stream.destroy()
    expect(await third).to.equal('not_found')
    second.stream.destroy()
  })
})
