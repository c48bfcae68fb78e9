import { expect } from 'chai'
import { hostInUrl, networkOf } from '../../src/system/addresses.js'

describe('the network of an address', () => {
  const cases = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:0db8::0001', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
    ['65f0c1d2e3b4a59687786950', '65f0c1d2e3b4a59687786950'],
  ] as const

  for (const [address, network] of cases) {
    it(`of ${address} is ${network}`, () => expect(networkOf(address)).to.equal(network))
  }
})

describe('a host in a URL', () => {
  for (const [host, written] of [
    ['::1', '[::1]'],
    ['127.0.0.1', '127.0.0.1'],
    ['localhost', 'localhost'],
  ] as const) {
    it(`is ${written} for ${host}`, () => expect(hostInUrl(host)).to.equal(written))
  }
})
