/** Certificates from a real authority (Debian's pebble), which asks this process by HTTP. */

import { expect } from 'chai'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  createCertificates,
  type Certificates,
} from '../../../src/service/certificates/certificates.js'
import { createChallenges } from '../../../src/service/certificates/challenges.js'
import { findTestNames, hasPebble, soon, startPebble, type Pebble } from '../../servers/pebble.js'

const YEAR = 365 * 24 * 60 * 60_000
const ELSEWHERE = 'elsewhere.test'

describe('Certificates', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-certificates-'))
  const asked: string[] = []
  const warned: { domain?: string; error?: string }[] = []
  let pebble: Pebble
  let server: Server
  let other: Server
  let forgetNames: () => void
  let certificates: Certificates
  const challenges = createChallenges()
  let later = 0
  /** Names that are not served. */
  const gone = ['unknown.test']

  /** Restarts it, `years` later than now, on the same data. */
  async function start(years = 0, wanted: readonly string[] = []): Promise<void> {
    certificates?.stop()
    warned.length = 0
    later = years * YEAR
    certificates = createCertificates({
      data: folder,
      directory: pebble.directory,
      email: 'ada@example.org',
      port: pebble.challengePort,
      challenges,
      isServed: (name) => name.endsWith('.test') && !gone.includes(name),
      wanted: () => wanted,
      now: () => Date.now() + later,
      note: () => undefined,
      warn: (fields) => void warned.push(fields),
    })
    await certificates.start()
  }

  before(async function () {
    if (!hasPebble()) this.skip()
    pebble = await startPebble()
    forgetNames = findTestNames({ [ELSEWHERE]: '127.0.0.2' })
    const serve = (address: string, answer: (token: string) => string | null) => {
      const opened = createServer(({ url = '' }, response) => {
        asked.push(address)
        response.end(answer(url.split('/').at(-1) ?? ''))
      })
      opened.listen(pebble.challengePort, address)
      return opened
    }
    server = serve('127.0.0.1', (token) => challenges.answerTo(token))
    other = serve('127.0.0.2', () => 'hello')
    await Promise.all([once(server, 'listening'), once(other, 'listening')])
  })

  after(async () => {
    certificates?.stop()
    forgetNames?.()
    server?.close()
    other?.close()
    await pebble?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const pemOf = (name: string) =>
    readFileSync(path.join(folder, 'certificates', `${name}.pem`), 'utf8')
  const serialOf = (name: string) => {
    const pem = pemOf(name)
    return new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT'))).serialNumber
  }

  const isHad = (name: string) =>
    soon(async () => expect(await certificates.contextFor(name)).not.to.equal(null))

  it('are had at the start, and when TLS asks, readable by the user of the server alone', async () => {
    await start(0, ['first.test'])
    await isHad('Second.test.')
    expect(certificates.status()).to.include({ held: 2, failing: 0 })
    expect(readdirSync(path.join(folder, 'certificates')).sort()).to.deep.equal([
      'account.key',
      'first.test.pem',
      'second.test.pem',
      'state.json',
    ])
    const modes = readdirSync(path.join(folder, 'certificates')).map(
      (name) => statSync(path.join(folder, 'certificates', name)).mode & 0o777,
    )
    expect(modes).to.deep.equal([0o600, 0o600, 0o600, 0o600])
    expect(statSync(path.join(folder, 'certificates')).mode & 0o777).to.equal(0o700)
  })

  it('are not had for names that are not served: nobody is asked', async () => {
    asked.length = 0
    expect(await certificates.contextFor('unknown.test')).to.equal(null)
    expect(await certificates.contextFor('../first.test')).to.equal(null)
    expect([asked, certificates.status().failing]).to.deep.equal([[], 0])
  })

  it('are not asked for where the name leads to another server', async () => {
    asked.length = 0
    expect(await certificates.contextFor(ELSEWHERE)).to.equal(null)
    expect(asked).to.deep.equal(['127.0.0.2'])
    expect(warned.map(({ error }) => error)).to.deep.equal([
      `elsewhere.test leads to another server: it answers on port ${pebble.challengePort}.`,
    ])
    expect(await certificates.contextFor(ELSEWHERE)).to.equal(null)
    expect(asked, 'asked again at once').to.have.length(1)
  })

  it('are tried again later if the authority refuses', async () => {
    await pebble.resolve('refused.test', '127.0.0.3')
    expect(await certificates.contextFor('refused.test')).to.equal(null)
    await soon(async () => expect(warned).to.have.length(2))
    expect(warned.at(-1)?.error).to.match(/^The certificate authority refuses refused\.test: .+\.$/)
    await pebble.resolve('refused.test', '127.0.0.1')
    // Half a year, and the time of a try that was refused is over.
    await start(0.5)
    await isHad('refused.test')
  })

  it('are read again after a restart, without asking anybody', async () => {
    asked.length = 0
    await start(0, ['first.test'])
    expect(await certificates.contextFor('first.test')).not.to.equal(null)
    expect(asked).to.deep.equal([])
  })

  it('are served on when they can’t be renewed, and renewed when the authority is back', async () => {
    const before = serialOf('first.test')
    await pebble.end()
    // Those of pebble are for five years.
    await start(4)
    await soon(async () => expect(warned).to.have.length.at.least(1))
    expect(warned[0]?.error).to.match(/^The certificate authority https:\S+ can't be used: .+\.$/)
    expect(await certificates.contextFor('first.test')).not.to.equal(null)
    expect(serialOf('first.test')).to.equal(before)
    await pebble.restart()
    await start(4.1)
    await soon(async () => expect(serialOf('first.test')).not.to.equal(before))
  })

  it('are removed when they have ended and the name is not served any more', async () => {
    gone.push('second.test')
    await start(20)
    expect(existsSync(path.join(folder, 'certificates/second.test.pem'))).to.equal(false)
    expect(existsSync(path.join(folder, 'certificates/first.test.pem'))).to.equal(true)
  })
})
