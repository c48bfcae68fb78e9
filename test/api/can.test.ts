import { expect } from 'chai'
import type { Call, Json } from './client.js'
import { useApi, type Person, type Site } from './server.js'

const KINDS = ['admin', 'publisher', 'writer'] as const

describe('The rights (can) in a representation', () => {
  const api = useApi()
  const people = new Map<string, Person>()
  let site: Site

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    for (const kind of KINDS) people.set(kind, await api.member(site.id, kind))
  })

  const canOf = (json: Json): Record<string, boolean> => Object(json['can'])

  /** Whether the server lets somebody: a call that changes nothing, refused for its role or otherwise. */
  async function isLet(as: Person, call: Call): Promise<boolean> {
    return (await api.send({ ...call, as })).status !== 403
  }

  const never = { 'If-Match': '"never"' }
  const form = { file: { name: 'f.txt', data: '---\na: 1\n---\n' } }

  for (const kind of KINDS) {
    const who = () => people.get(kind) ?? expect.fail('nobody')

    it(`are those of the role ${kind} on a site`, async () => {
      const url = `/v2/sites/${site.id}`
      const calls: Record<string, Call> = {
        update: { method: 'PUT', path: url, json: { title: '' } },
        delete: { method: 'DELETE', path: url, headers: never },
        publish: { method: 'POST', path: `${url}/publish` },
        preview: { method: 'POST', path: `${url}/preview` },
        sync: { method: 'POST', path: `${url}/sync` },
        manage_roles: { method: 'GET', path: `${url}/roles` },
        edit_source: { method: 'GET', path: `${url}/source` },
        create_collections: {
          method: 'POST',
          path: `${url}/collections`,
          json: { title: 'x', path: 'docs' },
        },
        create_documents: {
          method: 'POST',
          path: `${url}/collections/docs/documents`,
          json: { title: '' },
        },
        upload_files: { method: 'POST', path: `${url}/collections/docs/files`, form },
      }
      const { json } = await api.get(url, who())
      // 422 of the schema comes before the role is asked: a bad title is sent with a good rest.
      calls['update'] = { method: 'PUT', path: url, json: {} }
      const can = canOf(json)
      expect(can).to.have.all.keys(Object.keys(calls))
      for (const [name, call] of Object.entries(calls)) {
        expect(can[name], name).to.equal(await isLet(who(), call))
      }
      const [listed] = (await api.get('/v2/sites', who())).list
      expect(listed?.['can']).to.deep.equal(can)
      const collection = await api.get(`${url}/collections/docs`, who())
      expect(canOf(collection.json)).to.deep.equal({
        update: kind === 'admin',
        delete: kind === 'admin',
        create_documents: true,
        upload_files: true,
      })
      const urls = Object(json['urls'])
      expect(urls.live).to.equal(`http://${String(json['domain'])}:${portOf()}/`)
      expect(urls.preview).to.match(new RegExp(`^http://${site.id}-[0-9a-f]+\\.localhost:\\d+/$`))
    })

    it(`are those of the role ${kind} on documents, pages and files`, async () => {
      const url = `/v2/sites/${site.id}`
      for (const place of ['collections/docs/documents', 'pages']) {
        for (const [maker, visibility] of [
          [api.root, 'visible'],
          [who(), 'hidden'],
        ] as const) {
          const made = await api.post(`${url}/${place}`, { title: 'x', visibility }, maker)
          const path = `/v2/${String(made.json['type'])}s/${String(made.json['id'])}`
          const can = canOf((await api.get(path, who())).json)
          const put = (json: Json): Call => ({ method: 'PUT', path, json, headers: never })
          const update = { method: 'PUT', path, json: {} }
          expect(can['update'], path).to.equal(await isLet(who(), update))
          const remove = { method: 'DELETE', path, headers: never }
          expect(can['delete'], path).to.equal(await isLet(who(), remove))
          const other = visibility === 'hidden' ? 'visible' : 'hidden'
          const reveal = kind === 'writer' ? { ...put({ visibility: other }), headers: {} } : update
          expect(can['publish'], path).to.equal(await isLet(who(), reveal))
          const list = await api.get(`${url}/${place}?per_page=999`, who())
          expect(list.list.find(({ id }) => id === made.json['id'])?.['can']).to.deep.equal(can)
        }
      }
      const name = `${kind}.txt`
      const files = `${url}/collections/docs/files`
      await api.upload('POST', files, { name, data: 'x' })
      await api.upload('POST', files, { name: `own-${name}`, data: 'x', as: who() })
      const listed = await api.get(`${files}?per_page=999`, who())
      for (const [basename, mine] of [
        [name, false],
        [`own-${name}`, true],
      ] as const) {
        const can = canOf(listed.list.find((one) => one['basename'] === basename) ?? {})
        const isAllowed = kind !== 'writer' || mine
        expect(can, basename).to.deep.equal({ update: isAllowed, delete: isAllowed })
      }
    })
  }

  function portOf(): string {
    return new URL(api.server.sitesUrl).port
  }
})

describe('A role by e-mail address', () => {
  const api = useApi()

  it('is given to the user with the address, and shown in the users of the site', async () => {
    const site = await api.site()
    const admin = await api.member(site.id, 'admin')
    const anna = await api.person('anna')
    const url = `/v2/sites/${site.id}/roles`
    const body = { email: ` ${anna.email.toUpperCase()}`, kind: 'writer' }
    const made = await api.post(url, body, admin)
    expect(made.status, made.text).to.equal(201)
    expect(made.json).to.include({ user_id: anna.id, kind: 'writer' })
    expect((await api.post(url, body, admin)).status).to.equal(409)
    const users = await api.get(`/v2/sites/${site.id}/users`, anna)
    const shown = users.list.find(({ id }) => id === anna.id)
    expect(shown).to.include({ role: 'writer', role_id: made.json['id'] })
    expect((await api.post(url, body, anna)).status).to.equal(403)
  })

  for (const [title, body] of [
    ['an address that nobody has', { email: 'nobody@example.org' }],
    ['neither address nor id', {}],
    ['both', { email: 'root@example.org', user_id: '0'.repeat(24) }],
    ['a list', { email: ['root@example.org'] }],
    ['a very long one', { email: `${'x'.repeat(400)}@example.org` }],
    ['an unknown id', { user_id: '0'.repeat(24) }],
  ] as const) {
    it(`is refused with 422 for ${title}`, async () => {
      const site = await api.site()
      const answer = await api.post(`/v2/sites/${site.id}/roles`, { ...body, kind: 'writer' })
      expect(answer.status, answer.text).to.equal(422)
      expect(answer.text).to.match(/email|user_id/)
    })
  }
})
