/** Webhooks: what is sent, to whom, how it is signed, and what is done with targets that do not answer as they should. */

import { expect } from 'chai'
import { withAccounts } from '../../src/cli/accounts.js'
import { eventually } from '../stories/git-client.js'
import type { Json } from './client.js'
import { answerOk, openTarget, signatureOf, type HookTarget } from './hook-target.js'
import { useApi, type Person, type Site } from './server.js'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('Webhooks', () => {
  const api = useApi({ settings: { allowAddresses: '127.0.0.1' } })
  let target: HookTarget
  let site: Site
  let anna: Person

  beforeEach(async () => {
    target = await openTarget()
    site = await api.site()
    anna = await api.member(site.id, 'admin', 'anna')
  })
  afterEach(() => target.close())

  const hooks = () => `/v2/sites/${site.id}/webhooks`
  const make = async (input: object = {}) => {
    const body = { name: 'A program', url: target.url, events: ['texts.changed'], ...input }
    const answer = await api.post(hooks(), body, anna)
    expect(answer.status, answer.text).to.equal(201)
    const id = String(answer.json['id'])
    return { id, path: `${hooks()}/${id}`, secret: String(answer.json['secret']), answer }
  }
  const data = (at: number): Json => Object(target.received[at]?.json['data'])
  const count = (number: number) =>
    eventually(() => expect(target.received).to.have.length.at.least(number))
  const newPost = async (title: string, more: object = {}, as: Person = anna) => {
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(url, { title, body: 'x', date: '2026-01-01', ...more }, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const deliveries = async (hook: string) => (await api.get(`${hook}/deliveries`, anna)).list
  const last = async (hook: string): Promise<Json> => (await deliveries(hook))[0] ?? {}

  it('are told of commits, signed as Standard Webhooks has it', async () => {
    const { secret, path: hook } = await make()
    const id = await newPost('First')
    await count(1)
    const [got] = target.received
    expect(got?.headers['webhook-signature']).to.equal(got && signatureOf(got, secret))
    expect(got?.headers).to.include({ 'content-type': 'application/json', 'user-agent': 'Galley' })
    expect(got?.json).to.include({ type: 'texts.changed' })
    const commit = await api.head(site.id)
    expect(data(0)).to.deep.include({ site_id: site.id, commit, commits: 1, user_id: anna.id })
    expect(data(0)).to.deep.include({
      door: 'api',
      is_complete: true,
      texts: [{ action: 'created', type: 'document', path: '_posts/2026-01-01-first.md', id }],
    })
    await eventually(async () =>
      expect(await last(hook)).to.include({ state: 'delivered', status: 204 }),
    )
    const whole = await api.get(`${hook}/deliveries/${String(got?.headers['webhook-id'])}`, anna)
    expect(whole.json).to.include({ request: got?.text, response: '', attempts: 1, failure: null })
    expect((await api.get(hook, anna)).json['delivered_at']).to.match(/^20/)
    expect((await api.get(hook, anna)).text).not.to.include(secret)
  })

  it('see texts as readers of the site do: what is hidden has no name, and comes and goes', async () => {
    await make()
    const id = await newPost('Secret', { visibility: 'hidden' })
    const url = `/v2/documents/${id}`
    const text = '_posts/2026-01-01-secret.md'
    const put = (json: object) => api.put(url, json, anna)
    await put({ body: 'Still nobody’s business' })
    await put({ visibility: 'visible' })
    await put({ body: 'y' })
    await count(2)
    await put({ path: '2026-01-01-open.md' })
    await count(3)
    await put({ draft: true })
    await count(4)
    await put({ draft: false })
    await count(5)
    await api.delete(url, anna)
    await count(6)
    const texts = target.received.map((_, at) => [data(at)['texts']].flat())
    const open = '_posts/2026-01-01-open.md'
    const known = { type: 'document', id }
    expect(texts).to.deep.equal([
      [{ action: 'created', path: text, ...known }],
      [{ action: 'changed', path: text, ...known }],
      [{ action: 'moved', path: open, old_path: text, ...known }],
      [{ action: 'deleted', path: open, ...known, id: null }],
      [{ action: 'created', path: open, ...known }],
      [{ action: 'deleted', path: open, ...known, id: null }],
    ])
    expect(target.received.map(({ text: body }) => body).join()).not.to.include('_drafts')
  })

  it('are told of pushes; many commits at once are one event', async () => {
    await make()
    const before = await api.head(site.id)
    const commits = Array.from({ length: 3000 }, (_, at) => {
      const text = `---\nn: ${at}\n---\nx.\n`
      return [
        'commit refs/heads/main',
        `committer Eve <eve@example.org> ${1_700_000_000 + at} +0000`,
        'data 1\n.',
        ...(at === 0 ? [`from ${before}`] : []),
        `M 644 inline _posts/2026-01-01-${at % 150}.md`,
        `data ${text.length}\n${text}`,
      ].join('\n')
    })
    await api.fastImport(site.id, `${commits.join('\n')}\n`)
    await api.server.application.advance.catchUp(site.id)
    await count(1)
    expect(data(0)).to.include({ before, commits: 3000, is_complete: false, door: 'git' })
    expect([data(0)['texts']].flat()).to.have.length(100)
    await newPost('After')
    await count(2)
    expect(data(1)).to.include({ commits: 1, is_complete: true })
  })

  it('are told of publishes, syncs that fail, and roles', async () => {
    await make({ events: ['publish.done', 'publish.failed', 'sync.failed', 'role.changed'] })
    const of = `/v2/sites/${site.id}`
    const published = await api.post(`${of}/publish`, {}, anna)
    await count(1)
    const [release] = (await api.get(`${of}/releases`)).list
    const job = { job_id: published.json['job_id'], user_id: anna.id }
    expect(target.received[0]?.json['type']).to.equal('publish.done')
    expect(data(0)).to.deep.equal({ site_id: site.id, ...job, release_id: release?.['id'] })
    await newPost('Broken', { body: '{% nothing %}' })
    await api.post(`${of}/publish`, {}, anna)
    await count(2)
    expect(target.received[1]?.json['type']).to.equal('publish.failed')
    expect(data(1)['message']).to.be.a('string')
    const sync_options = { path: 'a/b', access_token: 't', url: 'http://127.0.0.1:1' }
    await api.put(of, { sync: 'githost', sync_options }, anna)
    await api.post(`${of}/sync`, {}, anna)
    await count(3)
    expect(target.received[2]?.json['type']).to.equal('sync.failed')
    const walter = await api.person('walter')
    const role = await api.post(`${of}/roles`, { user_id: walter.id, kind: 'writer' }, anna)
    await api.put(`/v2/roles/${String(role.json['id'])}`, { kind: 'publisher' }, anna)
    await api.delete(`/v2/roles/${String(role.json['id'])}`, anna)
    await count(6)
    const roles = [3, 4, 5].map((at) => [data(at)['before'], data(at)['role']])
    expect(roles).to.deep.equal([
      [null, 'writer'],
      ['writer', 'publisher'],
      ['publisher', null],
    ])
    expect(data(3)).to.include({ user_id: walter.id, by_user_id: anna.id })
    expect(target.received.map(({ text }) => text).join()).not.to.include('@example.org')
  })

  it('are tested, rotated, renamed, switched off and deleted', async () => {
    const { id, path: hook, secret } = await make({ active: false })
    expect((await api.post(`${hook}/test`, {}, anna)).status).to.equal(409)
    await newPost('Unheard')
    const changed = await api.put(
      hook,
      { active: true, name: 'Renamed', events: ['role.changed'] },
      anna,
    )
    expect(changed.json).to.include({ active: true, name: 'Renamed' })
    const sent = await api.post(`${hook}/test`, {}, anna)
    expect(sent.status, sent.text).to.equal(202)
    expect(sent.headers.location).to.match(
      new RegExp(`${hook}/deliveries/${String(sent.json['id'])}$`),
    )
    await count(1)
    expect(target.received[0]?.json).to.deep.include({ type: 'test' })
    const rotated = await api.post(`${hook}/rotate`, {}, anna)
    const next = String(rotated.json['secret'])
    expect(next)
      .to.match(/^whsec_/)
      .and.not.to.equal(secret)
    const replay = `${hook}/deliveries/${String(sent.json['id'])}/replay`
    await eventually(async () => expect((await last(hook))['state']).to.equal('delivered'))
    expect((await api.post(replay, {}, anna)).status).to.equal(202)
    await count(2)
    const both = target.received[1]
    expect(both?.headers['webhook-id']).to.equal(target.received[0]?.headers['webhook-id'])
    const expected = both && [next, secret].map((one) => signatureOf(both, one)).join(' ')
    expect(both?.headers['webhook-signature']).to.equal(expected)
    api.skip(DAY)
    await eventually(async () => expect((await last(hook))['state']).to.equal('delivered'))
    await api.post(replay, {}, anna)
    await count(3)
    const alone = target.received[2]
    expect(alone?.headers['webhook-signature']).to.equal(alone && signatureOf(alone, next))
    expect((await api.get(hooks(), anna)).list).to.have.length(1)
    expect((await api.delete(hook, anna)).status).to.equal(200)
    expect((await api.get(hooks(), anna)).list).to.have.length(0)
    expect((await api.get(hook, anna)).status).to.equal(404)
    expect((await api.post(`${hook}/rotate`, {}, anna)).status).to.equal(404)
    const other = await api.site()
    expect((await api.get(`/v2/sites/${other.id}/webhooks/${id}`)).status).to.equal(404)
  })

  it('have no more waiting for them than 500, tests included', async () => {
    const { id, path: hook } = await make()
    target.answer = (response) => response.writeHead(500).end()
    await withAccounts(api.config, ({ records }) => {
      const waits = { webhookId: id, event: 'test', at: Date.now() + DAY, request: '{}' } as const
      for (let at = 0; at < 499; at += 1)
        records.deliveries.add({ ...waits, id: `${id.slice(4)}${String(at).padStart(4, '0')}` })
    })
    expect((await api.post(`${hook}/test`, {}, anna)).status).to.equal(202)
    const refused = await api.post(`${hook}/test`, {}, anna)
    expect(refused.status, refused.text).to.equal(409)
    expect(refused.json['message']).to.match(/^500 deliveries wait/)
  })

  it('are tried again for a day, then switched off with a word to the admins', async () => {
    const { path: hook } = await make({ events: ['role.changed'] })
    const bea = await api.member(site.id, 'admin', 'bea')
    await count(1)
    await eventually(async () => expect((await last(hook))['state']).to.equal('delivered'))
    target.answer = (response) => response.writeHead(500).end('down')
    api.skip(1000)
    await api.post(`${hook}/test`, {}, anna)
    const pauses = [0, 5000, MINUTE, 10 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE, DAY]
    for (const [before, pause] of pauses.entries()) {
      api.skip(pause)
      api.server.application.hooks.look()
      const tried = { status: 500, attempts: before + 1 }
      await eventually(async () => expect(await last(hook)).to.include(tried))
    }
    expect(target.received).to.have.length(1 + pauses.length)
    expect(await last(hook)).to.include({ state: 'failed', attempts: 7, next_at: null })
    const off = (await api.get(hook, anna)).json
    expect(off).to.include({ active: false, off_reason: 'the server answered 500' })
    await eventually(async () => {
      const [told] = (await api.get('/v2/notifications', bea)).list
      expect(told).to.include({ kind: 'webhook_off', name: 'A program', webhook_id: off['id'] })
      expect(told).to.include({ reason: 'the server answered 500', site_id: site.id })
    })
    target.answer = answerOk
    const on = await api.put(hook, { active: true }, anna)
    expect(on.json).to.include({ active: true, off_reason: null })
  })

  it('that one event never reaches stay on if others arrive; those that are gone go off at once', async () => {
    const { path: hook } = await make()
    target.answer = (response, { json }) =>
      response.writeHead(json['type'] === 'test' ? 400 : 200).end()
    const poison = await api.post(`${hook}/test`, {}, anna)
    await count(1)
    api.skip(1000)
    await newPost('Fine')
    await count(2)
    for (let tried = 1; tried < 7; tried += 1) {
      const attempts = async () =>
        (await api.get(`${hook}/deliveries/${String(poison.json['id'])}`, anna)).json['attempts']
      await eventually(async () => expect(await attempts()).to.equal(tried))
      api.skip(DAY)
      api.server.application.hooks.look()
    }
    await eventually(async () => {
      const list = await deliveries(hook)
      expect(list.map(({ state }) => state)).to.deep.equal(['delivered', 'failed'])
    })
    expect((await api.get(hook, anna)).json['active']).to.equal(true)
    target.answer = (response) => response.writeHead(410).end()
    await api.post(`${hook}/test`, {}, anna)
    await eventually(async () => {
      expect((await api.get(hook, anna)).json).to.include({ off_reason: 'the server answered 410' })
    })
  })

  it('are read up to a bound, and not followed elsewhere', async () => {
    const elsewhere = await openTarget()
    try {
      const { path: hook } = await make()
      target.answer = (response) => response.writeHead(302, { Location: elsewhere.url }).end()
      await api.post(`${hook}/test`, {}, anna)
      const failure = 'the server answered 302: redirects are not followed'
      await eventually(async () => expect(await last(hook)).to.include({ status: 302, failure }))
      const piece = Buffer.alloc(1024 * 1024, 'ä')
      const state = { written: 0, isClosed: false }
      target.answer = (response) => {
        response.writeHead(200)
        response.on('close', () => (state.isClosed = true))
        const more = () => {
          while (state.written < 10 && !response.destroyed) {
            state.written += 1
            if (!response.write(piece)) return void response.once('drain', more)
          }
          response.end()
        }
        more()
      }
      const sent = await api.post(`${hook}/test`, {}, anna)
      const one = async () =>
        (await api.get(`${hook}/deliveries/${String(sent.json['id'])}`, anna)).json
      await eventually(async () => expect((await one())['state']).to.equal('delivered'))
      expect((await one())['response']).to.have.length(2048)
      await eventually(() => expect(state.isClosed).to.equal(true))
      expect(state.written).to.be.below(10)
      expect(elsewhere.received).to.have.length(0)
    } finally {
      await elsewhere.close()
    }
  })

  it('that never answer hold up nobody else, nor the end of the server', async () => {
    const other = await openTarget()
    try {
      target.answer = () => undefined
      const slow = await Promise.all([1, 2, 3].map(() => make()))
      const quick = await make({ url: other.url })
      await newPost('News')
      await eventually(() => expect(other.received).to.have.length(1))
      await eventually(async () =>
        expect(await last(quick.path)).to.include({ state: 'delivered' }),
      )
      expect(await last(slow[0]?.path ?? '')).to.include({ state: 'waiting' })
      const again = `${slow[0]?.path}/deliveries/${String((await last(slow[0]?.path ?? ''))['id'])}/replay`
      expect((await api.post(again, {}, anna)).status).to.equal(409)
    } finally {
      await other.close()
    }
  })

  it('may only lead where the server may go', async () => {
    const refused = async (url: unknown) => {
      const answer = await api.post(hooks(), { name: 'x', url, events: ['role.changed'] }, anna)
      expect(answer.status, `${String(url)} ${answer.text}`).to.equal(422)
      expect(answer.json['details']).to.have.nested.property('[0].field', 'url')
    }
    for (const host of [
      '127.0.0.2',
      '10.0.0.1',
      '[::1]',
      '169.254.169.254',
      '[::ffff:10.0.0.1]',
      '0x7f.2',
    ])
      await refused(`http://${host}/`)
    for (const url of ['', 'x', '/x', 'ftp://example.org/', 'javascript:alert(1)', 'http://', 7])
      await refused(url)
    await refused('http://user:word@example.org/')
    await refused(`https://example.org/${'x'.repeat(2000)}`)
    const { path: hook } = await make()
    expect((await api.put(hook, { url: 'http://192.168.1.1/' }, anna)).status).to.equal(422)
    const bad = [
      { name: '' },
      { name: 'x'.repeat(101) },
      { events: [] },
      { events: ['x'] },
      { active: 1 },
    ]
    for (const input of bad) expect((await api.put(hook, input, anna)).status).to.equal(422)
    expect((await api.post(hooks(), {}, anna)).status).to.equal(422)
  })

  it('are at most 20, and keep the last deliveries only', async () => {
    const { path: hook } = await make()
    for (let at = 1; at < 20; at += 1) await make({ active: false })
    const more = { name: 'x', url: target.url, events: ['role.changed'] }
    expect((await api.post(hooks(), more, anna)).status).to.equal(409)
    for (let at = 0; at < 105; at += 1) await api.post(`${hook}/test`, {}, anna)
    await count(105)
    await eventually(async () => {
      const page = await api.get(`${hook}/deliveries?per_page=200`, anna)
      expect(page.list).to.have.length(100)
    })
    const first = await api.get(`${hook}/deliveries?per_page=60&after=`, anna)
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    const rest = await api.get(next.replace(/^https?:\/\/[^/]+/, ''), anna)
    const ids = [...first.list, ...rest.list].map(({ id }) => id)
    expect(new Set(ids).size).to.equal(100)
  })

  it('are for admins of the site', async () => {
    const { path: hook } = await make()
    const walter = await api.member(site.id, 'publisher', 'walter')
    expect((await api.get(hook, walter)).status).to.equal(403)
    const rows = await api.get(`/v2/sites/${site.id}/audit?operation=createWebhook`, anna)
    expect(rows.list[0]).to.include({ user_id: anna.id, outcome: 'done' })
  })
})
