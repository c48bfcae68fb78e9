import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { basic } from './client.js'
import { startApi, useApi, type Api, type Person, type Site } from './server.js'

const ABSENT = '0'.repeat(24)

interface Event {
  readonly id: string
  readonly event: string
  readonly data: { status: string; message: string; updated_at?: string }
}

/** Events of a stream, in their order. */
function parseEvents(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((block) => block.includes('data:'))
    .map((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const colon = line.indexOf(': ')
          return [line.slice(0, colon), line.slice(colon + 2)] as const
        }),
      )
      const data = JSON.parse(fields.get('data') ?? '{}')
      return { id: fields.get('id') ?? '', event: fields.get('event') ?? '', data }
    })
}

/** Follows a job to its end. */
async function follow(api: Api, job: unknown, headers: Record<string, string> = {}) {
  const answer = await api.send({ method: 'GET', path: `/v2/jobs/${String(job)}`, headers })
  expect(answer.status).to.equal(200)
  expect(answer.headers['content-type']).to.match(/^text\/event-stream/)
  return parseEvents(answer.text)
}

/** A site whose build does not end by itself. */
async function endlessSite(api: Api): Promise<Site> {
  const site = await api.site()
  const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}'
  const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'Endless', body })
  expect(page.status, page.text).to.equal(201)
  return site
}

interface ZipItem {
  readonly name: string
  readonly data?: Buffer | string
  readonly mode?: number
}

