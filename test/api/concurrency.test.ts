import { expect } from 'chai'
import type { Answer } from './client.js'
import { useApi, type Site } from './server.js'

describe('Simultaneous requests', () => {
  const api = useApi()
  let site: Site
  let docs: string

  before(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/collections`, { title: 'Docs' })
    docs = `/v2/sites/${site.id}/collections/docs/documents`
  })

  const make = async (input: object = {}) => {
    const { json } = await api.post(docs, { title: 'x', ...input })
    return `/v2/documents/${String(json['id'])}`
  }

  it('lose no increment of one document when each retries by If-Match', async () => {
    const url = await make({ body: '0' })
    let wins = 0
    const increment = async () => {
      for (;;) {
        const { json, headers } = await api.get(url)
        const answer = await api.send({
          method: 'PUT',
          path: url,
          json: { body: String(Number(json['body']) + 1) },
          headers: { 'If-Match': String(headers.etag) },
        })
        if (answer.status === 200) return void (wins += 1)
        expect(answer.status).to.equal(412)
      }
    }
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let count = 0; count < 5; count += 1) await increment()
      }),
    )
    expect(wins).to.equal(40)
    expect((await api.get(url)).json['body']).to.equal('40')
    expect((await api.get(`${url}/history`)).headers['x-total-count']).to.equal('41')
  })

  it('get 412 for an If-Match without a tag, or with a quoted star', async () => {
    const url = await make({ body: '0' })
    for (const tag of ['', ' ', '"*"', 'W/"*"', '"", "*"']) {
      const headers = { 'If-Match': tag }
      const answer = await api.send({ method: 'PUT', path: url, json: { body: '1' }, headers })
      expect(answer.status, tag).to.equal(412)
      const gone = await api.send({ method: 'DELETE', path: url, headers })
      expect(gone.status, tag).to.equal(412)
    }
    const any = { 'If-Match': '*' }
    const written = await api.send({ method: 'PUT', path: url, json: { body: '2' }, headers: any })
    expect(written.json['body'], written.text).to.equal('2')
  })

  it('get 412 for a weak tag of the current version', async () => {
    const url = await make({ body: '0' })
    const tag = String((await api.get(url)).headers['etag'])
    const put = (ifMatch: string) =>
      api.send({ method: 'PUT', path: url, json: { body: '1' }, headers: { 'If-Match': ifMatch } })
    for (const weak of [`W/${tag}`, `W/"x", W/${tag}`]) {
      const answer = await put(weak)
      expect(answer.status, weak).to.equal(412)
      expect(answer.json['message']).to.include('weak')
    }
    expect((await put(`"x", W/${tag}`)).status).to.equal(412)
    expect((await put(`W/"x", ${tag}`)).status).to.equal(200)
  })

  it('lose no increment when each is merged by the sha in its body', async () => {
    const url = await make({
      metadata: Object.fromEntries(Array.from({ length: 6 }, (_, key) => [`k${key}`, 0])),
    })
    const writer = async (key: string) => {
      for (let value = 1; value <= 4;) {
        const { json } = await api.get(url)
        const metadata = { ...Object(json['metadata']), [key]: value }
        const answer = await api.put(url, { sha: json['sha'], metadata })
        if (answer.status === 200) value += 1
        else expect(answer.status, answer.text).to.equal(409)
      }
    }
    await Promise.all(Array.from({ length: 6 }, (_, key) => writer(`k${key}`)))
    const values = Object.values(Object((await api.get(url)).json['metadata']))
    expect(values).to.deep.equal(Array(6).fill(4))
  })

  it('read a document complete or not at all while it is changed, moved and deleted', async () => {
    for (let round = 0; round < 6; round += 1) {
      const url = await make({ title: `Race ${round}`, body: 'x\n'.repeat(30) })
      const answers: Answer[] = await Promise.all([
        api.put(url, { body: `${'x\n'.repeat(30)}more` }),
        api.put(url, { path: `moved-${round}.md` }),
        api.put(url, { title: 'Other' }),
        api.delete(url),
        api.put(url, { tags: ['t'] }),
        api.get(url),
      ])
      for (const { status } of answers) expect(status).to.be.oneOf([200, 404])
      expect((await api.get(url)).status).to.equal(404)
    }
    const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
    expect(names).not.to.match(/race|moved/)
  })

  it('see one consistent order of changes to settings, collections, source and documents', async () => {
    const url = `/v2/sites/${site.id}`
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, count) => [
        await api.put(url, { title: `Title ${count}` }),
        await api.post(`${url}/collections`, { title: `Col ${count}` }),
        await api.upload('PUT', `${url}/source/file-${count}.txt`, { data: String(count) }),
        await api.post(`${url}/collections/col-${count}/documents`, { title: 'In it' }),
        await api.put(`${url}/collections/col-${count}`, { path: `moved-${count}` }),
      ]),
    )
    const statuses = answers.map((five) => five.map(({ status }) => status))
    expect(statuses).to.deep.equal(Array(6).fill([200, 201, 200, 201, 200]))
    const collections = await api.get(`${url}/collections`)
    expect(collections.headers['x-total-count']).to.equal('8')
    const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
    for (let count = 0; count < 6; count += 1) {
      expect(names).to.include(`_moved-${count}/in-it.md`)
      expect(names).to.include(`file-${count}.txt`)
    }
  })

  it('work while real git pushes to the repository on disk', async () => {
    const url = await make({ title: 'Both', body: 'api 0' })
    const push = async (count: number) => {
      const blob = `count ${count}`
      const script = `blob\nmark :1\ndata ${blob.length}\n${blob}\ncommit refs/heads/side\ncommitter G <g@example.org> ${1_700_000_000 + count} +0000\ndata 4\ndisk\nfrom refs/heads/main^0\nM 100644 :1 disk-${count}.txt\n\n`
      await api.fastImport(site.id, script)
      const [old, side] = [
        await api.head(site.id),
        (await api.git(site.id, 'rev-parse', 'side')).trim(),
      ]
      const parent = (await api.git(site.id, 'rev-parse', 'side^')).trim()
      await api.git(site.id, 'update-ref', '-d', 'refs/heads/side')
      if (old !== parent) return false
      return api.git(site.id, 'update-ref', 'refs/heads/main', side, parent).then(
        () => true,
        () => false,
      )
    }
    const pushed: number[] = []
    await Promise.all([
      (async () => {
        for (let count = 1; count <= 10; count += 1) {
          expect((await api.put(url, { body: `api ${count}` })).status).to.equal(200)
        }
      })(),
      (async () => {
        for (let count = 1; count <= 5; count += 1) if (await push(count)) pushed.push(count)
      })(),
    ])
    await api.put(url, { body: 'last' })
    const names = await api.git(site.id, 'ls-tree', '-r', '--name-only', 'main')
    for (const count of pushed) expect(names).to.include(`disk-${count}.txt`)
    for (const count of pushed) {
      expect((await api.get(`/v2/sites/${site.id}/source/disk-${count}.txt`)).status).to.equal(200)
    }
  })
})
