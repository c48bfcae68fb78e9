import { expect } from 'chai'
import { startApi, useApi, type Api, type Person, type Site } from './server.js'

const PASSWORD = 'a long enough password'

/** Pushes a hidden post by somebody with an address; it is in the API when this returns. */
async function pushPost(
  api: Api,
  site: Site,
  { email, trailer = '' }: { readonly email: string; readonly trailer?: string },
): Promise<string> {
  const text = '---\ntitle: Pushed\npublished: false\n---\nSecret.\n'
  const message = `Write\n${trailer === '' ? '' : `\n${trailer}\n`}`
  await api.fastImport(
    site.id,
    [
      'commit refs/heads/main',
      `author Out Sider <${email}> 1700000000 +0000`,
      `committer Out Sider <${email}> 1700000000 +0000`,
      `data ${Buffer.byteLength(message)}`,
      message,
      'from refs/heads/main^0',
      'M 100644 inline _posts/2024-01-01-pushed.md',
      `data ${text.length}`,
      text,
    ].join('\n'),
  )
  await api.server.application.advance.catchUp(site.id)
  const { list } = await api.get(`/v2/sites/${site.id}/collections/posts/documents?q=pushed`)
  return String(list[0]?.['id'])
}

const change = (api: Api, who: Person, email: string) =>
  api.put('/v2/users/me', { email, current_password: PASSWORD }, who)

describe('The owner of a document', () => {
  const api = useApi()
  let site: Site
  let anna: Person
  let eve: Person

  const writer = async (name: string): Promise<Person> => {
    const who = await api.person(name, { password: PASSWORD })
    await api.post(`/v2/sites/${site.id}/roles`, { user_id: who.id, kind: 'writer' })
    return who
  }

  const draftOf = async (who: Person): Promise<string> => {
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(url, { title: 'Mine', body: 'Secret.' }, who)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }

  const listed = async (who: Person): Promise<unknown[]> => {
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    return (await api.get(url, who)).list.map(({ id }) => id)
  }

  beforeEach(async () => {
    site = await api.site()
    anna = await writer('anna')
    eve = await writer('eve')
  })

  it('stays the same when its writer gets another address', async () => {
    const id = await draftOf(anna)
    expect((await change(api, anna, `moved-${anna.email}`)).status).to.equal(200)
    const { json } = await api.get(`/v2/documents/${id}`, anna)
    expect(json['user_id']).to.equal(anna.id)
    expect(await listed(anna)).to.deep.equal([id])
    expect((await api.put(`/v2/documents/${id}`, { body: 'More.' }, anna)).status).to.equal(200)
    const { list } = await api.get(`/v2/documents/${id}/history`, anna)
    expect(list.map((version) => version['user_id'])).to.deep.equal([anna.id, anna.id])
  })

  it('is not a user who wants the writer’s former address, which stays reserved', async () => {
    const id = await draftOf(anna)
    await change(api, anna, `moved-${anna.email}`)
    for (const email of [anna.email, anna.email.toUpperCase()]) {
      expect((await change(api, eve, email)).status).to.equal(409)
      expect((await api.put(`/v2/users/${eve.id}`, { email })).status).to.equal(409)
      expect((await api.post('/v2/users', { email })).status).to.equal(409)
    }
    expect((await api.get(`/v2/documents/${id}`, eve)).status).to.equal(404)
    expect((await change(api, anna, anna.email)).status, 'its own again').to.equal(200)
  })

  it('is not a user who takes the address of a removed writer', async () => {
    const id = await draftOf(anna)
    expect((await api.delete(`/v2/users/${anna.id}`)).status).to.equal(200)
    expect((await change(api, eve, anna.email)).status).to.equal(200)
    expect((await api.get(`/v2/documents/${id}`, eve)).status).to.equal(404)
    expect((await api.get(`/v2/documents/${id}`)).json['user_id']).to.equal(api.root.id)
  })

  it('is not a user who claims the address of an outside author', async () => {
    const email = `outsider-${site.id}@example.org`
    const id = await pushPost(api, site, { email })
    expect((await change(api, eve, email)).status).to.equal(200)
    expect((await api.get(`/v2/documents/${id}`, eve)).status).to.equal(404)
    expect((await api.delete(`/v2/documents/${id}`, eve)).status).to.equal(404)
    expect(await listed(eve)).to.deep.equal([])
    const own = await draftOf(eve)
    expect(await listed(eve), 'what they write is theirs').to.deep.equal([own])
  })

  it('of a pushed document is the user whose address an administrator has set', async () => {
    const email = `colleague-${site.id}@example.org`
    const id = await pushPost(api, site, { email })
    await api.put(`/v2/users/${eve.id}`, { email })
    expect((await api.get(`/v2/documents/${id}`, eve)).json['user_id']).to.equal(eve.id)
    expect(await listed(eve)).to.deep.equal([id])
    await change(api, eve, `later-${email}`)
    expect(await listed(eve), 'with a later address too').to.deep.equal([id])
  })

  it('is not the user in a copied or forged trailer of a pushed commit', async () => {
    await draftOf(eve)
    const message = await api.git(site.id, 'log', '-1', '--format=%B', 'main')
    const copied = /^Galley-User: .*$/m.exec(message)?.[0] ?? ''
    expect(copied).to.include(eve.id)
    const made = `Galley-User: ${eve.id} ${'0'.repeat(32)}`
    const trailer = `${copied}\n${made}`
    const id = await pushPost(api, site, { email: `user ${eve.id}`, trailer })
    expect((await api.get(`/v2/documents/${id}`, eve)).status).to.equal(404)
    expect((await api.get(`/v2/documents/${id}`)).json['user_id']).to.equal(api.root.id)
  })

  it('stays the same when somebody else moves and rewrites it', async () => {
    const id = await draftOf(anna)
    const url = `/v2/documents/${id}`
    const input = {
      path: '2020-02-02-elsewhere.md',
      title: 'Other',
      body: 'wholly\nnew\n'.repeat(9),
    }
    const moved = await api.put(url, input)
    expect(moved.status, moved.text).to.equal(200)
    const told = async () => ({
      owner: (await api.get(url)).json['user_id'],
      versions: (await api.get(`${url}/history`)).list.map((version) => version['user_id']),
      hers: await listed(anna),
    })
    const expected = { owner: anna.id, versions: [api.root.id, anna.id], hers: [id] }
    expect(await told()).to.deep.equal(expected)
    await api.server.application.advance.reindex(site.id)
    expect(await told(), 'by an index made anew').to.deep.equal(expected)
  })

  it('is the same after the index was rebuilt', async () => {
    const id = await draftOf(anna)
    await change(api, anna, `moved-${anna.email}`)
    await api.server.application.advance.reindex(site.id)
    expect((await api.get(`/v2/documents/${id}`, anna)).json['user_id']).to.equal(anna.id)
    expect(await listed(anna)).to.deep.equal([id])
  })
})

