import { expect } from 'chai'
import { closeServers, lyingSsh, offeringSsh, outcomeAt } from './hostile-server.js'

describe('An SSH server with costly algorithms', () => {
  afterEach(closeServers)

  for (const kex of [
    'diffie-hellman-group-exchange-sha256',
    'diffie-hellman-group-exchange-sha1,kex-strict-s-v00@openssh.com',
    'diffie-hellman-group1-sha1',
  ]) {
    it(`with only the key exchange ${kex} is refused, and the error names accepted ones`, async () => {
      const { code, message } = await outcomeAt(await offeringSsh({ kex }))
      expect(code).to.equal('bad_remote')
      expect(message).to.equal(
        `there is no key exchange in common: it offers ${kex.split(',')[0]}; Galley takes ` +
          'curve25519-sha256, ecdh-sha2-nistp256, ecdh-sha2-nistp384, ecdh-sha2-nistp521, ' +
          'diffie-hellman-group14/15/16/17/18',
      )
    })
  }

  it('is refused likewise if its host key is pinned', async () => {
    const port = await offeringSsh({ kex: 'diffie-hellman-group-exchange-sha256' })
    const { message } = await outcomeAt(port, { hostKey: 'SHA256:abc' })
    expect(message).to.include('no key exchange in common')
  })

  it('that sends an endless list is refused, and the error shows its beginning', async () => {
    const { message } = await outcomeAt(await offeringSsh({ kex: 'x\u001b[2J,'.repeat(3000) }))
    expect(message).to.match(/^there is no key exchange in common: it offers x, x, [ -~]*…; Galley/)
    expect(message).to.have.length.below(300)
  })

  it('that wants to compress packets gets no login', async () => {
    const { port, counts } = await lyingSsh({ compress: ['zlib@openssh.com', 'zlib'] })
    const { message } = await outcomeAt(port)
    expect(message).to.equal(
      'there is no compression in common: it offers zlib@openssh.com, zlib; Galley takes none',
    )
    expect(counts.logins).to.equal(0)
  })
})
