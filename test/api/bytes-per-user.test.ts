/** The limit of disk space of all sites of a user. */

import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { useApi, type Person } from './server.js'

const MEGABYTE = 1024 * 1024
const MOST = 6 * MEGABYTE

describe('bytes_per_user', () => {
  const api = useApi({ settings: { bytesPerUser: String(MOST) } })
  let count = 0

  const siteOf = async (as: Person): Promise<string> => {
    const body = { title: 'T', domain: `bytes${(count += 1)}.example.org` }
    const made = await api.post('/v2/sites', body, as)
    expect(made.status, made.text).to.equal(201)
    return String(made.json['id'])
  }
  const put = (as: Person, siteId: string, data = randomBytes(MEGABYTE)) =>
    api.upload('PUT', `/v2/sites/${siteId}/source/${(count += 1)}.bin`, { as, data })

  it('counts all sites of an owner, whoever writes, and no sites of others', async () => {
    const [owner, other] = [await api.person('owner'), await api.person('other')]
    const [first, second, theirs] = [await siteOf(owner), await siteOf(owner), await siteOf(other)]
    expect((await put(owner, first, randomBytes(2 * MEGABYTE))).status).to.equal(200)
    expect((await put(other, theirs, randomBytes(2 * MEGABYTE))).status).to.equal(200)
    // Twice of it is needed: as an object of git, and in the working tree.
    const large = randomBytes(2.5 * MEGABYTE)
    for (const [as, siteId] of [
      [owner, first],
      [owner, second],
      [api.root, second],
    ] as const) {
      const { status, json } = await put(as, siteId, large)
      expect(status).to.equal(507)
      expect(json).to.include({ error: 'insufficient_storage', most_bytes: MOST })
      expect(json['message']).to.match(
        /^All sites of the owner of this one take \S+ MB on the server's disk and may take 6\.3 MB; .*\(--bytes-per-user\)\.$/,
      )
    }
    expect((await api.delete(`/v2/sites/${first}`, owner)).status).to.equal(200)
    expect((await put(owner, second, large)).status).to.equal(200)
  })

  it('does not limit administrators of the server', async () => {
    const siteId = await siteOf(api.root)
    expect((await put(api.root, siteId, randomBytes(8 * MEGABYTE))).status).to.equal(200)
  })
})
