import { execFileSync } from 'node:child_process'
import { createPrivateKey, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import ssh2 from 'ssh2'
import { openPrivateKey } from '../../../src/deploy/sftp/private-key.js'
import { closeServers, lyingSsh, outcomeAt } from './hostile-server.js'

const folder = mkdtempSync(join(tmpdir(), 'galley-keys-'))
const { signal } = new AbortController()
let keys = 0

/** A key by the real ssh-keygen, and its public half as one line. */
function makeKey(...options: string[]): { text: string; line: string } {
  const file = join(folder, `key-${(keys += 1)}`)
  execFileSync('ssh-keygen', ['-q', '-f', file, ...options])
  return { text: readFileSync(file, 'utf8'), line: readFileSync(`${file}.pub`, 'utf8') }
}

/** The same key, that says its passphrase takes so many rounds. */
function withRounds(text: string, rounds: number): string {
  const [begin = '', ...rest] = text.trim().split('\n')
  const end = rest.pop() ?? ''
  const bytes = Buffer.from(rest.join(''), 'base64')
  // PROTOCOL.key of OpenSSH: the name `bcrypt`, the length of its options, that of the salt, the salt, the rounds.
  const options = bytes.indexOf('bcrypt') + 'bcrypt'.length + 4
  bytes.writeUInt32BE(rounds, options + 4 + bytes.readUInt32BE(options))
  return [begin, bytes.toString('base64'), end, ''].join('\n')
}

/** An RSA key of 9,216 bits in form only, of random numbers: to find primes would take a minute. */
function longKey(): string {
  const number = (bits: number) => {
    const bytes = randomBytes(bits / 8)
    bytes[0] = 0xff
    return bytes.toString('base64url')
  }
  const halves = Object.fromEntries(
    ['p', 'q', 'dp', 'dq', 'qi'].map((name) => [name, number(4608)]),
  )
  const key = { kty: 'RSA', e: 'AQAB', n: number(9216), d: number(9216), ...halves }
  const form = { type: 'pkcs1', format: 'pem' } as const
  return createPrivateKey({ key, format: 'jwk' }).export(form).toString()
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('A private key', () => {
  after(() => rmSync(folder, { recursive: true }))

  for (const kind of ['ed25519', 'rsa', 'ecdsa']) {
    for (const passphrase of ['', 'secret words']) {
      const how = passphrase === '' ? 'without' : 'with'
      it(`of the kind ${kind} ${how} a passphrase is opened, and signs as before`, async () => {
        const { text, line } = makeKey('-t', kind, '-N', passphrase, '-a', '1')
        const opened = await openPrivateKey({ text, passphrase: passphrase || null }, signal)
        const [key, known] = [opened, line].map((one) => ssh2.utils.parseKey(one))
        if (key === undefined || key instanceof Error) throw new Error(`cannot be read: ${opened}`)
        if (known === undefined || known instanceof Error) throw new Error('cannot be read')
        expect(known.verify('text', key.sign('text'))).to.equal(true)
      })
    }
  }

  it('whose passphrase would take days to check is refused', async () => {
    const { text } = makeKey('-t', 'ed25519', '-N', 'secret words', '-a', '1')
    // Minutes would do, and then the error is another.
    const key = { text: withRounds(text, 5000), passphrase: 'secret words' }
    const error = await failureOf(openPrivateKey(key, signal, 1000))
    expect(error).to.have.property('code', 'bad_options')
    expect(String(error)).to.include('decrypting the private key takes longer than 1 seconds')
  })

  it('is no longer decrypted once the deployment is cancelled', async () => {
    const { text } = makeKey('-t', 'ed25519', '-N', 'secret words', '-a', '1')
    const key = { text: withRounds(text, 5000), passphrase: 'secret words' }
    const controller = new AbortController()
    const opening = failureOf(openPrivateKey(key, controller.signal))
    controller.abort()
    expect(await opening).to.have.property('code', 'cancelled')
  })

  it('that is a very long RSA key is refused', async () => {
    const { port, counts } = await lyingSsh({})
    const { message } = await outcomeAt(port, { privateKey: longKey() })
    closeServers()
    expect(message).to.equal(
      'the private key is longer than an RSA key of 8192 bits; use a shorter one, or Ed25519',
    )
    expect(counts.logins).to.equal(0)
  })
})
