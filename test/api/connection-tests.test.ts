/** Trying hosting and sync of a site. The git host is the server itself, by its own door. */

import { expect } from 'chai'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { eventually } from '../stories/git-client.js'
import { basic, type Json } from './client.js'
import { useApi, type Site } from './server.js'

describe('Connection tests', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.0/8' } })
  let site: Site
  let origin: Site

  before(async () => {
    site = await api.site()
    origin = await api.site()
  })

  const set = async (input: Json) => {
    const { status, text } = await api.put(`/v2/sites/${site.id}`, input)
    expect(status, text).to.equal(200)
  }
  const test = async (kind: 'hosting' | 'sync') => {
    const { status, json, text } = await api.post(`/v2/sites/${site.id}/${kind}/test`)
    expect(status, text).to.equal(200)
    expect(text).to.not.include(api.root.secret)
    return json
  }
  const gitOptions = () => ({
    path: `${api.server.url}/v2/sites/${origin.id}/repository.git`,
    access_token: api.root.secret,
    username: api.root.name,
  })

  it('say so if nothing is configured', async () => {
    expect(await test('hosting')).to.deep.equal({
      ok: true,
      found: 'The built-in host alone serves this site.',
    })
    expect(await test('sync')).to.deep.equal({
      ok: false,
      found: 'Sync is not set up for this site.',
    })
  })

  it('of sync say whether the repository accepts pushes, or why not', async () => {
    await set({ sync: 'githost', sync_options: gitOptions() })
    const good = await test('sync')
    expect(good['ok'], String(good['found'])).to.equal(true)
    expect(good['found']).to.match(/may be pushed to; its branch main is at [0-9a-f]{7}\.$/)
    await set({ sync: 'githost', sync_options: { ...gitOptions(), branch: 'other' } })
    expect((await test('sync'))['found']).to.match(/the first sync makes its branch other\.$/)
    await set({ sync: 'githost', sync_options: { ...gitOptions(), access_token: 'wrong-one' } })
    const refused = await test('sync')
    expect(refused['ok']).to.equal(false)
    expect(refused['found']).to.match(/^Could not sync with .*: the access token was refused\.$/)
    expect(refused['found']).to.not.include('wrong-one')
  })

  it('of hosting on a git host say at which commit the branch is', async () => {
    await set({ hosting: 'githost', hosting_options: { ...gitOptions(), branch: 'main' } })
    expect(await test('hosting')).to.include({ ok: true })
  })

  it('name a forbidden address, without connecting to it', async () => {
    const ftp = { protocol: 'ftp', host: '10.1.2.3', username: 'u', password: 'geheim', path: '/' }
    await set({ hosting: 'ftp', hosting_options: ftp })
    const { ok, found } = await test('hosting')
    expect(ok).to.equal(false)
    expect(found).to.match(/10\.1\.2\.3 is not one that this server may connect to/)
    expect(found).to.not.include('geheim')
  })

  describe('of what is not saved', () => {
    const ask = (kind: 'hosting' | 'sync', body: Json) =>
      api.post(`/v2/sites/${site.id}/${kind}/test`, body)

    it('try that, and save nothing', async () => {
      await set({ hosting: 'disabled', sync: 'disabled' })
      const { json } = await ask('hosting', {
        hosting: 'githost',
        hosting_options: { ...gitOptions(), branch: 'main' },
      })
      expect(json['found']).to.match(/whose branch main is at/)
      const synced = await ask('sync', { sync: 'githost', sync_options: gitOptions() })
      expect(synced.json['found']).to.match(/may be pushed to/)
      const { json: now } = await api.get(`/v2/sites/${site.id}`)
      expect(now).to.include({ hosting: 'disabled', sync: 'disabled' })
    })

    it('use the saved secret for its own server only', async () => {
      const hosting_options = { ...gitOptions(), branch: 'main' }
      await set({ hosting: 'githost', hosting_options })
      const masked = { ...hosting_options, access_token: '********' }
      const same = await ask('hosting', { hosting_options: masked })
      expect(same.json['ok'], same.text).to.equal(true)
      const path = gitOptions().path.replace('127.0.0.1', '127.0.0.2')
      const other = await ask('hosting', { hosting_options: { ...masked, path } })
      expect(other.json['ok']).to.equal(false)
      expect(other.json['found']).to.match(/access_token was given for .* set it again/)
    })

    it('name a field that is malformed or missing', async () => {
      const { status, json } = await ask('hosting', { hosting: 'ftp', hosting_options: {} })
      expect(status).to.equal(422)
      expect(json['details']).to.deep.include({
        field: 'hosting_options.host',
        message: 'is required',
      })
    })
  })

  describe('of a server that does not answer', () => {
    let silent: Server
    const waiting: (() => void)[] = []
    const sockets = new Set<Socket>()

    before(async () => {
      silent = createServer((socket) => {
        socket.on('error', () => undefined)
        sockets.add(socket)
        for (const told of waiting.splice(0)) told()
      })
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    })
    after(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => silent.close(resolve))
    })

    const setUps = {
      hosting: (port: number) => ({
        hosting: 'ftp',
        hosting_options: {
          protocol: 'ftp',
          host: '127.0.0.1',
          port: String(port),
          path: '/',
          username: 'u',
          password: 'geheim',
        },
      }),
      sync: (port: number) => ({
        sync: 'githost',
        sync_options: { ...gitOptions(), path: `http://127.0.0.1:${port}/a.git` },
      }),
    }

    for (const kind of ['hosting', 'sync'] as const) {
      it(`of ${kind} run one at a time, and end with the request`, async () => {
        const { port } = silent.address() as AddressInfo
        await set(setUps[kind](port))
        const knocked = new Promise<void>((resolve) => waiting.push(resolve))
        const leaving = new AbortController()
        const first = fetch(`${api.server.url}/v2/sites/${site.id}/${kind}/test`, {
          method: 'POST',
          headers: { authorization: basic(api.root) },
          signal: leaving.signal,
        }).catch(() => null)
        await knocked
        // Nor one of another site, for the same person.
        for (const { id } of [site, origin]) {
          const second = await api.post(`/v2/sites/${id}/${kind}/test`)
          expect(second.status, second.text).to.equal(409)
        }
        leaving.abort()
        expect(await first).to.equal(null)
        await eventually(async () => {
          const { status, text } = await api.post(`/v2/sites/${origin.id}/hosting/test`)
          expect(status, text).to.equal(200)
        })
      })
    }
  })
})
