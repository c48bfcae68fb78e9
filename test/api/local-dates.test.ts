/** Dates that clients send without an offset. @see src/http/README.md (Content) */

import { expect } from 'chai'
import { useApi } from './server.js'

describe('A date without an offset', () => {
  const api = useApi()

  it('is in the time zone of the site, and is written with its offset at that time', async () => {
    const site = await api.site({ timezone: 'Europe/Berlin' })
    const posts = `/v2/sites/${site.id}/collections/posts/documents`
    const dateIn = async (filename: unknown) =>
      /^date: (.*)$/m.exec(await api.file(site.id, String(filename)))?.[1]
    for (const [date, written, shown] of [
      ['2026-07-01T09:30', '2026-07-01 09:30:00 +0200', '2026-07-01T09:30:00+02:00'],
      ['2026-12-01 23:30:15', '2026-12-01 23:30:15 +0100', '2026-12-01T23:30:15+01:00'],
      ['2026-07-01T09:30:00-03:00', '2026-07-01 09:30:00 -0300', '2026-07-01T14:30:00+02:00'],
      ['2026-07-01T09:30:00Z', '2026-07-01 09:30:00 +0000', '2026-07-01T11:30:00+02:00'],
      ['2026-07-01', '2026-07-01', '2026-07-01T00:00:00+02:00'],
    ] as const) {
      const made = await api.post(posts, { title: 'Made', date })
      expect([made.status, made.json['date']], date).to.deep.equal([201, shown])
      expect(await dateIn(made.json['filename'])).to.equal(written)
      const post = await api.post(posts, { title: 'Changed', date: '2020-01-01' })
      const changed = await api.put(`/v2/documents/${String(post.json['id'])}`, { date })
      expect(await dateIn(changed.json['filename']), date).to.equal(written)
      const changes = [
        { action: 'create', type: 'document', collection: 'posts', title: 'Set', date },
      ]
      const { json } = await api.post(`/v2/sites/${site.id}/changes`, { changes })
      const [result] = json['results'] as readonly { readonly path: string }[]
      expect(await dateIn(result?.path), date).to.equal(written)
      const page = await api.post(`/v2/sites/${site.id}/pages`, { title: 'Page', date })
      expect(await dateIn(page.json['filename']), date).to.equal(written)
    }
  })
})
