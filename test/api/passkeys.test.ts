/** Passkeys as second factors: adding, signing in, removing; answers that are wrong, replayed or somebody else's. */

import { execFileSync } from 'node:child_process'
import { sign } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createAuthenticator, type Asked, type Cbor } from './authenticator.js'
import { browse, ME, PASSWORD, signIn } from './browser.js'
import { appFor, turnOn, type App } from './authenticator-app.js'
import { useApi, type Person } from './server.js'

const FACTOR = '/v2/users/me/second-factor'
const PATH = `${FACTOR}/passkeys`
const MINUTE_MS = 60_000

type Authenticator = ReturnType<typeof createAuthenticator>

describe('Passkeys', () => {
  const api = useApi({ settings: { loginFailures: '1000' } })
  let app: App
  let count = 0

  before(() => {
    app = appFor(api)
  })

  const somebody = () => api.person(`keeper${(count += 1)}`, { password: PASSWORD })
  const origin = () => api.server.url.replace('127.0.0.1', 'localhost')
  const enter = (person: Person, proof: object = {}) => {
    const json = { email: person.email, password: PASSWORD, ...proof }
    return api.send({ method: 'POST', path: '/v2/session', as: undefined, json })
  }

  const begin = async (person: Person): Promise<Asked> => {
    const begun = await api.post(`${PATH}/begin`, { current_password: PASSWORD }, person)
    expect(begun.status, begun.text).to.equal(200)
    const { challenge, rp } = Object(begun.json['public_key'])
    return { challenge, rpId: rp.id, origin: origin() }
  }

  const create = (person: Person, credential: object, name = 'Phone') =>
    api.post(PATH, { name, credential }, person)

  const add = async (person: Person, authenticator = createAuthenticator()) => {
    const made = await create(person, authenticator.make(await begin(person)))
    expect(made.status, made.text).to.equal(201)
    return { authenticator, ...Object(made.json) } as {
      authenticator: Authenticator
      id: string
      recovery_codes: readonly string[] | null
    }
  }

  /** What a right password without a proof is told. */
  const askedOf = async (person: Person): Promise<Asked & { readonly ids: readonly string[] }> => {
    const { status, json } = await enter(person)
    expect([status, json['error']]).to.deep.equal([403, 'second_factor_required'])
    const { challenge, rpId, allowCredentials } = Object(json['passkey'])
    const ids = allowCredentials.map(({ id }: { id: string }) => id)
    return { challenge, rpId, ids, origin: origin() }
  }

  it('are asked for at sign-in, and each answer works once', async () => {
    const person = await somebody()
    const uncounted = createAuthenticator(0)
    const { authenticator, id, recovery_codes: codes } = await add(person, uncounted)
    expect(codes).to.have.length(10)
    const { json: factor } = await api.get(FACTOR, person)
    expect(factor).to.include({ on: true, app: false, recovery_codes_left: 10 })
    const asked = await askedOf(person)
    expect([asked.rpId, asked.ids]).to.deep.equal(['localhost', [authenticator.id]])
    const passkey = authenticator.sign(asked)
    expect((await enter(person, { passkey })).status).to.equal(201)
    expect((await enter(person, { passkey })).status, 'replayed').to.equal(401)
    const { list } = await api.get(PATH, person)
    expect(list[0]).to.include({ id, name: 'Phone' })
    expect(list[0]?.['last_used_at']).to.be.a('string')
    expect((await enter(person, { code: codes?.[0] })).status, 'a recovery code').to.equal(201)
    expect((await enter(person, { code: codes?.[0] })).status).to.equal(401)
    const as = { name: person.email, secret: PASSWORD }
    expect((await api.send({ method: 'POST', path: '/v2/auth', as })).status).to.equal(403)
  })

  it('are taken only for the question, the host, the page and the person that asked', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const { authenticator } = await add(person)
    const others = await add(other)
    const answer = async (change: (asked: Asked) => Asked, by = authenticator) =>
      (await enter(person, { passkey: by.sign(change(await askedOf(person))) })).status
    const challenge = Buffer.alloc(32).toString('base64url')
    expect(await answer((asked) => ({ ...asked, challenge }))).to.equal(401)
    expect(await answer((asked) => ({ ...asked, rpId: 'example.org' }))).to.equal(401)
    expect(await answer((asked) => ({ ...asked, origin: 'https://example.org' }))).to.equal(401)
    expect(await answer((asked) => asked, others.authenticator)).to.equal(401)
    const foreign = { ...others.authenticator.sign(await askedOf(person)), id: authenticator.id }
    expect((await enter(person, { passkey: foreign })).status, 'another key').to.equal(401)
    const garbage = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' }
    await askedOf(person)
    const unreadable = await enter(person, {
      passkey: { id: authenticator.id, response: garbage },
    })
    expect(unreadable.status).to.equal(401)
    expect(unreadable.json['message']).to.match(/^The answer of the passkey is not right: /)
    // A question to somebody else.
    const passkey = authenticator.sign(await askedOf(other))
    expect((await enter(person, { passkey })).status).to.equal(401)
    const late = authenticator.sign(await askedOf(person))
    app.skip(6 * MINUTE_MS)
    expect((await enter(person, { passkey: late })).status, 'late').to.equal(401)
    expect(await answer((asked) => asked)).to.equal(201)
    const wrong = { email: person.email, password: 'not the password' }
    const signed = authenticator.sign(await askedOf(person))
    const json = { ...wrong, passkey: signed }
    const refused = await api.send({ method: 'POST', path: '/v2/session', as: undefined, json })
    expect(refused.status).to.equal(401)
  })

  it('are not taken from an authenticator whose counter goes back, as that of a copy does', async () => {
    const person = await somebody()
    const { authenticator } = await add(person)
    const answer = async () =>
      (await enter(person, { passkey: authenticator.sign(await askedOf(person)) })).status
    expect(await answer()).to.equal(201)
    authenticator.skip(-1)
    expect(await answer()).to.equal(401)
    expect(await answer()).to.equal(201)
  })

  it('are added only by the right answer to the last question, once', async () => {
    const [person, other] = [await somebody(), await somebody()]
    const authenticator = createAuthenticator()
    const early = { challenge: 'AAAA', rpId: 'localhost', origin: origin() }
    expect((await create(person, authenticator.make(early))).status, 'unasked').to.equal(409)
    const wrong = await api.post(`${PATH}/begin`, { current_password: 'no' }, person)
    expect(wrong.status).to.equal(422)
    for (const change of [
      { challenge: Buffer.alloc(32).toString('base64url') },
      { rpId: 'example.org' },
      { origin: 'https://example.org' },
    ]) {
      const made = authenticator.make({ ...(await begin(person)), ...change })
      expect((await create(person, made)).status, JSON.stringify(change)).to.equal(422)
    }
    const asked = await begin(person)
    expect((await create(other, authenticator.make(asked))).status, 'of another').to.equal(409)
    app.skip(6 * MINUTE_MS)
    expect((await create(person, authenticator.make(asked))).status, 'late').to.equal(409)
    const made = authenticator.make(await begin(person))
    expect((await create(person, made, ' ')).status).to.equal(422)
    expect((await create(person, made)).status).to.equal(201)
    const replayed = await create(person, made)
    expect(replayed.status).to.equal(409)
    expect(replayed.json['message']).to.match(/^No passkey was begun/)
    const taken = await create(other, authenticator.make(await begin(other)))
    expect([taken.status, taken.json['message']]).to.deep.equal([
      409,
      'This passkey is registered here already.',
    ])
    expect((await api.get(FACTOR, other)).json).to.include({ on: false, recovery_codes_left: 0 })
  })

  it('come without certificates, whose addresses the server would have to ask', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'galley-attestation-'))
    try {
      const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.der')]
      const subject = '/C=NL/O=Example/OU=Authenticator Attestation/CN=Example'
      const kind = ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      const out = ['-keyout', key, '-outform', 'DER', '-out', cert, '-subj', subject]
      const leaf = ['-addext', 'basicConstraints=critical,CA:FALSE']
      execFileSync('openssl', ['req', '-x509', '-newkey', ...kind, ...out, ...leaf], {
        stdio: 'ignore',
      })
      const [pem, der] = [await readFile(key), await readFile(cert)]
      const person = await somebody()
      const made = createAuthenticator().make(
        await begin(person),
        (signed) =>
          new Map<string, Cbor>([
            ['alg', -7],
            ['sig', sign('sha256', signed, pem)],
            ['x5c', [der]],
          ]),
      )
      expect((await create(person, made)).status).to.equal(422)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('are added where they were asked for, and limited in number', async () => {
    const person = await somebody()
    const browser = await signIn(api, person.email)
    const [writes, other] = [await signIn(api, person.email), await signIn(api, person.email)]
    const inBrowser = (path: string, json: object) =>
      browse(api, browser, { method: 'POST', path, json })
    const beginThere = async (): Promise<Asked> => {
      const begun = await inBrowser(`${PATH}/begin`, { current_password: PASSWORD })
      const { challenge } = Object(begun.json['public_key'])
      return { challenge, rpId: 'localhost', origin: origin() }
    }
    const made = createAuthenticator().make(await beginThere())
    expect((await create(person, made)).status, 'elsewhere').to.equal(409)
    const json = { name: 'Key', credential: made }
    expect((await browse(api, other, { method: 'POST', path: PATH, json })).status).to.equal(409)
    const first = await inBrowser(PATH, json)
    expect(first.status, first.text).to.equal(201)
    expect(first.json['recovery_codes']).to.have.length(10)
    // The first second factor ends the other sessions, and no later one.
    expect((await browse(api, writes, ME)).status).to.equal(401)
    for (let at = 0; at < 8; at += 1) {
      expect((await add(person)).recovery_codes).to.equal(null)
    }
    expect((await browse(api, browser, ME)).status).to.equal(200)
    const late = createAuthenticator().make(await begin(person))
    const tenth = createAuthenticator().make(await beginThere())
    expect((await inBrowser(PATH, { name: 'Tenth', credential: tenth })).status).to.equal(201)
    const full = await create(person, late)
    expect([full.status, full.json['message']]).to.deep.equal([
      409,
      'You have 10 passkeys, which is the limit: remove one that is no longer used.',
    ])
    const more = await api.post(`${PATH}/begin`, { current_password: PASSWORD }, person)
    expect(more.status).to.equal(409)
  })

  it('are removed with the password; recovery codes go with the last factor', async () => {
    const person = await somebody()
    const { id } = await add(person)
    const second = await add(person)
    const remove = (passkeyId: string, password = PASSWORD) =>
      api.post(`${PATH}/${passkeyId}/remove`, { current_password: password }, person)
    expect((await remove(id, 'no')).status).to.equal(422)
    expect((await remove('0'.repeat(24))).status).to.equal(404)
    expect((await remove((await add(await somebody())).id)).status, 'of another').to.equal(404)
    expect((await remove(id)).status).to.equal(200)
    expect((await askedOf(person)).ids).to.deep.equal([second.authenticator.id])
    expect((await remove(second.id)).status).to.equal(200)
    expect((await api.get(FACTOR, person)).json).to.include({ on: false, recovery_codes_left: 0 })
    expect((await enter(person)).status).to.equal(201)
    const { list } = await api.get('/v2/audit?operation=removePasskey&outcome=done')
    expect(list[0]).to.include({ user_id: person.id, target: second.id })
  })

  it('stay beside an app, and an administrator takes off both', async () => {
    const person = await somebody()
    const { recovery_codes: before } = await add(person)
    const begun = await api.post(FACTOR, { current_password: PASSWORD }, person)
    const secret = String(begun.json['secret'])
    // What does not count yet proves nothing, and a recovery code confirms no app.
    expect((await enter(person, { code: app.codeOf(secret) })).status).to.equal(401)
    const recovery = await api.post(`${FACTOR}/confirm`, { code: before?.[0] }, person)
    expect(recovery.status).to.equal(422)
    const { authenticator, codes } = await turnOn(api, person, app).then(async (on) => ({
      ...on,
      authenticator: (await add(person)).authenticator,
    }))
    expect((await enter(person, { code: before?.[1] })).status, 'an earlier code').to.equal(401)
    const off = await api.post(`${FACTOR}/off`, { code: codes[0] }, person)
    expect(off.status).to.equal(200)
    expect((await api.post(`${FACTOR}/off`, { code: codes[1] }, person)).status).to.equal(409)
    expect((await api.get(FACTOR, person)).json).to.include({ on: true, app: false })
    const passkey = authenticator.sign(await askedOf(person))
    expect((await enter(person, { passkey })).status).to.equal(201)
    expect((await api.delete(`/v2/users/${person.id}/second-factor`)).status).to.equal(200)
    expect((await api.get(PATH, person)).list).to.deep.equal([])
    expect((await enter(person)).status).to.equal(201)
  })

  it('limit guesses together with codes', async () => {
    const person = await somebody()
    const { authenticator } = await add(person)
    const passkey = authenticator.sign({ ...(await askedOf(person)), challenge: 'AAAA' })
    const statuses = []
    for (let at = 0; at < 11; at += 1) statuses.push((await enter(person, { passkey })).status)
    expect(statuses).to.deep.equal([...Array<number>(10).fill(401), 429])
    expect((await enter(person, { code: 'guess' })).status).to.equal(429)
  })
})

describe('Passkeys on a server that wants a second factor', () => {
  const api = useApi({
    settings: { secondFactor: 'everybody', publicUrl: 'https://cms.example.org' },
  })

  it('are one, which a limited session can add; they are for the host of the public address', async () => {
    const person = await api.person('limited', { password: PASSWORD })
    const browser = await signIn(api, person.email)
    expect(browser.answer.json['needs_second_factor']).to.equal(true)
    const inBrowser = (path: string, json: object) =>
      browse(api, browser, { method: 'POST', path, json })
    const begun = await inBrowser(`${PATH}/begin`, { current_password: PASSWORD })
    const { challenge, rp } = Object(begun.json['public_key'])
    expect(rp.id).to.equal('cms.example.org')
    const asked = { challenge, rpId: rp.id, origin: 'https://cms.example.org' }
    const credential = createAuthenticator().make(asked)
    const made = await inBrowser(PATH, { name: 'Key', credential })
    expect(made.status, made.text).to.equal(201)
    expect((await browse(api, browser, ME)).status).to.equal(200)
  })
})
