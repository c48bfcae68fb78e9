import { expect } from 'chai'
import { listenFailure } from '../../src/http/listen.js'

describe('listenFailure', () => {
  const place = { host: '192.0.2.1', port: 80, path: '', flag: '--port' }
  const failure = (code: string) =>
    listenFailure(Object.assign(new Error(`listen ${code}`), { code }), place).message

  it('says what to do', () => {
    expect(failure('EADDRINUSE')).to.equal(
      'Port 80 is taken by another program, perhaps another Galley: stop it, or choose another port with --port. (listen EADDRINUSE)',
    )
    expect(failure('EACCES')).to.match(/may not listen on port 80: .* with --port/)
    expect(failure('EADDRNOTAVAIL')).to.match(/not have the address 192\.0\.2\.1: .* with --host/)
  })

  it('leaves other errors as they are', () => {
    expect(failure('EMFILE')).to.equal('listen EMFILE')
  })
})
