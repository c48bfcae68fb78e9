/**
 * Many writers count up one number in one document, each with `If-Match`: none of the steps that were
 * acknowledged is lost, however they race; and the same by the `sha` that a change began from, where
 * each writer has a field of its own.
 */

import { expect } from 'chai'
import { useApi } from '../api/server.js'
import { report, SIZE } from './figures.js'

const WRITERS = Math.min(100, 8 * SIZE)
const STEPS = Math.min(100, 5 * SIZE)

describe('Writers who race for one document', function () {
  this.timeout(300_000 + WRITERS * STEPS * 500)
  const api = useApi()
  let document = ''

  beforeEach(async () => {
    const site = await api.site()
    const url = `/v2/sites/${site.id}/collections/posts/documents`
    const made = await api.post(url, { title: 'Counter', metadata: { count: 0 } })
    expect(made.status, made.text).to.equal(201)
    document = `/v2/documents/${String(made.json['id'])}`
  })

  const metadata = async () => {
    const { json, headers } = await api.get(document)
    const fields = json['metadata'] as Record<string, number>
    return { fields, etag: String(headers['etag']) }
  }

  /** One step that was acknowledged; the tries that others were faster than. */
  async function increment(): Promise<number> {
    for (let refused = 0; ; refused += 1) {
      const { fields, etag } = await metadata()
      const json = { metadata: { ...fields, count: Number(fields['count']) + 1 } }
      const answer = await api.send({
        method: 'PUT',
        path: document,
        json,
        headers: { 'If-Match': etag },
      })
      if (answer.status === 200) return refused
      expect(answer.status, answer.text).to.equal(412)
    }
  }

  it(`lose no step of ${WRITERS} by ${STEPS} with If-Match`, async () => {
    let refused = 0
    const writer = async () => {
      for (let step = 0; step < STEPS; step += 1) refused += await increment()
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
    expect((await metadata()).fields['count']).to.equal(WRITERS * STEPS)
    report({ steps: WRITERS * STEPS, 'answered 412': refused })
  })

  it(`keep each other's fields by sha: ${WRITERS} by ${STEPS}`, async () => {
    let merged = 0
    const writer = async (_: unknown, number: number) => {
      const field = `writer_${number}`
      for (let step = 1; step <= STEPS; step += 1) {
        const { json } = await api.get(document)
        const fields = json['metadata'] as Record<string, number>
        const change = { sha: json['sha'], metadata: { ...fields, [field]: step } }
        const answer = await api.put(document, change)
        expect(answer.status, answer.text).to.equal(200)
        merged += 1
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
    const { fields } = await metadata()
    const expected = Array.from({ length: WRITERS }, (_, number) => [`writer_${number}`, STEPS])
    expect(fields).to.include(Object.fromEntries(expected))
    report({ 'fields kept': merged })
  })
})
