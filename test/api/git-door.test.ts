/** What the git door answers as HTTP, held to the document; `test/stories` has real git at it. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { MAX_REFS_OF_SITE } from '../../src/service/push/push-rules.js'
import type { Answer, Call } from './client.js'
import { EMPTY_PACK, FLUSH, packet } from './git-wire.js'
import { startApi, useApi, type Api, type Site } from './server.js'

const SERVICES = ['upload-pack', 'receive-pack'] as const
const NONE = '0'.repeat(40)

/** The three routes of a repository. */
function doorsOf(siteId: string): Record<string, Call> {
  const repository = `/v2/sites/${siteId}/repository.git`
  const exchange = (service: string): Call => ({
    method: 'POST',
    path: `${repository}/git-${service}`,
    headers: { 'Content-Type': `application/x-git-${service}-request` },
    raw: FLUSH,
  })
  return {
    refs: { method: 'GET', path: `${repository}/info/refs?service=git-upload-pack` },
    fetch: exchange('upload-pack'),
    push: exchange('receive-pack'),
  }
}

async function answers(api: Api, siteId: string, as = api.root): Promise<Answer[]> {
  return Promise.all(Object.values(doorsOf(siteId)).map((call) => api.send({ ...call, as })))
}

describe('Smart HTTP', () => {
  const api = useApi()
  let site: Site

  before(async () => {
    site = await api.site()
  })

  const exchange = (
    service: string,
    raw: string | Buffer,
    { coding = 'identity', siteId = site.id }: { coding?: string; siteId?: string } = {},
  ) =>
    api.send({
      method: 'POST',
      path: `/v2/sites/${siteId}/repository.git/git-${service}`,
      headers: {
        'Content-Type': `application/x-git-${service}-request`,
        'Content-Encoding': coding,
      },
      raw,
    })

  for (const service of SERVICES) {
    it(`lists the refs for ${service}`, async () => {
      const url = `/v2/sites/${site.id}/repository.git/info/refs?service=git-${service}`
      const answer = await api.get(url)
      expect(answer.status, answer.text).to.equal(200)
      const type = `application/x-git-${service}-advertisement`
      expect(answer.headers['content-type']).to.equal(type)
      expect(answer.text).to.include(`# service=git-${service}\n`)
      expect(answer.text).to.include(await api.head(site.id))
    })
  }

  it('sends a pack, also for a compressed request', async () => {
    const wanted = `${packet(`want ${await api.head(site.id)}\n`)}${FLUSH}${packet('done\n')}`
    for (const coding of ['identity', 'gzip']) {
      const raw = coding === 'gzip' ? gzipSync(wanted) : wanted
      const answer = await exchange('upload-pack', raw, { coding })
      expect(answer.status, answer.text).to.equal(200)
      expect(answer.headers['content-type']).to.equal('application/x-git-upload-pack-result')
      expect(answer.text).to.match(/^0008NAK\nPACK/)
    }
  })

  it('accepts the push of a branch', async () => {
    const head = await api.head(site.id)
    const update = `${NONE} ${head} refs/heads/other\0report-status`
    const raw = Buffer.concat([Buffer.from(`${packet(update)}${FLUSH}`), EMPTY_PACK])
    const answer = await exchange('receive-pack', raw)
    expect(answer.status, answer.text).to.equal(200)
    expect(answer.headers['content-type']).to.equal('application/x-git-receive-pack-result')
    expect(answer.text).to.include('ok refs/heads/other')
    expect((await api.git(site.id, 'rev-parse', 'other')).trim()).to.equal(head)
  })

  it('declines the 10,001st branch, and lists 10,000', async () => {
    const { id } = await api.site()
    const head = await api.head(id)
    const names = Array.from({ length: MAX_REFS_OF_SITE - 1 }, (_, n) => `refs/heads/b${n}`).sort()
    // Those that the server keeps itself do not count.
    const own = Array.from({ length: 20 }, (_, n) => `refs/galley/refused/${10 + n}`)
    const packed = [...own, ...names].sort().map((name) => `${head} ${name}\n`)
    const header = '# pack-refs with: peeled fully-peeled sorted \n'
    await writeFile(
      join(api.config.data, 'sites', id, 'repository.git/packed-refs'),
      header + packed.join(''),
    )
    const list = await api.get(`/v2/sites/${id}/repository.git/info/refs?service=git-receive-pack`)
    expect(list.text.match(/refs\/heads\//g)?.length).to.equal(MAX_REFS_OF_SITE)
    const push = async (from: string, to: string, ref: string) => {
      const update = packet(`${from} ${to} ${ref}\0report-status side-band-64k`)
      const raw = Buffer.concat([
        Buffer.from(update + FLUSH),
        to === NONE ? Buffer.of() : EMPTY_PACK,
      ])
      return (await exchange('receive-pack', raw, { siteId: id })).text
    }
    expect(await push(NONE, head, 'refs/tags/one-more')).to.include('more than 10,000 branches')
    expect(await push(head, NONE, 'refs/heads/b7')).to.include('ok refs/heads/b7')
    expect(await push(NONE, head, 'refs/tags/one-more')).to.include('ok refs/tags/one-more')
  })

  it('is 404 without a role on the site, and 403 without the role admin', async () => {
    for (const { status, json } of await answers(api, site.id, await api.person('stranger'))) {
      expect([status, json['error']]).to.deep.equal([404, 'not_found'])
    }
    for (const kind of ['publisher', 'writer'] as const) {
      for (const { status } of await answers(api, site.id, await api.member(site.id, kind))) {
        expect(status, kind).to.equal(403)
      }
    }
  })

  it('gives errors to git in plain text, and to other clients in JSON', async () => {
    const call = doorsOf('0'.repeat(24))['refs']
    if (!call) throw new Error('no such door')
    const told = await api.send({ ...call, headers: { 'User-Agent': 'git/2.39.5' } })
    expect(told.status).to.equal(404)
    expect(told.headers['content-type']).to.equal('text/plain; charset=utf-8')
    expect(told.text).to.equal(String((await api.send(call)).json['message']))
  })

  it('refuses the dumb protocol, and unknown content encodings', async () => {
    const url = `/v2/sites/${site.id}/repository.git/info/refs`
    for (const query of ['', '?service=git-upload-archive', '?service=constructor']) {
      expect((await api.get(`${url}${query}`)).status, query).to.equal(403)
    }
    const coded = await exchange('upload-pack', FLUSH, { coding: 'br' })
    expect(coded.status).to.equal(415)
  })
})

describe('Smart HTTP on a machine without git', () => {
  it('is 501', async () => {
    const api = await startApi({ native: false })
    const { id } = await api.site()
    for (const { status, json } of await answers(api, id)) {
      expect([status, json['error']]).to.deep.equal([501, 'not_implemented'])
    }
    await api.finish()
  })
})
