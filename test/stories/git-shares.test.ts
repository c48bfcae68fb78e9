/**
 * Clones that nobody reads: whoever opens many of them waits for himself, and others clone meanwhile.
 *
 * @see src/http/README.md (Git)
 */

import { randomBytes } from 'node:crypto'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { useApi, type Person, type Site } from '../api/server.js'
import { eventually, git, useDesk } from './git-client.js'

/** More than git's programs that read at a time. */
const UNREAD = 20
/** Git's programs that read at a time. */
const PROGRAMS = 8
/** Of one user at a time. */
const SHARE = 3

describe('clones whose clients do not read', function () {
  this.timeout(600_000)
  const api = useApi({ settings: { cloneSlowSeconds: '5' } })
  const desk = useDesk(api)
  let site: Site
  let head: string
  let hostile: Person
  const asked: ClientRequest[] = []

  before(async () => {
    site = await api.site()
    // More than sockets and pipes hold.
    const data = randomBytes(24 * 1024 * 1024)
    await api.upload('PUT', `/v2/sites/${site.id}/source/big.bin`, { data })
    head = await api.head(site.id)
  })
  after(() => asked.forEach((one) => one.destroy()))

  /** Asks for everything, and calls `answered` when the answer begins, which is never read. */
  function cloneUnread(as: Person, answered: (status: number | undefined) => void): void {
    const url = `${api.server.url}/v2/sites/${site.id}/repository.git/git-upload-pack`
    const one = request(url, {
      method: 'POST',
      agent: false,
      auth: `${as.name}:${as.secret}`,
      headers: { 'Content-Type': 'application/x-git-upload-pack-request' },
    })
    one.on('response', (response: IncomingMessage) => {
      response.on('error', () => undefined)
      answered(response.statusCode)
    })
    one.on('error', () => undefined)
    one.end(`0032want ${head}\n00000009done\n`)
    asked.push(one)
  }

  it('do not prevent other users from cloning', async () => {
    hostile = await api.member(site.id, 'admin', 'hostile')
    const other = await api.member(site.id, 'admin', 'other')
    const answers: (number | undefined)[] = []
    for (let count = 0; count < UNREAD; count += 1) {
      cloneUnread(hostile, (status) => answers.push(status))
    }
    await eventually(() => expect(answers.length).to.be.at.least(SHARE))
    const work = desk.at('other')
    await git(desk.at('.'), 'clone', '-q', desk.remote(site.id, other), work)
    expect((await readFile(`${work}/big.bin`)).length).to.equal(24 * 1024 * 1024)
    // Not because they were ended: those that have begun stand as they were.
    expect(answers).to.deep.equal([200, 200, 200])
  })

  it('free their places when their clients leave', async () => {
    for (const one of asked) one.destroy()
    const work = desk.at('again')
    await git(desk.at('.'), 'clone', '-q', desk.remote(site.id, hostile), work)
    expect(await git(work, 'rev-parse', 'HEAD')).to.equal(head)
  })
  it('end while others wait for a place, even if several users hold all places', async function () {
    // Before who takes nothing at all is cut off.
    this.timeout(100_000)
    const people = await Promise.all(
      ['one', 'two', 'three'].map((name) => api.member(site.id, 'admin', name)),
    )
    let begun = 0
    for (const person of people) {
      for (let count = 0; count < SHARE; count += 1) cloneUnread(person, () => (begun += 1))
    }
    await eventually(() => expect(begun).to.be.at.least(PROGRAMS))
    const other = await api.member(site.id, 'admin', 'late')
    const work = desk.at('late')
    await git(desk.at('.'), 'clone', '-q', desk.remote(site.id, other), work)
    expect(await git(work, 'rev-parse', 'HEAD')).to.equal(head)
  })
})