describe('A change of one’s own address', () => {
  const api = useApi()

  it('needs the current password, and the error says so', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const email = 'other@example.org'
    for (const body of [{ email }, { email, current_password: 'wrong' }]) {
      const answer = await api.put('/v2/users/me', body, anna)
      expect(answer.status).to.equal(422)
      expect(answer.text).to.include('"field":"current_password"')
    }
    expect((await api.get('/v2/users/me', anna)).json['email']).to.equal(anna.email)
    expect((await change(api, anna, email)).json['email']).to.equal(email)
  })

  it('does not need it if only the case changes', async () => {
    const anna = await api.person('anna', { password: PASSWORD })
    const email = anna.email.toUpperCase()
    expect((await api.put('/v2/users/me', { email }, anna)).json['email']).to.equal(email)
  })

  it('reserves the last twenty, so that nobody can reserve any number', async () => {
    const own = await startApi({ settings: { loginFailures: '1000' } })
    try {
      const anna = await own.person('anna', { password: PASSWORD })
      const berta = await own.person('berta', { password: PASSWORD })
      for (let k = 0; k < 25; k += 1) {
        expect((await change(own, anna, `a${k}@example.org`)).status).to.equal(200)
      }
      expect((await change(own, berta, 'a23@example.org')).status).to.equal(409)
      expect((await change(own, berta, anna.email)).status, 'set by an admin').to.equal(409)
      expect((await change(own, berta, 'a0@example.org')).status).to.equal(200)
    } finally {
      await own.finish()
    }
  })
})
