/** The examples of the documentation succeed as they are printed, one after the other, on a new server. */

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { ZipFile } from 'yazl'
import { curlExample, javascriptExample } from '../../src/http/docs/call-example.js'
import { operationsOf } from '../../src/http/docs/operation.js'
import type { Operation } from '../../src/http/docs/parts.js'
import { isRecord } from './client.js'
import { useApi } from './server.js'

const run = promisify(execFile)

/** Operations that need something which a new server has not, and no example can make. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  checkHosting: 'needs a host',
  getGitRefs: 'is asked by git, with a parameter of its own',
  gitUploadPack: 'the body is made by git',
  gitReceivePack: 'the body is made by git',
  importRepository: 'needs a repository on another server',
  landChangeSet: 'needs something that was changed in the set',
  handInChangeSet: 'needs something that was changed in the set',
  setReadOnly: 'would keep the others from changing the site',
  sendBackChangeSet: 'needs a set that is handed in',
  readNotification: 'needs a notification',
  replayWebhookDelivery: 'needs a delivery that is over',
  resolveSync: 'needs a remote whose history was rewritten',
  syncHook: 'is signed by a git host',
  beginOidcLink: 'needs a provider',
  beginOidcSignIn: 'needs a provider',
  deleteOidcLink: 'needs a link to a provider',
  linkOidc: 'needs the answer of a provider',
  signInByOidc: 'needs the answer of a provider',
  acceptInvitation: 'needs the secret of a link',
  confirmSecondFactor: 'needs a code',
  createPasskey: 'needs a browser that has made a passkey',
  removePasskey: 'needs a passkey',
  deleteSecondFactor: 'needs a user with a second factor',
  forgotPassword: 'needs a mail server',
  joinByInvitation: 'needs the secret of a link',
  readInvitation: 'needs the secret of a link',
  renewRecoveryCodes: 'needs a code',
  resetPassword: 'needs the secret of a link',
  syncSite: 'needs a remote',
  testHosting: 'needs a host',
  testSync: 'needs a remote',
  testMail: 'needs a mail server',
  turnOffSecondFactor: 'needs a code',
  updateTheme: 'needs a gem server',
}

/** The ids that later examples name, by the operation whose answer has them: parameter, and where it is. */
const MAKES: Readonly<Record<string, readonly [string, (answer: unknown) => unknown]>> = {
  createChangeSet: ['change_set_id', (answer) => Object(answer).id],
  createDocument: ['document_id', (answer) => Object(answer).id],
  createInvitation: ['invitation_id', (answer) => Object(answer).id],
  createPage: ['page_id', (answer) => Object(answer).id],
  createRole: ['role_id', (answer) => Object(answer).id],
  createShare: ['share_id', (answer) => Object(answer).id],
  createSite: ['site_id', (answer) => Object(answer).id],
  createToken: ['token_id', (answer) => Object(answer).id],
  createUser: ['user_id', (answer) => Object(answer).id],
  createWebhook: ['webhook_id', (answer) => Object(answer).id],
  listCommits: ['commit', (answer) => firstOf(answer)['commit']],
  listDocumentHistory: ['commit', (answer) => firstOf(answer)['commit']],
  listMedia: ['token', (answer) => String(firstOf(answer)['inline_url']).split('/').at(-1)],
  listPageHistory: ['commit', (answer) => firstOf(answer)['commit']],
  listReleases: ['release_id', (answer) => firstOf(answer)['id']],
  listSessions: ['session_id', (answer) => firstOf(answer)['id']],
  // Whoever has the key pair of the examples.
  setUp: ['66f1c2b7d4b9e83f5a7c1e43', (answer) => Object(Object(answer).user).id],
  publishSite: ['job_id', (answer) => Object(answer).job_id],
  testWebhook: ['delivery_id', (answer) => Object(answer).id],
}

function firstOf(answer: unknown): Record<string, unknown> {
  const [first] = [answer].flat()
  return isRecord(first) ? first : {}
}

const PASSWORD = 'correct horse battery'

/** What is made before what is read, what is deleted last: what lies deeper first, then the account. */
function inOrder(all: readonly Operation[]): Operation[] {
  const isOf = (id: string) => (one: Operation) => one.id === id
  const moved = ['setUp', 'putSource', 'listSiteUsers', 'signOut']
  const rest = all.filter(({ id }) => !moved.includes(id))
  const stay = rest.filter(({ method }) => method !== 'delete')
  const at = stay.findIndex(isOf('getSource'))
  return [
    ...all.filter(isOf('setUp')),
    ...stay.slice(0, at),
    ...all.filter(isOf('putSource')),
    ...stay.slice(at),
    ...all.filter(isOf('listSiteUsers')),
    ...rest.filter(({ method }) => method === 'delete').reverse(),
    ...all.filter(isOf('signOut')),
  ]
}

