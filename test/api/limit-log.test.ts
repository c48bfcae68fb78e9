/** What the operator's log says of limits: whom they limited, once an hour, and nothing that is secret. */

import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { commitFiles, eventually, failure, git, useDesk } from '../stories/git-client.js'
import { basic, type Call } from './client.js'
import { FLUSH, packet } from './git-wire.js'
import { startApi, useApi, type Api, type Person, type Site } from './server.js'

const MINUTE = 60_000
const LIMIT = 'a limit was reached'

type Fields = Readonly<Record<string, unknown>>

/** The lines about limits so far; all of them without secrets. */
function linesOf(api: Api, ...secrets: readonly string[]): Fields[] {
  const text = JSON.stringify(api.warned)
  for (const secret of [api.root.secret, api.root.name, api.root.email, ...secrets]) {
    expect(text).not.to.include(secret)
  }
  return api.warned.filter(({ message }) => message === LIMIT).map(({ fields }) => ({ ...fields }))
}

describe('The log of a server that is asked too often', () => {
  const api = useApi({ settings: { rateLimit: '40', trustedProxies: '127.0.0.1,::1' } })

  it('names the user once an hour, then how often there was no line', async () => {
    const anna = await api.person('anna')
    const refused: string[] = []
    const ask = async (path: string) => {
      const { status, headers } = await api.get(path, anna)
      if (status === 429) refused.push(String(headers['x-request-id']))
    }
    for (let k = 0; k < 25; k += 1) {
      await ask('/v2/sites?search=hush')
      await ask('/v2/users/me?search=hush')
    }
    expect(refused).to.have.length(10)
    const first = {
      error: 'rate_limited',
      limit: 'Too many requests; try again later.',
      userId: anna.id,
      operation: 'listSites',
      requestId: refused[0],
    }
    expect(linesOf(api, anna.secret, 'hush')).to.deep.equal([first])
    api.skip(61 * MINUTE)
    for (let k = 0; k < 41; k += 1) await ask('/v2/sites')
    const second = { ...first, requestId: refused[10], suppressed: 9 }
    expect(linesOf(api, anna.secret, 'hush')).to.deep.equal([first, second])
  })

  it('names the address of who guesses passwords, but neither name nor guess', async () => {
    const before = linesOf(api).length
    const headers = { 'X-Forwarded-For': '2001:db8:1:2::7', 'X-Request-Id': 'guessing' }
    const json = { email: 'berta@example.org', password: 'guessed-word' }
    for (let k = 0; k < 15; k += 1) {
      await api.send({ method: 'POST', path: '/v2/session', as: undefined, headers, json })
    }
    expect(linesOf(api, 'berta', 'guessed-word').slice(before)).to.deep.equal([
      {
        error: 'rate_limited',
        limit: 'Too many failed attempts; try again later.',
        address: '2001:db8:1:2::7',
        operation: 'signIn',
        requestId: 'guessing',
      },
    ])
  })
})

