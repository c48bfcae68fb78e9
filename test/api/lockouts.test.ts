import { expect } from 'chai'
import { openAccounts } from '../../src/service/accounts/accounts.js'
import { startApi, type Person, type Running } from './server.js'

const PASSWORD = 'a long enough password'

/** Behind a proxy, so that each request can come from another address. */
const PROXIED = { trustedProxies: '127.0.0.1,::1' }

async function withApi(
  settings: Readonly<Record<string, string>>,
  work: (api: Running) => Promise<void>,
): Promise<void> {
  const api = await startApi({ settings: { ...PROXIED, ...settings } })
  try {
    await work(api)
  } finally {
    await api.finish()
  }
}

const from = (address: string) => ({ 'X-Forwarded-For': address })

const login = (api: Running, address: string, as: { name: string; secret: string }) =>
  api.send({ method: 'POST', path: '/v2/auth', as, headers: from(address) })

const useKey = (api: Running, address: string, as: { name: string; secret: string }) =>
  api.send({ method: 'GET', path: '/v2/users/me', as, headers: from(address) })

describe('A user is not locked out', () => {
  it('by wrong keys with their e-mail address as name, even from their own IP address', () =>
    withApi({}, async (api) => {
      const anna = await api.person('anna', { password: PASSWORD })
      for (let k = 0; k < 15; k += 1) {
        await useKey(api, '203.0.113.1', { name: anna.email, secret: `guess ${k}` })
      }
      const right = { name: anna.email, secret: PASSWORD }
      expect((await login(api, '203.0.113.2', right)).status).to.equal(200)
      expect((await login(api, '203.0.113.1', right)).status).to.equal(200)
    }))

  it('by wrong passwords from another IP address', () =>
    withApi({}, async (api) => {
      const anna = await api.person('anna', { password: PASSWORD })
      const wrong = { name: anna.email, secret: 'wrong' }
      for (let k = 0; k < 12; k += 1) await login(api, '203.0.113.1', wrong)
      expect((await login(api, '203.0.113.1', wrong)).status).to.equal(429)
      const right = { name: anna.email, secret: PASSWORD }
      expect((await login(api, '203.0.113.2', right)).status).to.equal(200)
    }))

  it('but an IPv6 network counts as one address', () =>
    withApi({}, async (api) => {
      const anna = await api.person('anna', { password: PASSWORD })
      const wrong = { name: anna.email, secret: 'wrong' }
      for (let k = 1; k <= 12; k += 1) await login(api, `2001:db8:1:2::${k}`, wrong)
      expect((await login(api, '2001:db8:1:2:ffff::1', wrong)).status).to.equal(429)
      expect((await login(api, '2001:db8:1:3::1', wrong)).status).to.equal(401)
    }))
})

describe('Password guesses from many addresses', () => {
  it('are counted for the account, however its address is spelled', () =>
    withApi({ loginFailures: '1' }, async (api) => {
      const anna = await api.person('zo\u00eb', { password: PASSWORD })
      const spellings = [anna.email.normalize('NFC'), anna.email.normalize('NFD').toUpperCase()]
      for (let k = 0; k < 20; k += 1) {
        const guess = { name: spellings[k % 2] ?? '', secret: 'wrong' }
        expect((await login(api, `203.0.113.${k}`, guess)).status).to.equal(401)
      }
      const guess = { name: anna.email, secret: 'wrong' }
      expect((await login(api, '203.0.113.100', guess)).status).to.equal(429)
      expect((await login(api, '203.0.113.101', guess)).status).to.equal(429)
    }))
})

describe('Requests that a proxy forwards which is not trusted', () => {
  const warnings = (api: Running) =>
    api.warned.filter(({ message }) => message.includes('trusted_proxies'))

  it('are noted in the log, once', () =>
    withApi({ trustedProxies: '' }, async (api) => {
      await useKey(api, '203.0.113.1', api.root)
      await useKey(api, '203.0.113.2', api.root)
      expect(warnings(api).map(({ fields }) => fields)).to.deep.equal([{ address: '127.0.0.1' }])
    }))

  it('are not noted if the proxy is listed', () =>
    withApi({}, async (api) => {
      await useKey(api, '203.0.113.1', api.root)
      await api.get('/v2/users/me')
      expect(warnings(api)).to.deep.equal([])
    }))
})

describe('The record of failed logins', () => {
  it('is kept over a restart, and forgotten after five minutes', async () => {
    const first = await startApi({ settings: PROXIED, keep: true })
    const anna: Person = await first.person('anna', { password: PASSWORD })
    const wrong = { name: anna.email, secret: 'wrong' }
    for (let k = 0; k < 12; k += 1) await login(first, '203.0.113.1', wrong)
    await first.stop()
    const second = await startApi({ settings: PROXIED, data: first.data })
    try {
      const right = { name: anna.email, secret: PASSWORD }
      expect((await login(second, '203.0.113.1', right)).status).to.equal(429)
      second.skip(5 * 60_000 + 1000)
      expect((await login(second, '203.0.113.1', right)).status).to.equal(200)
    } finally {
      await second.finish()
    }
  })

  it('does not grow with the number of names that were tried', () =>
    withApi({}, async (api) => {
      for (let k = 0; k < 200; k += 1) {
        const as = { name: `name-${k}`, secret: 'wrong' }
        await useKey(api, '203.0.113.1', as)
        await login(api, '203.0.113.1', as)
      }
      const accounts = await openAccounts({
        data: api.data,
        now: Date.now,
        newId: () => '',
      })
      expect(accounts.records.attempts.count()).to.be.below(30)
      accounts.close()
    }))
})
