import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { checkPath } from '../../../src/content/paths.js'
import { checkTree } from '../../../src/git/objects/check-tree.js'
import type { GitError } from '../../../src/git/program/git-error.js'
import { fetchRemote } from '../../../src/git/remote/remote.js'
import type { RemoteRequest } from '../../../src/git/remote/http.js'
import type { Repository } from '../../../src/git/repository.js'
import { git, useRepositories } from '../fixture.js'
import { failure, leftovers, packs } from './remote-kept.js'
import { useGitHost } from './remote-host.js'
import type { HostedRepository } from './remote-host.js'

describe('fetchRemote, from a hostile remote', () => {
  const bench = useRepositories()
  const host = useGitHost()
  let repository: Repository
  let hosted: HostedRepository

  beforeEach(async () => {
    repository = await bench.repository()
    hosted = await host().repository()
  })
  const main = () => ({ ...host().remote(hosted.url), branch: 'main' })

  /** Puts a commit with entries of any name on the host, which no work tree could hold. */
  async function hostileTree(lines: readonly string[]): Promise<void> {
    const blob = bench.folder('blob')
    await writeFile(blob, 'content')
    await git(hosted.dir, 'hash-object', '-w', blob)
    const tree = await makeTree(lines)
    const commit = await git(hosted.dir, 'commit-tree', '-m', 'Hostile', tree)
    await git(hosted.dir, 'update-ref', 'refs/heads/main', commit)
  }
  /** Written as bytes, since git's own programs refuse to make some of these. */
  async function makeTree(names: readonly string[]): Promise<string> {
    const oid = await git(hosted.dir, 'hash-object', bench.folder('blob'))
    const entries = names.map((name) =>
      Buffer.concat([Buffer.from(`100644 ${name}\0`), Buffer.from(oid, 'hex')]),
    )
    const file = bench.folder('tree')
    await writeFile(file, Buffer.concat(entries))
    return git(hosted.dir, 'hash-object', '-t', 'tree', '-w', '--literally', file)
  }
  const check = (reader: Parameters<typeof checkTree>[0], commit: string) =>
    checkTree(reader, { known: null, commit }, { refuse: checkPath })

  const hostile: readonly (readonly [string, readonly string[]])[] = [
    ['.git', ['.git']],
    ['a spelling of .git', ['.GIT']],
    ['a short name of .git', ['git~1']],
    ['a backslash', ['a\\b']],
    ['a control character', ['a\u0007b']],
  ]
  for (const [title, names] of hostile) {
    it(`keeps nothing of a remote with ${title}`, async () => {
      await hostileTree(names)
      const error = await failure(fetchRemote(repository, { ...main(), check }))
      expect(error.code).to.equal('refused')
      expect(error.message).not.to.match(/[\x00-\x1f]/)
      expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
    })
  }

  it("runs git's own check of the objects", async () => {
    await hostileTree(['.GIT'])
    const error = await failure(fetchRemote(repository, main()))
    expect(error).to.include({ code: 'refused' })
    expect(error.message).to.match(/hasDotgit|\.git/i)
  })

  /** A server that answers what it likes. */
  async function lying(
    answer: (path: string) => { type: string; body: Buffer },
  ): Promise<GitError> {
    const http = async ({ url }: RemoteRequest) => {
      const { type, body } = answer(new URL(url).pathname)
      const chunks = async function* () {
        yield body
      }
      return { status: 200, headers: { 'content-type': type }, body: chunks() }
    }
    return failure(fetchRemote(repository, { ...main(), http }))
  }
  const advertisement = 'application/x-git-upload-pack-advertisement'
  const oneRef = Buffer.from(
    `006${'3'}${'a'.repeat(40)} refs/heads/main\0side-band-64k ofs-delta thin-pack x\n`,
  )
  const lies: readonly (readonly [string, () => Promise<GitError>])[] = [
    ['a page', () => lying(() => ({ type: 'text/html', body: Buffer.from('<html>') }))],
    ['no packets', () => lying(() => ({ type: advertisement, body: Buffer.from('what is this') }))],
    ['half a packet', () => lying(() => ({ type: advertisement, body: Buffer.from('00ff0123') }))],
    ['names of SHA-256', () => lying(() => ({ type: advertisement, body: sha256Line() }))],
    ['no pack', () => lying((path) => answerWith(path, Buffer.from('0008NAK\n')))],
    ['an empty pack', () => lying((path) => answerWith(path, emptyPack()))],
    ['a broken pack', () => lying((path) => answerWith(path, Buffer.from('000f\x01PACKjunk!!')))],
  ]
  function sha256Line(): Buffer {
    const text = `${'A'.repeat(64)} refs/heads/main\0x\n`
    return Buffer.from(`${(text.length + 4).toString(16).padStart(4, '0')}${text}0000`)
  }
  /** Sound in itself, without the commit that was asked for. */
  function emptyPack(): Buffer {
    const head = Buffer.from('5041434b0000000200000000', 'hex')
    const pack = Buffer.concat([head, createHash('sha1').update(head).digest()])
    return Buffer.concat([Buffer.from('0008NAK\n0025\x01'), pack, Buffer.from('0000')])
  }
  function answerWith(path: string, body: Buffer) {
    const length = oneRef.length.toString(16).padStart(4, '0')
    const line = Buffer.concat([Buffer.from(length), oneRef.subarray(4), Buffer.from('0000')])
    return path.endsWith('info/refs')
      ? { type: advertisement, body: line }
      : { type: 'application/x-git-upload-pack-result', body }
  }
  for (const [title, tell] of lies) {
    it(`refuses ${title}`, async () => {
      const error = await tell()
      expect(['failed', 'corrupt', 'refused', 'io']).to.include(error.code)
      expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
    })
  }
})