describe('The log of a server that is sent too much', () => {
  const api = useApi({ settings: { jsonBytes: '262144', sitesPerUser: '1' } })
  const sockets: Socket[] = []
  after(() => sockets.forEach((socket) => socket.destroy()))

  /** Requests that are never finished. @returns the first answer with the status 503 */
  function flood(count: number, as: Person, [head, body]: readonly [string[], string]) {
    const { hostname, port } = new URL(api.server.url)
    return new Promise<string>((resolve) => {
      for (let k = 0; k < count; k += 1) {
        const socket = connect(Number(port), hostname)
        sockets.push(socket)
        socket.on('error', () => undefined)
        socket.write([...head, 'Host: x', `Authorization: ${basic(as)}`, '', body].join('\r\n'))
        socket.on('data', (chunk) => {
          if (chunk.toString().startsWith('HTTP/1.1 503 ')) resolve(chunk.toString())
        })
      }
    })
  }

  it('names user and site for a body that is too large, and nothing of the body', async () => {
    const site = await api.site()
    const anna = await api.member(site.id, 'admin', 'anna')
    const path = `/v2/sites/${site.id}/collections/posts/documents?key=hush`
    const json = { title: 'hush', body: 'hush '.repeat(60_000) }
    const sizes: unknown[] = []
    for (let k = 0; k < 3; k += 1) {
      const answer = await api.send({ method: 'POST', path, json, as: anna })
      expect(answer.status).to.equal(413)
      sizes.push(answer.json['request_id'])
    }
    expect(linesOf(api, anna.secret, 'hush')).to.deep.equal([
      {
        error: 'payload_too_large',
        limit: 'The body is larger than the limit of 262,144 bytes.',
        userId: anna.id,
        siteId: site.id,
        operation: 'createDocument',
        requestId: sizes[0],
      },
    ])
  })

  it('names no site that is none, as anything can be in a path', async () => {
    const anna = await api.person('anna')
    const path = '/v2/sites/hush/collections/posts/documents'
    const json = { title: 'x'.repeat(300_000) }
    expect((await api.send({ method: 'POST', path, json, as: anna })).status).to.equal(413)
    const line = linesOf(api, 'hush').find(({ userId }) => userId === anna.id)
    expect(line).to.include({ error: 'payload_too_large' }).and.not.to.have.property('siteId')
  })

  it('names who has too many sites', async () => {
    const anna = await api.person('anna')
    const make = (domain: string) =>
      api.post('/v2/sites', { title: 'S', domain, empty: true }, anna)
    expect((await make('one-of-anna.example.org')).status).to.equal(201)
    expect((await make('two-of-anna.example.org')).status).to.equal(409)
    expect((await make('two-of-anna.example.org')).status).to.equal(409)
    const lines = linesOf(api, 'anna.example').filter(({ userId }) => userId === anna.id)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ error: 'conflict', operation: 'createSite' })
    expect(lines[0]?.['limit']).to.include('sites_per_user')
  })

  it('names who has too many unfinished bodies under way', async () => {
    const site = await api.site()
    const greedy = await api.member(site.id, 'writer', 'greedy')
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const head = [
      `POST ${url} HTTP/1.1`,
      'Content-Type: application/json',
      'Content-Length: 262144',
    ]
    await flood(20, greedy, [head, `{"title":"${'hush'.repeat(64_000)}`])
    const lines = linesOf(api, greedy.secret, 'hush').filter(({ userId }) => userId === greedy.id)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({ error: 'unavailable', siteId: site.id })
    expect(lines[0]?.['limit']).to.include('running requests have too much data')
  })

  it('names whose git has too many pushes waiting, though git is told in plain text', async () => {
    const site = await api.site()
    const pusher = await api.member(site.id, 'admin', 'pusher')
    const head = [
      `POST /v2/sites/${site.id}/repository.git/git-receive-pack HTTP/1.1`,
      'Content-Type: application/x-git-receive-pack-request',
      'User-Agent: git/2.39.5',
      'Content-Length: 1000',
    ]
    expect(await flood(60, pusher, [head, ''])).to.include('text/plain')
    const lines = linesOf(api, pusher.secret).filter(({ userId }) => userId === pusher.id)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({
      error: 'unavailable',
      limit: 'Too many clones and pushes are waiting; try again.',
      siteId: site.id,
      operation: 'gitReceivePack',
    })
  })

  it('has no line for what is wrong without a limit', async () => {
    const before = linesOf(api).length
    const site = await api.site()
    const documents = `/v2/sites/${site.id}/collections/posts/documents`
    const calls: readonly (Call & { readonly status: number })[] = [
      { method: 'POST', path: documents, json: {}, status: 422 },
      { method: 'POST', path: documents, raw: '{', status: 400 },
      { method: 'GET', path: '/v2/sites', as: undefined, status: 401 },
      { method: 'GET', path: `/v2/sites/${'0'.repeat(24)}`, status: 404 },
    ]
    for (const { status, ...call } of calls) {
      const headers = { 'Content-Type': 'application/json' }
      const answer = await api.send({ ...call, ...('raw' in call && { headers }) })
      expect(answer.status, answer.text).to.equal(status)
    }
    expect(linesOf(api)).to.have.length(before)
  })
})

