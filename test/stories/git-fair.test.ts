/**
 * Developers who push what they have, on top of what stands, while programs write by the API without a
 * pause: whoever lost to them once comes through with the next push. Counted, not timed.
 *
 * @see src/service/README.md (Whose turn it is)
 */

import { expect } from 'chai'
import { useApi, type Person, type Site } from '../api/server.js'
import { commitFiles, failure, git, useDesk } from './git-client.js'

const PUSHERS = 3
const PUSHES = 2
const WRITERS = 6

describe('pushes among steady writers', function () {
  this.timeout(600_000)
  // Longer than any machine takes for one push.
  const api = useApi({ settings: { pushHoldSeconds: '300' } })
  const desk = useDesk(api)
  let site: Site
  let count = 0

  beforeEach(async () => {
    site = await api.site()
  })

  const write = async () => {
    const name = `api-${(count += 1)}.txt`
    const url = `/v2/sites/${site.id}/source/${name}`
    const { status, text } = await api.upload('PUT', url, { data: name })
    expect(status, text).to.equal(200)
  }

  async function cloneAs(name: string): Promise<{ work: string; person: Person }> {
    const person = await api.member(site.id, 'admin', name)
    const work = desk.at(`${name}-${site.id}`)
    await git(desk.at('.'), 'clone', '-q', desk.remote(site.id, person), work)
    return { work, person }
  }

  it('writes wait for the next push of a user whose push was refused, and only for that', async () => {
    const { work } = await cloneAs('one')
    await commitFiles(work, { 'pushed.txt': 'x' }, 'Pushed')
    await write()
    expect(await failure(work, 'push', '-q')).to.contain('fetch first')
    await git(work, 'pull', '-q', '--rebase')
    const before = await api.head(site.id)
    const writes = Promise.all([write(), write()])
    // Reading waits for nothing.
    expect((await api.get(`/v2/sites/${site.id}/source/pushed.txt`)).status).to.equal(404)
    expect(await failure(work, 'push', '-q')).to.equal('')
    await writes
    const range = `${before}..main`
    const log = await api.git(site.id, 'log', '--reverse', '--format=%s', range)
    expect(log.split('\n')[0]).to.equal('Pushed')
    expect(log.trim().split('\n').length).to.equal(3)
    // The place was for one push.
    await git(work, 'fetch', '-q')
    await write()
  })

  it('they also wait if a write came during the fetch before, so that the push was refused', async () => {
    const { work, person } = await cloneAs('one')
    await commitFiles(work, { 'pushed.txt': 'x' }, 'Pushed')
    // As git asks (gitprotocol-v2): what there is, and then for the objects of that.
    const ask = askAs(desk.remote(site.id, person))
    await ask('info/refs?service=git-upload-pack')
    const told = await ask('git-upload-pack', '0014command=ls-refs\n0000')
    await write()
    const want = `0032want ${/[0-9a-f]{40}/.exec(told)?.[0] ?? ''}\n`
    await ask('git-upload-pack', `0012command=fetch\n0001${want}0009done\n0000`)
    // Git looks here before it pushes, and finds that it is behind.
    await ask('info/refs?service=git-receive-pack')
    await git(work, 'pull', '-q', '--rebase')
    const before = await api.head(site.id)
    const writes = Promise.all([write(), write()])
    expect((await api.get(`/v2/sites/${site.id}/source/pushed.txt`)).status).to.equal(404)
    expect(await failure(work, 'push', '-q')).to.equal('')
    await writes
    const log = await api.git(site.id, 'log', '--reverse', '--format=%s', `${before}..main`)
    expect(log.split('\n')[0]).to.equal('Pushed')
  })

  it(`${PUSHERS} among ${WRITERS} need two tries at most`, async () => {
    let isOver = false
    const writers = Promise.all(
      Array.from({ length: WRITERS }, async () => {
        while (!isOver) await write()
      }),
    )
    const tries: number[] = []
    const pusher = async (name: string) => {
      const { work } = await cloneAs(name)
      for (let round = 0; round < PUSHES; round += 1) {
        await commitFiles(work, { [`${name}-${round}.txt`]: name })
        let made = 1
        while ((await failure(work, 'push', '-q')) !== '' && made < 12) {
          made += 1
          await git(work, 'pull', '-q', '--rebase')
        }
        tries.push(made)
      }
    }
    try {
      await Promise.all(Array.from({ length: PUSHERS }, (_, at) => pusher(`pusher${at}`)))
    } finally {
      isOver = true
      await writers
    }
    expect(tries.length).to.equal(PUSHERS * PUSHES)
    expect(Math.max(...tries), tries.join()).to.be.at.most(2)
  })
})

/** Asks as git does over version 2 of its protocol; the text of an answer that must be a success. */
function askAs(remote: string) {
  const { username, password, origin, pathname } = new URL(remote)
  const pair = Buffer.from(`${username}:${password}`).toString('base64')
  return async (what: string, body?: string): Promise<string> => {
    const service = what.startsWith('git-')
      ? { 'Content-Type': `application/x-${what}-request` }
      : {}
    const headers = { Authorization: `Basic ${pair}`, 'Git-Protocol': 'version=2', ...service }
    const request = body === undefined ? { headers } : { method: 'POST', headers, body }
    const answer = await fetch(`${origin}${pathname}/${what}`, request)
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(answer.status, text).to.equal(200)
    return text
  }
}
