/** Git hosts that answer in drops: never silent for long, and never at an end. */

import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import type { Remote, RemoteRequest } from '../../../src/git/remote/http.js'
import { fetchRemote, pushRemote } from '../../../src/git/remote/remote.js'
import type { Repository } from '../../../src/git/repository.js'
import { packObjects } from '../../../src/git/pack/pack-objects.js'
import { formatPacket } from '../../../src/git/protocol/packet-line.js'
import { commitTo, useRepositories } from '../fixture.js'
import { failure, leftovers, packs } from './remote-kept.js'

const OID = 'a'.repeat(40)
const ABLE = 'report-status side-band-64k ofs-delta thin-pack'

async function* endless(drop: string | undefined): AsyncGenerator<Buffer> {
  if (drop === undefined) await new Promise(() => undefined)
  for (;;) {
    await pause(5)
    yield Buffer.from(drop ?? '')
  }
}

describe('A git host that answers in drops', () => {
  const bench = useRepositories()
  let repository: Repository

  beforeEach(async () => {
    repository = await bench.repository()
  })

  interface Drops {
    /** What it has, or nothing if its refs never end. */
    readonly branch?: string
    /** What it sends without end; if left out, it is silent. */
    readonly drop?: string
    /** What it sends, and ends, instead. */
    readonly pieces?: readonly Buffer[]
    readonly tip?: string
  }

  function dripping({ branch, drop, pieces, tip = OID }: Drops): Remote & { branch: string } {
    const http = async ({ url, method, body }: RemoteRequest) => {
      if (body !== undefined) for await (const piece of body) void piece
      const isRefs = method === 'GET'
      const service = new URL(url, 'http://x').href.includes('receive') ? 'receive' : 'upload'
      const type = `application/x-git-${service}-pack-${isRefs ? 'advertisement' : 'result'}`
      const refs = [formatPacket(`${tip} refs/heads/${branch}\0${ABLE}\n`), Buffer.from('0000')]
      const isShort = isRefs && branch !== undefined
      return {
        status: 200,
        headers: { 'content-type': type },
        body: isShort ? oneByOne(refs) : pieces ? oneByOne(pieces) : endless(drop),
      }
    }
    return {
      url: 'http://git.example.org/a.git',
      username: 'u',
      token: 'web-secret',
      branch: 'main',
      http,
      signal: new AbortController().signal,
      answerMs: 50,
    }
  }

  async function* oneByOne(pieces: readonly Buffer[]): AsyncGenerator<Buffer> {
    yield* pieces
  }

  const expectSlow = (error: unknown) => {
    expect(error).to.have.property('message').that.includes('the server answers too slowly')
    expect(error).to.have.property('transient', false)
  }

  for (const [title, drops] of [
    ['refs', { drop: '0006# ' }],
    ['progress instead of a pack', { branch: 'main', drop: '0006\x02.' }],
    ['signs of life instead of a pack', { branch: 'main', drop: '0005\x01' }],
  ] as const) {
    it(`with ${title} is given up`, async () => {
      expectSlow(await failure(fetchRemote(repository, dripping(drops))))
      expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
    })
  }

  it('or is silent instead of sending a pack is given up, but asked again', async () => {
    const remote = { ...dripping({ branch: 'main' }), answerMs: 60_000, idleMs: 50 }
    const error = await failure(fetchRemote(repository, remote))
    expect(error).to.include({ message: 'the server did not answer in time', transient: true })
  })

  it('has not gone silent while we still check what it has sent', async () => {
    const hosted = await bench.repository()
    const commit = await commitTo(hosted, { 'a.md': 'one' })
    const { signal } = new AbortController()
    const pieces = [formatPacket('NAK\n')]
    for await (const piece of packObjects(hosted.gitDir, { commit, known: [], signal })) {
      const length = (piece.length + 5).toString(16).padStart(4, '0')
      pieces.push(Buffer.concat([Buffer.from(`${length}\x01`), piece]))
    }
    pieces.push(Buffer.from('0000'))
    const remote = { ...dripping({ branch: 'main', tip: commit, pieces }), idleMs: 50 }
    const check = async () => {
      await pause(100)
      return []
    }
    const found = await fetchRemote(repository, { ...remote, answerMs: 60_000, check })
    expect(found).to.deep.equal({ commit })
  })

  it('with progress after a push is given up', async () => {
    const commit = await commitTo(repository, { 'a.md': 'one' })
    const remote = dripping({ branch: 'other', drop: '0006\x02.' })
    expectSlow(await failure(pushRemote(repository, { ...remote, commit, expected: null })))
  })
})
