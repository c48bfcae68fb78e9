import { expect } from 'chai'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AuthorityAwayError, createAuthority } from '../../../src/service/certificates/authority.js'
import { createChallenges } from '../../../src/service/certificates/challenges.js'
import { makeCertificate } from '../../servers/pebble.js'

describe('A certificate authority', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-authority-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('whose own certificate is not trusted is named, with what to do', async () => {
    const read = (name: string) => readFileSync(path.join(folder, name))
    makeCertificate(folder)
    const own = { cert: read('cert.pem'), key: read('key.pem') }
    const server = createServer(own, (_, response) => response.end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const directory = `https://127.0.0.1:${port}/dir`
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const files = { accountKey: () => Promise.resolve(pem) }
    const challenges = createChallenges()
    const authority = createAuthority({ directory, email: 'a@example.org', challenges, files })
    const error = await authority.order('a.test').then(
      () => null,
      (reason: unknown) => reason,
    )
    server.close()
    expect(error).to.be.instanceOf(AuthorityAwayError)
    expect(error).to.have.property(
      'message',
      `The certificate authority ${directory} can't be used: this machine does not trust its certificate (self-signed certificate); if the authority is your own, name a file with its root certificate in NODE_EXTRA_CA_CERTS in the environment of the server.`,
    )
  })
})
