import { expect } from 'chai'
import { toHostName } from '../../src/model/host-name.js'

describe('the name of a host', () => {
  const cases = [
    ['Www.Example.org', 'www.example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['bu\u0308cher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['65f0c1d2e3b4a59687786950', '65f0c1d2e3b4a59687786950'],
    ['a.example/b', 'a.example/b'],
    ['%41.example', '%41.example'],
    ['no host', 'no host'],
  ] as const

  for (const [text, name] of cases) {
    it(`of ${text} is ${name}`, () => expect(toHostName(text)).to.equal(name))
  }
})
