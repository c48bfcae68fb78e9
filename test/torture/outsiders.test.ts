/**
 * Every operation of the OpenAPI document, asked by everybody who has no business there, with the ids of
 * somebody else's site in every slot, alone and mixed with ids of a site of their own: no answer is a
 * success that concerns the other site, none holds a word of its texts, and nothing of it changes.
 */

import { expect } from 'chai'
import { isRecord, type Answer, type Call } from '../api/client.js'
import { useApi, type Person, type Site } from '../api/server.js'
import { report } from './figures.js'

const SECRET = 'Zimtwaffel'
const WORD = /Zimtwaffel/i

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  /** Names of its path parameters, in order. */
  readonly slots: readonly string[]
  readonly type: string | null
}

/** Ids by the name of the parameter that takes them. */
type Ids = Readonly<Record<string, string>>

function operationsOf(document: unknown): Operation[] {
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([method, operation]) => {
      if (!isRecord(operation)) return []
      const slots = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
      const request = operation['requestBody']
      const content = isRecord(request) && isRecord(request['content']) ? request['content'] : {}
      const type = Object.keys(content)[0] ?? null
      return [{ id: String(operation['operationId']), method, path, slots, type }]
    }),
  )
}

/** Every mixture of their ids and one's own, the all-own one left out. */
function mixtures(slots: readonly string[], theirs: Ids, own: Ids): Ids[] {
  const shared = slots.filter((name) => name in theirs)
  return Array.from({ length: 2 ** shared.length - 1 }, (_, number) => {
    const chosen = shared.map((name, place) => {
      const isTheirs = (((number + 1) >> place) & 1) === 1
      return [name, (isTheirs ? theirs : own)[name] ?? ''] as const
    })
    return Object.fromEntries(chosen)
  })
}

describe('Outsiders', () => {
  const api = useApi()
  let operations: Operation[] = []
  let theirs: Ids
  let site: Site
  const callers: { readonly name: string; readonly as: Person | undefined; readonly own: Ids }[] =
    []

  async function idsOf(at: Site, owner: Person, secret: string): Promise<Ids> {
    const url = `/v2/sites/${at.id}`
    await api.post(`${url}/collections`, { title: secret, path: 'docs' }, owner)
    const made = await api.post(
      `${url}/collections/docs/documents`,
      { title: secret, body: secret, path: 'a.md' },
      owner,
    )
    const page = await api.post(
      `${url}/pages`,
      { title: secret, path: 'p.md', body: secret },
      owner,
    )
    await api.upload('PUT', `${url}/source/f.txt`, { data: secret, as: owner })
    const role = await api.post(
      `${url}/roles`,
      { user_id: (await api.person('helper')).id, kind: 'writer' },
      owner,
    )
    const publish = await api.post(`${url}/publish`, undefined, owner)
    await api.get(`/v2/jobs/${String(publish.json['job_id'])}`, owner)
    const releases = await api.get(`${url}/releases`, owner)
    return {
      site_id: at.id,
      document_id: String(made.json['id']),
      page_id: String(page.json['id']),
      role_id: String(role.json['id']),
      job_id: String(publish.json['job_id']),
      release_id: String(releases.list[0]?.['id']),
      commit: await api.head(at.id),
    }
  }

  before(async () => {
    site = await api.site({ title: SECRET })
    theirs = await idsOf(site, api.root, SECRET)
    const mine = await api.site({ title: 'Mine' })
    const neighbour = await api.member(mine.id, 'admin', 'neighbour')
    const own = await idsOf(mine, neighbour, 'Mine')
    const writer = await api.member(mine.id, 'writer', 'other-writer')
    callers.push(
      { name: 'nobody', as: undefined, own },
      { name: 'somebody without a role', as: await api.person('stranger'), own },
      { name: 'a writer of another site', as: writer, own },
      { name: 'an admin of another site', as: neighbour, own },
    )
    operations = operationsOf((await api.get('/v2/openapi.json')).json)
  })

  const known: Ids = { path: 'docs', name: 'f.txt' }

  function callOf(operation: Operation, ids: Ids): Omit<Call, 'as'> {
    const path = operation.slots.reduce(
      (url, slot) => url.replace(`{${slot}}`, ids[slot] ?? known[slot] ?? '0'.repeat(24)),
      operation.path,
    )
    const call = { method: operation.method.toUpperCase(), path }
    if (operation.type === 'application/json')
      return { ...call, json: { title: 'Taken over', body: 'Taken over', email: 'x@example.org' } }
    if (operation.type === 'multipart/form-data')
      return { ...call, form: { file: { name: 'f.txt', data: 'Taken over' } } }
    return call
  }

  it('learn nothing and change nothing, with any mixture of ids', async function () {
    this.timeout(600_000)
    const head = await api.head(site.id)
    const roles = (await api.get(`/v2/sites/${site.id}/roles`)).text
    let asked = 0
    for (const operation of operations) {
      for (const { name, as, own } of callers) {
        for (const ids of mixtures(operation.slots, theirs, own)) {
          const call = callOf(operation, ids)
          const answer: Answer = await api.send({ ...call, as })
          const what = `${operation.id} by ${name} at ${call.path}: ${answer.status}`
          // 410 and 200 of a stream of events say that there is no such job.
          expect(answer.status, `${what} ${answer.text}`).to.be.oneOf([
            401, 403, 404, 405, 409, 410, 412, 415, 422,
          ])
          expect(answer.text, what).not.to.match(WORD)
          asked += 1
        }
      }
    }
    expect(asked).to.be.greaterThan(operations.length)
    expect(await api.head(site.id)).to.equal(head)
    expect((await api.get(`/v2/sites/${site.id}/roles`)).text).to.equal(roles)
    report({ operations: operations.length, 'asked by outsiders': asked })
  })

  it('see nothing of the site in their own lists', async () => {
    for (const { name, as } of callers) {
      for (const operation of operations) {
        if (operation.method !== 'get' || operation.slots.length > 0) continue
        const query = operation.id === 'getSession' ? '' : `?q=${SECRET}`
        const answer = await api.send({ method: 'GET', path: operation.path + query, as })
        // The question itself may be repeated.
        expect(
          answer.text.replaceAll(`q=${SECRET}`, ''),
          `${operation.id} by ${name}`,
        ).not.to.match(WORD)
      }
    }
  })
})
