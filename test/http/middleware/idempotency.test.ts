import { expect } from 'chai'
import { answerOnce } from '../../../src/http/middleware/idempotency.js'
import type { Idempotency } from '../../../src/service/operations/idempotency.js'
import type { RawRequest, Route } from '../../../src/http/route.js'
import { countBetweenTurns } from '../../turns.js'

describe('The fingerprint of a request with an Idempotency-Key', () => {
  const route = { operation: 'createDocument', creates: true } as unknown as Route

  async function fingerprintOf(body: unknown, path = '/v2/sites'): Promise<string> {
    let found = ''
    const once: Pick<Idempotency, 'run'> = {
      run: async ({ fingerprint }) => {
        found = fingerprint
        return { answer: { status: 201, body: null }, isRepeated: false }
      },
    }
    const request = {
      actor: { kind: 'user', user: { id: 'u' } },
      params: {},
      path,
      querystring: '',
      body,
      upload: null,
      header: () => 'a-key',
    } as unknown as RawRequest
    await answerOnce(route, request, once as Idempotency)
    return found
  }

  it('is that of all of its body and its path', async () => {
    const long = '"\n😀'.repeat(100_000)
    const bodies = [{}, { body: 'a' }, { body: long }, { body: `${long}a` }, { rows: [{}, {}] }]
    const found = await Promise.all([
      ...bodies.map((body) => fingerprintOf(body)),
      fingerprintOf({}, '/v2/import'),
    ])
    expect(new Set(found).size).to.equal(found.length)
    expect(await fingerprintOf({ body: long })).to.equal(found[2])
  })

  it('is made of a long body with other requests in between', async () => {
    const turns = countBetweenTurns()
    const slow = () => ({
      get text() {
        turns.count()
        const until = performance.now() + 5
        while (performance.now() < until);
        return 'x'
      },
    })
    await fingerprintOf({ rows: Array.from({ length: 50 }, slow) })
    turns.stop()
    expect(turns.total()).to.be.above(49)
    expect(turns.most()).to.be.below(25)
  })
})