describe('The log of pushes that are declined', () => {
  const api = useApi({ settings: { pushBytes: '2097152', pushFiles: '20' } })
  const desk = useDesk(api)

  async function linesFor(site: Site, files: Readonly<Record<string, Buffer | string>>) {
    const work = await desk.clone(site.id)
    await commitFiles(work, files)
    for (const time of ['first', 'second']) {
      expect(await failure(work, 'push', '-q', 'origin', 'main'), time).not.to.equal('')
    }
    const names = Object.keys(files)
    return eventually(() => {
      const lines = linesOf(api, ...names).filter(({ siteId }) => siteId === site.id)
      expect(lines).to.have.length(1)
      const [line] = lines
      expect(line).to.include({ userId: api.root.id, kind: 'push' })
      expect(String(line?.['requestId'])).to.match(/^[0-9a-f]{24}$/)
      return String(line?.['limit'])
    })
  }

  it('names who pushed a file that is too large, but not the file', async () => {
    const large = { 'merger-with-acme.bin': Buffer.alloc(3_000_000) }
    expect(await linesFor(await api.site(), large)).to.equal('The file is larger than 2 MB.')
  })

  it('names who pushed too many files', async () => {
    const names = Array.from({ length: 30 }, (_, at) => [`hidden-${at}.txt`, 'x'] as const)
    const limit = await linesFor(await api.site(), Object.fromEntries(names))
    expect(limit).to.match(/^It holds \d+ files and folders; at most 20 are taken\.$/)
  })

  it('names who pushed more bytes than git takes', async () => {
    const large = { 'large.bin': randomBytes(12_000_000) }
    expect(await linesFor(await api.site(), large)).to.equal('A push may have 2,097,152 bytes.')
  })

  it('names who pushed too many branches', async () => {
    const site = await api.site()
    const head = await api.head(site.id)
    const refs = Array.from({ length: 1001 }, (_, at) => {
      const features = at === 0 ? '\0report-status side-band-64k' : ''
      return packet(`${head} ${'0'.repeat(40)} refs/heads/secret-${at}${features}`)
    })
    const answer = await api.send({
      method: 'POST',
      path: `/v2/sites/${site.id}/repository.git/git-receive-pack`,
      headers: { 'Content-Type': 'application/x-git-receive-pack-request' },
      raw: refs.join('') + FLUSH,
    })
    expect(answer.text).to.include('push at most 1000 at once')
    await eventually(() => {
      const lines = linesOf(api, 'secret-').filter(({ siteId }) => siteId === site.id)
      expect(lines.map(({ limit }) => limit)).to.deep.equal([
        'These are 1001 branches and tags; push at most 1000 at once.',
      ])
    })
  })

  it('has no line for pushes that break another rule', async () => {
    const before = linesOf(api).length
    const site = await api.site()
    const work = await desk.clone(site.id)
    await commitFiles(work, { 'back\\slash.txt': 'refused' })
    expect(await failure(work, 'push', '-q', 'origin', 'main')).not.to.equal('')
    await git(work, 'reset', '-q', '--hard', 'HEAD^')
    await git(work, 'commit', '-q', '--amend', '-m', 'Another past')
    expect(await failure(work, 'push', '-q', '-f', 'origin', 'main')).not.to.equal('')
    expect(linesOf(api)).to.have.length(before)
  })

  it('names the site whose import fetches too many files', async () => {
    const far = await startApi()
    const near = await startApi({ settings: { pushFiles: '20', allowAddresses: '127.0.0.0/8' } })
    try {
      const origin = await far.site()
      for (let at = 0; at < 30; at += 1) {
        const path = `/v2/sites/${origin.id}/source/hidden-${at}.txt`
        expect((await far.upload('PUT', path, { data: 'x' })).status).to.equal(200)
      }
      const asked = await near.post('/v2/import/repository', {
        url: `${far.server.url}/v2/sites/${origin.id}/repository.git`,
        username: far.root.name,
        access_token: far.root.secret,
      })
      expect(asked.status, asked.text).to.equal(202)
      await eventually(() => {
        const lines = linesOf(near, far.root.secret, far.server.url, 'hidden-')
        expect(lines).to.have.length(1)
        expect(lines[0]).to.include({ siteId: asked.json['site_id'] })
        expect(lines[0]?.['limit']).to.include('at most 20 are taken')
      })
    } finally {
      await near.finish()
      await far.finish()
    }
  })
})