describe('The examples of the documentation', () => {
  const api = useApi()
  const ids = new Map<string, string>()
  const variables = { KEY: '', SECRET: '', COOKIE: '', CSRF_TOKEN: '', PASSWORD }
  let folder: string

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'galley-examples-'))
    await writeFile(path.join(folder, 'photo.jpg'), 'no photo')
    await writeFile(path.join(folder, 'hello.md'), '---\ntitle: Hello\n---\nHello.\n')
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('title: Old\n'), '_config.yml')
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(Buffer.from(part))
    await writeFile(path.join(folder, 'site.zip'), Buffer.concat(parts))
    const { firstStart } = api.server.application.services
    firstStart.begin(api.root.id)
    ids.set('f00d', firstStart.newToken() ?? '')
    Object.assign(variables, { KEY: api.root.name, SECRET: api.root.secret })
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const filled = (text: string) =>
    [...ids]
      .reduce((so, [from, to]) => so.replaceAll(from, to), text)
      .replaceAll('org:PASSWORD', `org:${PASSWORD}`)

  /** Pastes it into a shell. */
  async function paste(operation: Operation): Promise<unknown> {
    const command = filled(curlExample(operation, api.server.url))
    const isEndless = operation.id === 'followSite'
    const wanted = command.replace('curl', 'curl -sS --fail-with-body -D headers.txt')
    const script = isEndless ? `(${wanted} || true) | head -n 1` : wanted
    const { stdout } = await run('bash', ['-c', script], {
      cwd: folder,
      env: { ...process.env, ...variables },
      encoding: 'buffer',
      maxBuffer: 20_000_000,
    }).catch((error: unknown) => {
      throw new Error(`${command}\n${String(Object(error).stdout)}`)
    })
    return parsed(stdout.toString())
  }

  /** Runs it in a program. */
  async function runScript(operation: Operation): Promise<void> {
    const program = filled(javascriptExample(operation, api.server.url))
    const sent = async (url: string, options: RequestInit) => {
      const headers = { ...Object(options?.headers), Cookie: variables.COOKIE }
      const answer = await fetch(url, { ...options, headers })
      expect(answer.ok, `${program}\n${await answer.clone().text()}`).to.equal(true)
      return answer
    }
    const log = () => undefined
    const file = new Blob(['---\ntitle: Hello\n---\nHello.\n'])
    const context = { ...variables, fetch: sent, console: { log }, btoa, FormData, file }
    await runInNewContext(`(async () => {\n${program}\n})()`, context)
  }

  it('succeed as they are printed', async function () {
    this.timeout(600_000)
    const all = operationsOf((await api.get('/v2/openapi.json')).json)
    const names = all.map(({ id }) => id)
    expect(names).to.include.members([...Object.keys(LEFT_OUT), ...Object.keys(MAKES)])
    const examples = new Map<string, string>()
    for (const { about } of all) {
      for (const { name, in: place, example } of [about['parameters']].flat().filter(isRecord)) {
        if (place === 'path') examples.set(String(name), String(example))
      }
    }
    const failed: string[] = []
    for (const operation of inOrder(all).filter(({ id }) => LEFT_OUT[id] === undefined)) {
      try {
        const answer = await paste(operation)
        await learn(operation.id, answer, examples)
        const isStream = operation.id.startsWith('follow')
        if (!isStream && ['get', 'put'].includes(operation.method)) await runScript(operation)
      } catch (error) {
        failed.push(`${operation.id}: ${String(error)}`)
      }
    }
    expect(failed.join('\n\n')).to.equal('')
  })

  async function learn(id: string, answer: unknown, examples: ReadonlyMap<string, string>) {
    const [name, read] = MAKES[id] ?? []
    if (name !== undefined) ids.set(examples.get(name) ?? name, String(read?.(answer)))
    const { api_key: KEY, api_secret: SECRET, csrf_token: CSRF_TOKEN } = Object(answer)
    if (typeof KEY === 'string') Object.assign(variables, { KEY, SECRET })
    const headers = await readFile(path.join(folder, 'headers.txt'), 'utf8')
    const cookie = /^set-cookie: ([^;]+)/im.exec(headers)?.[1]
    // The session of the first sign-in stays: the newer one is ended by an example.
    if (variables.COOKIE !== '' || cookie === undefined) return
    Object.assign(variables, { COOKIE: cookie, CSRF_TOKEN })
  }
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
