/** `kill -9` of the server between a commit and its delivery: the event arrives after the next start, by the same id. */

import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { answerOk, openTarget, type HookTarget } from '../api/hook-target.js'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { eventually } from './git-client.js'

const FLAGS = ['--allow-addresses', '127.0.0.1']

describe('kill -9 between a commit and its delivery', () => {
  const data = mkdtempSync(path.join(tmpdir(), 'galley-hooks-kill-'))
  let target: HookTarget
  let server: GalleyProcess
  let authorization = ''

  before(async () => {
    target = await openTarget()
    server = await startGalley(data, FLAGS)
    authorization = server.authorization
  })
  after(async () => {
    await server?.kill('SIGKILL')
    await target.close()
    rmSync(data, { recursive: true, force: true })
  })

  async function post(url: string, body: object): Promise<Record<string, unknown>> {
    const answer = await fetch(server.url + url, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const json: Record<string, unknown> = await answer.json()
    expect(answer.status, JSON.stringify(json)).to.equal(201)
    return json
  }
  const ids = () => target.received.map(({ headers }) => headers['webhook-id'])
  const paths = () =>
    target.received.map(({ json }) => Object(json['data']).texts?.[0]?.path as string | undefined)

  it('delivers what was acknowledged, and what was under way once more', async () => {
    const site = await post('/v2/sites', { title: 'x', domain: 'hooks.test', empty: true })
    const url = `/v2/sites/${String(site['id'])}`
    const hook = { name: 'x', url: target.url, events: ['texts.changed'] }
    await post(`${url}/webhooks`, hook)
    const write = (title: string) =>
      post(`${url}/collections/posts/documents`, { title, date: '2026-01-01', body: 'x' })
    // Acknowledged, and killed before anybody has looked for events.
    await write('one')
    await server.kill('SIGKILL')
    target.answer = () => undefined
    server = await startGalley(data, FLAGS)
    await eventually(() => expect(paths()).to.deep.equal(['_posts/2026-01-01-one.md']))
    // Killed while the target has it, and has not answered.
    await write('two')
    await server.kill('SIGKILL')
    target.answer = answerOk
    server = await startGalley(data, FLAGS)
    await eventually(() => expect(paths().at(-1)).to.equal('_posts/2026-01-01-two.md'))
    expect(paths()).to.deep.equal([
      '_posts/2026-01-01-one.md',
      '_posts/2026-01-01-one.md',
      '_posts/2026-01-01-two.md',
    ])
    expect(ids()[1]).to.equal(ids()[0])
    expect(new Set(ids()).size).to.equal(2)
  })
})