const ENDLESS =
  '---\n---\n{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}'
const GREEDY =
  '---\n---\n{% assign a = "0123456789" | split: "" %}{% for i in (1..22) %}{% assign a = a | concat: a %}{% endfor %}'
const LONG = `---\nmuch: ${'x'.repeat(1000)}\n---\n{% for a in (1..80000) %}{{ page.much }}{% endfor %}`

describe('The log of builds that reach a limit', () => {
  for (const { what, settings, page, kind, limit } of [
    {
      what: 'time',
      settings: { buildSeconds: '1' },
      page: ENDLESS,
      kind: 'publish',
      limit: /--build-seconds/,
    },
    {
      what: 'memory',
      settings: { buildMemoryMb: '40' },
      page: GREEDY,
      kind: 'publish',
      limit: /--build-memory-mb/,
    },
    {
      what: 'the length of a page',
      settings: {},
      page: LONG,
      kind: 'publish',
      limit: /67,108,864 characters/,
    },
    {
      what: 'the length of a page in a preview',
      settings: {},
      page: LONG,
      kind: 'preview',
      limit: /67,108,864 characters/,
    },
    {
      what: 'the time of a job',
      settings: { jobSeconds: '1' },
      page: ENDLESS,
      kind: 'publish',
      limit: /^Stopped after 1000 ms, the limit of a job$/,
    },
  ] as const) {
    it(`names site, user and job, for ${what}`, async () => {
      const api = await startApi({ settings })
      try {
        const site = await api.site()
        const anna = await api.member(site.id, 'publisher', 'anna')
        const source = `/v2/sites/${site.id}/source/merger.html`
        expect((await api.upload('PUT', source, { data: page })).status).to.equal(200)
        const run = async (as: Person) => {
          const { json } = await api.post(`/v2/sites/${site.id}/${kind}`, undefined, as)
          const id = String(json['job_id'])
          expect((await api.get(`/v2/jobs/${id}`, as)).text).to.include('"status":"error"')
          return id
        }
        const id = await run(anna)
        // The second, of whomever, is the same limit of the same site.
        await run(api.root)
        const lines = linesOf(api, anna.secret, 'merger')
        expect(lines).to.have.length(1)
        expect(lines[0]).to.include({ siteId: site.id, userId: anna.id, jobId: id, kind })
        expect(lines[0]?.['limit']).to.match(limit)
      } finally {
        await api.finish()
      }
    })
  }

  it('has no line for a build that fails without one', async () => {
    const api = await startApi()
    try {
      const site = await api.site()
      const source = `/v2/sites/${site.id}/source/index.html`
      await api.upload('PUT', source, { data: '---\n---\n{% nothing %}' })
      const { json } = await api.post(`/v2/sites/${site.id}/publish`)
      expect((await api.get(`/v2/jobs/${String(json['job_id'])}`)).text).to.include(
        '"status":"error"',
      )
      expect(linesOf(api)).to.deep.equal([])
    } finally {
      await api.finish()
    }
  })
})
