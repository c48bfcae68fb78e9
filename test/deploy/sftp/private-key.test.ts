import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
function makeKey(...options: string[]): { text: string; line: string; file: string } {
  const file = join(folder, `key-${(keys += 1)}`)
  execFileSync('ssh-keygen', ['-q', '-f', file, ...options])
  return { text: readFileSync(file, 'utf8'), line: readFileSync(`${file}.pub`, 'utf8'), file }
}

/** A key file in PuTTY's form, by the real puttygen. */
function puttyForm(file: string, version: number, passphrase = ''): string {
  const out = `${file}-${(keys += 1)}.ppk`
  writeFileSync(`${out}.word`, passphrase)
  const how = ['--ppk-param', `version=${version}`, '--new-passphrase', `${out}.word`]
  execFileSync('puttygen', [file, '-O', 'private', '-o', out, ...how])
  return readFileSync(out, 'utf8')
}

/** A key in PKCS#8 form by OpenSSL, and its public half. */
function pkcs8Key(kind: string, passphrase: string): { text: string; key: KeyObject } {
  const options = {
    rsa: ['-pkeyopt', 'rsa_keygen_bits:2048'],
    ec: ['-pkeyopt', 'ec_paramgen_curve:P-256'],
  }
  const how = kind === 'rsa' || kind === 'ec' ? options[kind] : []
  const lock = passphrase === '' ? [] : ['-aes-256-cbc', '-pass', `pass:${passphrase}`]
  const text = execFileSync('openssl', ['genpkey', '-algorithm', kind, ...how, ...lock], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return {
    text,
    key: createPublicKey({ key: text, format: 'pem', ...(passphrase && { passphrase }) }),
  }
}

/** The opened key signs what the public one verifies. */
function expectSame(opened: string, line: string): void {
  const [key, known] = [opened, line].map((one) => ssh2.utils.parseKey(one))
  if (key === undefined || key instanceof Error) throw new Error(`cannot be read: ${opened}`)
  if (known === undefined || known instanceof Error) throw new Error('cannot be read')
  expect(known.verify('text', key.sign('text'))).to.equal(true)
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
        expectSame(await openPrivateKey({ text, passphrase: passphrase || null }, signal), line)
      })
    }
  }

  for (const kind of ['ed25519', 'rsa', 'ecdsa']) {
    for (const version of [2, 3]) {
      it(`of the kind ${kind} in version ${version} of PuTTY's form signs as before`, async () => {
        const { file, line } = makeKey('-t', kind, '-N', '')
        expectSame(
          await openPrivateKey({ text: puttyForm(file, version), passphrase: null }, signal),
          line,
        )
      })
    }

    it(`of the kind ${kind}, encrypted in version 2 of PuTTY's form, signs as before`, async () => {
      const { file, line } = makeKey('-t', kind, '-N', '')
      const text = puttyForm(file, 2, 'secret words')
      expectSame(await openPrivateKey({ text, passphrase: 'secret words' }, signal), line)
      for (const passphrase of ['another', null]) {
        const error = await failureOf(openPrivateKey({ text, passphrase }, signal))
        expect(error).to.have.property('code', 'bad_options')
      }
    })
  }

  for (const passphrase of ['', 'secret words']) {
    for (const kind of ['ed25519', 'rsa', 'ec']) {
      it(`of the kind ${kind} in PKCS#8 ${passphrase ? 'with' : 'without'} a passphrase is opened`, async () => {
        const { text, key } = pkcs8Key(kind, passphrase)
        const opened = ssh2.utils.parseKey(
          await openPrivateKey({ text, passphrase: passphrase || null }, signal),
        )
        if (opened instanceof Error) throw opened
        const fresh = createPublicKey(opened.getPublicPEM())
        expect(fresh.export({ format: 'jwk' })).to.deep.equal(key.export({ format: 'jwk' }))
      })
    }
  }

  it("encrypted in version 3 of PuTTY's form is refused, with what to do", async () => {
    const { file } = makeKey('-t', 'ed25519', '-N', '')
    const text = puttyForm(file, 3, 'secret words')
    const error = await failureOf(openPrivateKey({ text, passphrase: 'secret words' }, signal))
    expect(String(error)).to.include('export it in OpenSSH form')
  })

  it("in PuTTY's form that somebody changed is refused", async () => {
    const { file } = makeKey('-t', 'ed25519', '-N', '')
    const text = puttyForm(file, 3).replace(/^Comment: .*$/m, 'Comment: another')
    const error = await failureOf(openPrivateKey({ text, passphrase: null }, signal))
    expect(error).to.have.property('code', 'bad_options')
  })

  it('in PKCS#8 whose passphrase would take hours to check is refused at once', async () => {
    const { text } = pkcs8Key('ed25519', 'secret words')
    const bytes = Buffer.from(text.replace(/-----[^-]*-----/g, ''), 'base64')
    // The 2,048 rounds, as an INTEGER of two bytes.
    const at = bytes.indexOf(Buffer.from([2, 2, 8, 0]))
    const more = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([2, 4, 0x7f, 0xff, 0xff, 0xff]),
      bytes.subarray(at + 4),
    ])
    // Two bytes more in each sequence around it.
    for (const [offset, byte] of more.subarray(0, at).entries()) {
      const isSequence = byte === 0x30
      const length = more[offset + 1] ?? 0
      if (isSequence && length < 0x80 && offset + 2 + length >= at + 4)
        more[offset + 1] = length + 2
      if (isSequence && length === 0x81) more[offset + 2] = (more[offset + 2] ?? 0) + 2
    }
    const pem = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${more.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`
    const error = await failureOf(openPrivateKey({ text: pem, passphrase: 'x' }, signal, 20_000))
    expect(String(error)).to.include('more than 10,000,000 rounds')
  })

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
