/** Every answer says how many requests are left, also those that know nobody and those that find nothing. */

import { expect } from 'chai'
import { useApi } from './server.js'

describe('RateLimit headers', () => {
  const api = useApi({ settings: { rateLimit: '100000' } })

  const cases = [
    { what: 'an answer', method: 'GET', path: '/v2/sites', status: 200, knows: true },
    { what: '401', method: 'GET', path: '/v2/sites', status: 401, knows: false },
    { what: '404 of nothing', method: 'GET', path: '/v2/nothing', status: 404, knows: true },
    { what: '404 outside', method: 'GET', path: '/nothing', status: 404, knows: false },
    {
      what: 'a path that is not encoded',
      method: 'GET',
      path: '/v2/%zz',
      status: 400,
      knows: true,
    },
    {
      what: 'a change from another site',
      method: 'POST',
      path: '/v2/sites',
      status: 403,
      knows: true,
      headers: { Origin: 'https://elsewhere.example' },
    },
    { what: '405', method: 'PATCH', path: '/v2/sites', status: 405, knows: true },
  ]

  for (const { what, method, path, status, knows, headers = {} } of cases) {
    it(`are on ${what}`, async () => {
      const answer = await api.send({ method, path, headers, ...(knows ? {} : { as: undefined }) })
      expect(answer.status).to.equal(status)
      expect(answer.headers['ratelimit-limit']).to.equal('100000')
      const left = Number(answer.headers['ratelimit-remaining'])
      expect(left).to.be.within(1, 99_999)
      expect(Number(answer.headers['ratelimit-reset'])).to.be.within(1, 300)
    })
  }

  it('count requests without credentials by address', async () => {
    const ask = () => api.send({ method: 'GET', path: '/v2/sites', as: undefined })
    const first = Number((await ask()).headers['ratelimit-remaining'])
    expect(Number((await ask()).headers['ratelimit-remaining'])).to.be.below(first)
  })
})

describe('RateLimit of IPv6 addresses', () => {
  const api = useApi({
    settings: {
      rateLimit: '100000',
      rateWindowSeconds: '86400',
      trustedProxies: '127.0.0.1,::1',
    },
  })

  async function left(address: string): Promise<number> {
    const headers = { 'X-Forwarded-For': address }
    const answer = await api.send({ method: 'GET', path: '/v2/sites', as: undefined, headers })
    return Number(answer.headers['ratelimit-remaining'])
  }

  it('counts those of one /64 network together, as a connection at home has them all', async () => {
    expect(await left('2001:db8:1:2::1')).to.equal(99_999)
    expect(await left('2001:db8:1:2:ffff::2')).to.equal(99_998)
    expect(await left('2001:db8:1:3::1')).to.equal(99_999)
  })

  it('counts IPv4 addresses apart, however they are written', async () => {
    expect(await left('192.0.2.1')).to.equal(99_999)
    expect(await left('::ffff:192.0.2.1')).to.equal(99_998)
    expect(await left('::ffff:c000:201')).to.equal(99_997)
    expect(await left('::ffff:192.0.2.2')).to.equal(99_999)
  })
})
