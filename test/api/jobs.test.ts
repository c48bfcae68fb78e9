import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { expect } from 'chai'
import { basic } from './client.js'
import { follow, parseEvents } from './job-events.js'
import { startApi, useApi, type Api, type Person, type Site } from './server.js'

const ABSENT = '0'.repeat(24)

/** A site whose build does not end by itself. */
async function endlessSite(api: Api): Promise<Site> {
  const site = await api.site()
  const body = '{% for a in (1..100000) %}{% for b in (1..100000) %}{% endfor %}{% endfor %}'
  const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'Endless', body })
  expect(page.status, page.text).to.equal(201)
  return site
}

describe('Jobs', () => {
  const api = useApi({ settings: { streamsPerUser: '3' } })
  let site: Site

  before(async () => {
    site = await api.site()
  })

  const preview = async (on = site) =>
    String((await api.post(`/v2/sites/${on.id}/preview`)).json['job_id'])

  it('are answered with 202, share one waiting job of each kind, and are shown by the site', async () => {
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

  it('are 204 to whoever has the last event of a job that ended, so that clients stop', async () => {
    const job = await preview()
    const last = (await follow(api, job)).at(-1)?.id ?? ''
    for (const place of [last, '999999']) {
      const headers = { 'Last-Event-ID': place }
      const answer = await api.send({
        method: 'GET',
        path: `/v2/jobs/${job}`,
        as: api.root,
        headers,
      })
      expect(answer.status).to.equal(204)
      expect(answer.text).to.equal('')
    }
    const before = { 'Last-Event-ID': String(Number(last) - 1) }
    expect((await follow(api, job, before)).map(({ id }) => id)).to.deep.equal([last])
  })

  it('are 410 with an event if they are unknown or expired', async () => {
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

  it('free the places of streams that were not read', async () => {
    const job = await preview()
    await follow(api, job)
    for (let count = 0; count < 5; count += 1) {
      const head = await api.send({ method: 'HEAD', path: `/v2/jobs/${job}` })
      expect(head.status).to.equal(200)
    }
    expect((await api.get(`/v2/jobs/${job}`)).status).to.equal(200)
  })

  it('are cancelled while they run, and leave nothing behind', async () => {
    const endless = await endlessSite(api)
    const job = await preview(endless)
    await untilBuilding(api, job)
    const stream = follow(api, job)
    await api.delete(`/v2/jobs/${job}`)
    expect((await stream).at(-1)?.data.message).to.equal('Job cancelled')
    expect((await api.get(`/v2/sites/${endless.id}`)).json['preview_url']).to.equal(null)
  })

  it('are removed with their site', async () => {
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
  for (const [title, change, status] of [
    [
      'whose key is rotated',
      (api: Api, who: Person) => api.post('/v2/users/me/rotate', {}, who),
      401,
    ],
    [
      'who is no server administrator any more',
      (api: Api, who: Person) => api.put(`/v2/users/${who.id}`, { admin: false }),
      410,
    ],
  ] as const) {
    it(`end for a user ${title}`, async () => {
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
        expect((await api.get(`/v2/jobs/${job}`, who)).status).to.equal(status)
        await api.delete(`/v2/jobs/${job}`)
      } finally {
        await api.finish()
      }
    })
  }
})

describe('Running jobs', () => {
  it('have a limit of streams for each user, and end when the server stops', async () => {
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

  it('are errors after a restart, and waiting jobs continue', async () => {
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