async function zip(items: readonly ZipItem[], compress = true): Promise<Buffer> {
  const file = new ZipFile()
  for (const { name, data = 'x', mode } of items) {
    file.addBuffer(Buffer.from(data), name, { compress, ...(mode !== undefined && { mode }) })
  }
  file.end()
  const chunks: Buffer[] = []
  for await (const chunk of file.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

describe('POST /v2/import', () => {
  const api = useApi({
    settings: { importBytes: '1000000', importUnpackedBytes: '2000000', importFiles: '50' },
  })

  const run = async (data: Buffer, fields: Record<string, string> = {}) => {
    const upload = { name: 'My site.zip', data, fields }
    const answer = await api.upload('POST', '/v2/import', upload)
    expect(answer.status, answer.text).to.equal(202)
    const jobId = String(answer.json['job_id'])
    const events = await follow(api, jobId)
    return { siteId: String(answer.json['site_id']), jobId, last: events.at(-1)?.data }
  }

  it('makes a site of a ZIP in one commit', async () => {
    const data = await zip([
      { name: '_config.yml', data: '# mine\ntitle: Old\n' },
      { name: '_posts/2024-01-02-a.md', data: '---\ntitle: A\n---\nx' },
      { name: 'index.html', data: '---\n---\n' },
    ])
    const domain = 'imported.example.org'
    const { siteId, last } = await run(data, { title: 'New title', domain })
    expect(last).to.include({ status: 'complete' })
    const site = await api.get(`/v2/sites/${siteId}`)
    expect(site.json).to.include({ title: 'New title', domain, user_id: api.root.id })
    expect(await api.file(siteId, '_config.yml')).to.equal('# mine\ntitle: New title\n')
    const posts = await api.get(`/v2/sites/${siteId}/collections/posts/documents`)
    expect(posts.list.map(({ title }) => title)).to.deep.equal(['A'])
  })

  it('says what the site needs that is not here, before anybody publishes it', async () => {
    const data = await zip([
      { name: '_config.yml', data: 'title: T\nplugins: [jekyll-nope]\nremote_theme: a/b\n' },
      { name: '_plugins/video.rb', data: "Liquid::Template.register_tag('video', Video)\n" },
      { name: 'index.html', data: '---\n---\n{% video x %}\n' },
    ])
    const { jobId, last } = await run(data)
    expect(last).to.include({ status: 'complete' })
    const job = await api.send({
      method: 'GET',
      path: `/v2/jobs/${jobId}`,
      headers: { accept: 'application/json' },
    })
    const said = job.json['diagnostics'] as readonly { severity: string; path: string }[]
    expect(said.map(({ severity, path }) => `${severity} ${path}`)).to.deep.equal([
      'warning _config.yml',
      'error index.html',
      'warning _plugins/video.rb',
      'warning _config.yml',
    ])
  })

  it('takes off one folder around everything, and what file managers add', async () => {
    const data = await zip([
      { name: 'site/_config.yml', data: 'title: In a folder\n' },
      { name: 'site/.git/config', data: 'x' },
      { name: 'site/a/b.txt' },
      { name: '__MACOSX/site/._a', data: 'x' },
      { name: 'site/.DS_Store', data: 'x' },
    ])
    const { siteId, last } = await run(data)
    expect(last?.status, last?.message).to.equal('complete')
    const names = await api.git(siteId, 'ls-tree', '-r', '--name-only', 'main')
    expect(names.trim().split('\n')).to.deep.equal(['_config.yml', 'a/b.txt'])
    expect((await api.get(`/v2/sites/${siteId}`)).json['title']).to.equal('In a folder')
  })

  const link = 0o120777
  for (const [title, items] of [
    ['a symbolic link', [{ name: 'a', data: '/etc/passwd', mode: link }]],
    ['twins by case', [{ name: 'A.txt' }, { name: 'a.txt' }]],
    ['twins', [{ name: 'a.txt' }, { name: 'a.txt' }]],
    ['a file and a folder of one name', [{ name: 'a' }, { name: 'a/b' }]],
    ['a file and a folder that differ in case', [{ name: 'a' }, { name: 'A/b' }]],
    ['a control character', [{ name: 'a\u0001b' }]],
    ['a .git below', [{ name: 'x' }, { name: 'y/.GIT/config' }]],
    ['too many files', Array.from({ length: 51 }, (_, count) => ({ name: `${count}.txt` }))],
    ['nothing', []],
    ['a bomb', [{ name: 'zeros', data: Buffer.alloc(3_000_000) }]],
  ] as const satisfies readonly (readonly [string, readonly ZipItem[]])[]) {
    it(`ends in an error that says why for ${title}, with the site as empty as it was`, async () => {
      const { siteId, last } = await run(await zip(items))
      expect(last?.status, last?.message).to.equal('error')
      expect(last?.message).to.be.a('string').that.does.not.include('Internal error')
      const names = await api.git(siteId, 'ls-tree', '-r', '--name-only', 'main')
      expect(names.trim()).to.equal('_config.yml')
    })
  }

  it('ends in an error for names that leave the site', async () => {
    const good = await zip([{ name: 'aa/aa/evil.txt' }, { name: 'b' }], false)
    for (const name of ['../../evil.txt', '/a/b/c/evil.tx', 'aa\\aa\\evil.txt']) {
      const bytes = Buffer.from(good)
      const place = (from: number) => bytes.indexOf('aa/aa/evil.txt', from)
      for (let at = place(0); at >= 0; at = place(at + 1)) bytes.write(name.padEnd(14, 'x'), at)
      const { last } = await run(bytes)
      expect(last?.status, name).to.equal('error')
    }
  })

  it('answers 422 to what is no ZIP, 413 over the limit, 409 for a taken domain', async () => {
    const send = (data: Buffer | string, fields = {}) =>
      api.upload('POST', '/v2/import', { name: 'x.zip', data, fields })
    for (const data of ['', 'text', 'PK', '<html>']) {
      expect((await send(data)).status, data).to.equal(422)
    }
    expect((await send(Buffer.alloc(1_000_001))).status).to.equal(413)
    const good = await zip([{ name: 'a' }])
    expect((await send(good, { domain: 'not a domain' })).status).to.equal(422)
    const site = await api.site()
    expect((await send(good, { domain: site['domain'] })).status).to.equal(409)
    const torn = await run(good.subarray(0, good.length - 30))
    expect(torn.last?.status).to.equal('error')
  })
})

describe('Jobs', () => {
  const api = useApi({ settings: { streamsPerUser: '3' } })
  let site: Site

  before(async () => {
    site = await api.site()
  })

  const preview = async (on = site) =>
    String((await api.post(`/v2/sites/${on.id}/preview`)).json['job_id'])

  it('answer 202, the same waiting job for the same kind, and show in the slot of the site', async () => {
    const endless = await endlessSite(api)
    const first = await preview(endless)
    const slot = async () => Object((await api.get(`/v2/sites/${endless.id}`)).json['jobs']).preview
    expect((await slot()).id).to.equal(first)
    const [second, third] = [await preview(endless), await preview(endless)]
    expect(second).to.not.equal(first)
    expect(third).to.equal(second)
    for (const job of [first, second]) {
      await api.delete(`/v2/jobs/${job}`)
      await follow(api, job)
    }
    const after = await slot()
    expect(after.id).to.equal(null)
    expect(after.last_id).to.equal(second)
    expect(after.last_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
  })

  it('stream status events with ids, and resume after the last one that was seen', async () => {
    const job = await preview()
    const events = await follow(api, job)
    expect(events.every(({ event }) => event === 'status')).to.equal(true)
    expect(events.every(({ data }) => /^\d{10}$/.test(data.updated_at ?? ''))).to.equal(true)
    expect(events.slice(0, -1).every(({ data }) => data.status === 'working')).to.equal(true)
    expect(events.at(-1)?.data.status).to.equal('complete')
    const late = await follow(api, job)
    expect(late).to.deep.equal(events.slice(-1))
    const all = await follow(api, job, { 'Last-Event-ID': '0' })
    expect(all.length).to.be.above(1)
    const ids = all.map(({ id }) => Number(id))
    expect(ids).to.deep.equal(ids.map((_, place) => place + 1))
    const rest = await follow(api, job, { 'Last-Event-ID': '1' })
    expect(rest).to.deep.equal(all.slice(1))
    expect(await follow(api, job, { 'Last-Event-ID': 'nonsense' })).to.deep.equal(late)
  })

  it('answer 410 with an event when they are unknown or expired', async () => {
    const job = await preview()
    await follow(api, job)
    for (const id of [ABSENT, 'nonsense']) {
      const answer = await api.get(`/v2/jobs/${id}`)
      expect(answer.status).to.equal(410)
      expect(answer.headers['content-type']).to.match(/^text\/event-stream/)
      const [event] = parseEvents(answer.text)
      expect(event?.event).to.equal('status')
      expect(event?.data.status).to.equal('error')
      expect(event?.data.message).to.match(/not found/)
      expect(event?.data).not.to.have.property('updated_at')
    }
    api.skip(29 * 60 * 1000)
    expect((await api.get(`/v2/jobs/${job}`)).status).to.equal(200)
    api.skip(2 * 60 * 1000)
    expect((await api.get(`/v2/jobs/${job}`)).status).to.equal(410)
    expect((await api.delete(`/v2/jobs/${job}`)).status).to.equal(404)
  })

  it('are cancelled: waiting ones at once, with 200 and an empty object', async () => {
    const endless = await endlessSite(api)
    const first = await preview(endless)
    const second = await preview(endless)
    const cancelled = await api.delete(`/v2/jobs/${second}`)
    expect(cancelled.status).to.equal(200)
    expect(cancelled.value).to.deep.equal({})
    const [last] = await follow(api, second)
    expect(last?.data).to.include({ status: 'error', message: 'Job cancelled' })
    await api.delete(`/v2/jobs/${first}`)
    await follow(api, first)
    expect((await api.delete(`/v2/jobs/${first}`)).status).to.equal(200)
    expect((await api.delete(`/v2/jobs/${ABSENT}`)).status).to.equal(404)
  })

  it('give the places of streams back that nobody read', async () => {
    const job = await preview()
    await follow(api, job)
    for (let count = 0; count < 5; count += 1) {
      const head = await api.send({ method: 'HEAD', path: `/v2/jobs/${job}` })
      expect(head.status).to.equal(200)
    }
    expect((await api.get(`/v2/jobs/${job}`)).status).to.equal(200)
  })

  it('are cancelled while they run, however long they would, and leave nothing behind', async () => {
    const endless = await endlessSite(api)
    const job = await preview(endless)
    await untilBuilding(api, job)
    const stream = follow(api, job)
    await api.delete(`/v2/jobs/${job}`)
    expect((await stream).at(-1)?.data.message).to.equal('Job cancelled')
    expect((await api.get(`/v2/sites/${endless.id}`)).json['preview_url']).to.equal(null)
  })

  it('go with their site', async () => {
    const other = await api.site()
    const job = await preview(other)
    expect((await api.delete(`/v2/sites/${other.id}`)).status).to.equal(200)
    expect((await api.get(`/v2/jobs/${job}`)).status).to.equal(410)
  })
})

/** A stream that stays open; `text` grows. */
async function openStream(api: Api, job: string): Promise<IncomingMessage> {
  const headers = { Authorization: basic(api.root), Connection: 'close' }
  const request = httpGet(`${api.server.url}/v2/jobs/${job}`, { headers })
  const [response] = await once(request, 'response')
  return response
}

/** Waits until a job has begun to build. */
async function untilBuilding(api: Api, job: string): Promise<void> {
  const stream = await openStream(api, job)
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    if (text.includes('Reading the source')) return
  }
  throw new Error(`The job ended: ${text}`)
}

describe('Streams that are open', () => {
  for (const [title, change] of [
    ['whose key is rotated', (api: Api, who: Person) => api.post('/v2/users/me/rotate', {}, who)],
    [
      'who is no server administrator any more',
      (api: Api, who: Person) => api.put(`/v2/users/${who.id}`, { admin: false }),
    ],
  ] as const) {
    it(`end for somebody ${title}`, async () => {
      const api = await startApi()
      try {
        const site = await endlessSite(api)
        const job = String((await api.post(`/v2/sites/${site.id}/preview`)).json['job_id'])
        const who = await api.person('demoted', { admin: true })
        const stream = await openStream({ ...api, root: who }, job)
        expect(stream.statusCode).to.equal(200)
        expect((await change(api, who)).status).to.equal(200)
        stream.resume()
        await once(stream, 'end')
        expect((await api.get(`/v2/jobs/${job}`, who)).status).to.be.oneOf([401, 410])
        await api.delete(`/v2/jobs/${job}`)
      } finally {
        await api.finish()
      }
    })
  }
})

describe('Running jobs', () => {
  it('are capped in streams a user, give places back, and end when the server stops', async () => {
    const api = await startApi({ settings: { streamsPerUser: '2', jobs: '1' } })
    try {
      const endless = await endlessSite(api)
      const ask = async () =>
        String((await api.post(`/v2/sites/${endless.id}/preview`)).json['job_id'])
      await ask()
      const waiting = await ask()
      const streams = [await openStream(api, waiting), await openStream(api, waiting)]
      expect(streams.map(({ statusCode }) => statusCode)).to.deep.equal([200, 200])
      const refused = await api.get(`/v2/jobs/${waiting}`)
      expect(refused.status).to.equal(429)
      const [first, second] = streams
      first?.destroy()
      second?.resume()
      const closed = second && once(second, 'close')
      expect((await api.delete(`/v2/jobs/${waiting}`)).status).to.equal(200)
      await closed
      const events = await follow(api, waiting)
      expect(events.at(-1)?.data.status).to.equal('error')
    } finally {
      await api.finish()
    }
  })

  it('are errors after a restart, and what waited goes on', async () => {
    const api = await startApi({ settings: { jobs: '1' }, keep: true })
    const endless = await endlessSite(api)
    const site = await api.site({ empty: false })
    const running = String((await api.post(`/v2/sites/${endless.id}/preview`)).json['job_id'])
    await untilBuilding(api, running)
    const waiting = String((await api.post(`/v2/sites/${site.id}/preview`)).json['job_id'])
    await api.stop()
    const again = await startApi({ settings: { jobs: '1' }, data: api.data })
    try {
      const [interrupted] = await follow(again, running)
      expect(interrupted?.data).to.include({
        status: 'error',
        message: 'Interrupted by a server restart',
      })
      const events = await follow(again, waiting)
      expect(events.at(-1)?.data).to.include({ status: 'complete', message: 'Done' })
    } finally {
      await again.finish()
    }
  })
})
