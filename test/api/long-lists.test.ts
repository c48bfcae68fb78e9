import { expect } from 'chai'
import { basic } from './client.js'
import { useApi, type Site } from './server.js'

const MB = 1024 * 1024

/** Calls `work`, and tells how long the longest text is that JSON was written of in one piece meanwhile. */
async function longestPiece(work: () => Promise<void>): Promise<number> {
  const { stringify } = JSON
  let longest = 0
  const measured = (...values: Parameters<typeof stringify>) => {
    const text = stringify(...values)
    longest = Math.max(longest, text?.length ?? 0)
    return text
  }
  Object.assign(JSON, { stringify: measured })
  try {
    await work()
  } finally {
    Object.assign(JSON, { stringify })
  }
  return longest
}

describe('Lists with long texts', function () {
  const api = useApi()
  const BODY = '"\\\n\té漢😀'.repeat((2 * MB) / 10)
  let site: Site
  before('make a site', async () => {
    site = await api.site()
  })

  for (const [what, path] of [
    ['documents', '/collections/posts/documents'],
    ['pages', '/pages'],
  ] as const) {
    it(`write ${what} in short pieces, in one answer and in a stream`, async () => {
      const url = `/v2/sites/${site.id}${path}`
      for (const count of [1, 4]) {
        while ((await api.get(url)).list.length < count)
          await api.post(url, { title: 'Long', body: BODY })
        let text = ''
        const longest = await longestPiece(async () => {
          const headers = { Authorization: basic(api.root) }
          const answer = await fetch(`${api.server.url}${url}`, { headers })
          expect(answer.headers.has('etag')).to.equal(count === 1)
          text = await answer.text()
        })
        const rows: { id: string }[] = JSON.parse(text)
        expect(rows).to.have.length(count)
        expect(longest).to.be.lessThan(MB / 2)
        for (const row of rows)
          expect((await api.get(`/v2/${what}/${row.id}`)).json).to.deep.equal(row)
      }
    })
  }
})
