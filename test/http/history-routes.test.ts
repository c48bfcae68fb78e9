import { Readable } from 'node:stream'
import { expect } from 'chai'
import { historyRoutes } from '../../src/http/routes/history.js'
import type { RawRequest } from '../../src/http/route.js'

type History = Parameters<typeof historyRoutes>[0]
type List = History['list']
type Version = Awaited<ReturnType<List>>['rows'][number]

function versionOf(seq: number): Version {
  const author = { authorName: 'A', authorEmail: 'a@example.org', authorKey: 'a@example.org' }
  const commit = { seq, oid: `c${seq}`, ...author, time: 1, message: 'm' }
  return { revision: { ...commit, path: 'a.md', blob: 'b' }, userId: 'user' }
}

describe('the route of a history', () => {
  it('sends each version once, also if new ones come between its parts', async () => {
    let newest = 7
    /** Two at a time; another version comes after each. */
    const list: List = (_actor, _subject, { limit, offset, since }) => {
      const first = since ? since.seq - 1 : newest
      const seqs = Array.from({ length: Math.min(2, limit) }, (_, at) => first - offset - at)
      const page = { rows: seqs.filter((seq) => seq > 0).map(versionOf), total: newest, next: null }
      newest += 1
      return Promise.resolve(page)
    }
    const routes = historyRoutes({ list } as unknown as History, 'http://test')
    const route = routes.find(({ operation }) => operation === 'listDocumentHistory')
    const request = {
      params: { document_id: '1' },
      query: { per_page: '5', page: '1' },
      querystring: '',
      path: '/v2/documents/1/history',
    }
    const reply = await route?.handle(request as unknown as RawRequest)
    if (!(reply?.body instanceof Readable)) throw new TypeError('no stream')
    const rows: { commit: string }[] = JSON.parse((await reply.body.toArray()).join(''))
    expect(rows.map(({ commit }) => commit)).to.deep.equal(['c7', 'c6', 'c5', 'c4', 'c3'])
  })
})
