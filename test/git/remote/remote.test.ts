import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { fetchRemote, pushRemote } from '../../../src/git/remote/remote.js'
import { RemoteError } from '../../../src/git/remote/http.js'
import type { RemoteRequest } from '../../../src/git/remote/http.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, git, rejection, useRepositories } from '../fixture.js'
import { failure, leftovers, packs } from './remote-kept.js'
import { startProxy, useGitHost } from './remote-host.js'
import type { Fault, HostedRepository, Proxy } from './remote-host.js'

const execute = promisify(execFile)

describe('fetchRemote and pushRemote', () => {
  const bench = useRepositories()
  const host = useGitHost()
  let repository: Repository
  let hosted: HostedRepository
  let proxy: Proxy | undefined

  beforeEach(async () => {
    repository = await bench.repository()
    hosted = await host().repository()
  })
  afterEach(async () => {
    await proxy?.close()
    proxy = undefined
  })

  const main = () => ({ ...host().remote(hosted.url), branch: 'main' })
  async function through(fault: Fault, change = {}) {
    proxy = await startProxy(host().port)
    proxy.fault = fault
    return { ...host().remote(hosted.through(proxy.port), change), branch: 'main' }
  }
  /** A commit made by real git and pushed to the host. */
  async function developerPushes(
    files: Record<string, string>,
    ...push: string[]
  ): Promise<string> {
    const work = bench.folder('developer')
    await git('/', 'clone', '-q', hosted.dir, work).catch(() => undefined)
    await git(work, 'pull', '-q', 'origin', 'main').catch(() => undefined)
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(work, path, '..'), { recursive: true })
      await writeFile(join(work, path), text)
    }
    await git(work, 'add', '-A')
    await git(work, 'commit', '-qm', 'By a developer')
    await git(work, 'push', '-q', 'origin', 'HEAD:main', ...push)
    return git(work, 'rev-parse', 'HEAD')
  }
  const tip = (): Promise<string> => git(hosted.dir, 'rev-parse', 'refs/heads/main')

  it('finds no commit in an empty repository', async () => {
    expect(await fetchRemote(repository, main())).to.deep.equal({ commit: null })
  })

  it('pushes to an empty repository, then what is new, and real git sees the same', async () => {
    const first = await commitTo(repository, { 'a.md': 'one', 'b/c.md': 'two' })
    await pushRemote(repository, { ...main(), commit: first, expected: null })
    const second = await commitTo(repository, { 'a.md': 'three' })
    await pushRemote(repository, { ...main(), commit: second, expected: first })
    expect(await tip()).to.equal(second)
    expect(await git(hosted.dir, 'show', 'main:a.md')).to.equal('three')
    await git(hosted.dir, 'fsck', '--strict')
  })

  it('fetches everything, then only what is new', async () => {
    const big = 'word '.repeat(40_000)
    const first = await developerPushes({ 'a.md': 'one', 'big.txt': `${Math.PI}${big}` })
    let bytes = 0
    const onProgress = (count: number): void => void (bytes = count)
    expect(await fetchRemote(repository, { ...main(), onProgress })).to.deep.equal({
      commit: first,
    })
    expect((await repository.snapshot(first).read('a.md')).toString()).to.equal('one')
    await repository.updateRef({ ref: 'refs/heads/main', from: null, to: first })
    const all = bytes
    const second = await developerPushes({ 'a.md': 'two' })
    expect(await fetchRemote(repository, { ...main(), onProgress })).to.deep.equal({
      commit: second,
    })
    expect(bytes).to.be.lessThan(all)
    expect((await repository.snapshot(second).read('a.md')).toString()).to.equal('two')
    expect(await leftovers(repository)).to.deep.equal([])
  })

  it('does not fetch existing commits again', async () => {
    const commit = await commitTo(repository, { 'a.md': 'one' })
    await pushRemote(repository, { ...main(), commit, expected: null })
    await fetchRemote(repository, main())
    expect(await packs(repository)).to.deep.equal([])
  })

  it('fetches again a commit whose files are missing', async () => {
    const commit = await developerPushes({ 'a.md': 'one' })
    const raw = await execute('git', ['-C', hosted.dir, 'cat-file', 'commit', commit])
    const object = bench.folder('commit')
    await writeFile(object, raw.stdout)
    await git(repository.gitDir, 'hash-object', '-t', 'commit', '-w', '--literally', object)
    await fetchRemote(repository, main())
    expect((await repository.snapshot(commit).read('a.md')).toString()).to.equal('one')
  })

  it('does not overwrite the branch if it has moved', async () => {
    const theirs = await developerPushes({ 'a.md': 'theirs' })
    const ours = await commitTo(repository, { 'a.md': 'ours' })
    const error = await failure(pushRemote(repository, { ...main(), commit: ours, expected: null }))
    expect([error.code, error.current]).to.deep.equal(['conflict', theirs])
    expect(await tip()).to.equal(theirs)
  })

  it('replaces a branch that is at the expected commit, whatever its history', async () => {
    const theirs = await developerPushes({ 'a.md': 'theirs' })
    const ours = await commitTo(repository, { 'a.md': 'ours' })
    await pushRemote(repository, { ...main(), commit: ours, expected: theirs })
    expect(await tip()).to.equal(ours)
  })

  it('lets exactly one of two simultaneous pushes win', async () => {
    const first = await commitTo(repository, { 'a.md': '0' })
    await pushRemote(repository, { ...main(), commit: first, expected: null })
    const commits: string[] = []
    for (const text of ['1', '2', '3']) commits.push(await commitTo(repository, { 'a.md': text }))
    const outcomes = await Promise.allSettled(
      commits.map((commit) => pushRemote(repository, { ...main(), commit, expected: first })),
    )
    const won = outcomes.flatMap((one, place) =>
      one.status === 'fulfilled' ? [commits[place]] : [],
    )
    expect(won).to.deep.equal([await tip()])
  })

  it('recognizes that a push succeeded although its answer was lost', async () => {
    const commit = await commitTo(repository, { 'a.md': 'one' })
    const options = await through('lose-push-answer')
    await pushRemote(repository, { ...options, commit, expected: null })
    expect(await tip()).to.equal(commit)
  })

  it('reports that the answer was lost if the push has not arrived', async () => {
    const commit = await commitTo(repository, { 'a.md': 'one' })
    const options = await through('pass')
    const http = (request: RemoteRequest) =>
      request.method === 'POST'
        ? Promise.reject(new Error('socket hang up'))
        : host().client.request(request)
    const error = await failure(
      pushRemote(repository, { ...options, http, commit, expected: null }),
    )
    expect(error).to.be.instanceOf(RemoteError).with.property('transient', true)
  })

  it('keeps nothing of an interrupted fetch', async () => {
    await developerPushes({ 'a.md': 'x'.repeat(5000) })
    const options = await through('cut-fetch')
    const error = await failure(fetchRemote(repository, options))
    expect(error).to.have.property('transient', true)
    expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
    if (proxy) proxy.fault = 'pass'
    expect((await fetchRemote(repository, options)).commit).to.equal(await tip())
  })

  for (const [word, work] of [
    ['fetch', fetchRemote],
    ['push', pushRemote],
  ] as const) {
    it(`ends a ${word} at once when it is cancelled while the server is frozen`, async () => {
      const commit = await commitTo(repository, { 'a.md': 'one' })
      const cancel = new AbortController()
      const options = await through('freeze', { signal: cancel.signal })
      const ended = rejection(work(repository, { ...options, commit, expected: null }))
      setTimeout(() => cancel.abort(), 50)
      expect(await ended).to.equal('aborted')
    })

    it(`gives up on a ${word} if the server is silent`, async () => {
      const commit = await commitTo(repository, { 'a.md': 'one' })
      const options = await through('freeze', { idleMs: 100 })
      const error = await failure(work(repository, { ...options, commit, expected: null }))
      expect(error).to.have.property('transient', true)
    })

    it(`ends a ${word} even if the HTTP client ignores the signal`, async () => {
      const commit = await commitTo(repository, { 'a.md': 'one' })
      const cancel = new AbortController()
      const http = () => new Promise<never>(() => undefined)
      const options = { ...main(), http, signal: cancel.signal, commit, expected: null }
      const ended = rejection(work(repository, options))
      cancel.abort()
      expect(await ended).to.equal('aborted')
    })

    const refusals = [
      { title: 'a wrong token', change: { token: 'wrong-token' }, status: 401 },
      { title: 'no repository', change: {}, path: '/nothing.git', status: 404 },
    ]
    for (const { title, change, path, status } of refusals) {
      it(`reports ${title} on ${word} as a permanent error`, async () => {
        const commit = await commitTo(repository, { 'a.md': 'one' })
        const url = path ? new URL(path, hosted.url).href : hosted.url
        const options = { ...host().remote(url, change), branch: 'main', commit, expected: null }
        const error = await failure(work(repository, options))
        expect(error).to.include({ code: 'refused', statusCode: status, transient: false })
        expect(String(error.stack)).not.to.contain('wrong-token')
      })
    }
  }

  it('reports that pushes to a repository are not allowed', async () => {
    await git(hosted.dir, 'config', 'http.receivepack', 'false')
    const commit = await commitTo(repository, { 'a.md': 'one' })
    const error = await failure(pushRemote(repository, { ...main(), commit, expected: null }))
    expect(error).to.include({ code: 'refused', statusCode: 403, transient: false })
  })

  it('passes on why a hook refused, on one line and without control characters', async () => {
    const hook = join(hosted.dir, 'hooks', 'pre-receive')
    const script = '#!/bin/sh\nprintf "no \\033[31mred\\r\\nweb-secret\\n" >&2\nexit 1\n'
    await writeFile(hook, script, { mode: 0o755 })
    const commit = await commitTo(repository, { 'a.md': 'one' })
    const error = await failure(pushRemote(repository, { ...main(), commit, expected: null }))
    expect(error.code).to.equal('refused')
    expect(error.message).to.match(/pre-receive hook declined.*no .*red/)
    expect(error.message).not.to.match(/[\x00-\x1f]|web-secret/)
  })

  it('sends the token in no URL, and follows no redirect', async () => {
    const seen: string[] = []
    const target = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`)
      response.writeHead(302, { location: `${hosted.url}/info/refs` }).end()
    })
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const address = target.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/r.git`
    const error = await failure(fetchRemote(repository, { ...main(), url }))
    target.closeAllConnections()
    target.close()
    expect(error).to.include({ code: 'refused', statusCode: 302 })
    const login = Buffer.from(`${host().username}:${host().token}`).toString('base64')
    expect(seen).to.deep.equal([`/r.git/info/refs?service=git-upload-pack Basic ${login}`])
  })

  const badAddresses = ['file:///etc', 'ssh://host/r.git', 'http://u:p@host/r.git', 'nonsense']
  for (const url of badAddresses) {
    it(`refuses ${url} for an address`, async () => {
      expect(await rejection(fetchRemote(repository, { ...main(), url }))).to.equal('invalid')
    })
  }

  for (const branch of ['', '../x', 'a b', '--force', 'x.lock', 'a\nb']) {
    it(`refuses ${JSON.stringify(branch)} for a branch`, async () => {
      expect(await rejection(fetchRemote(repository, { ...main(), branch }))).to.equal('invalid')
    })
  }

  it('stops at the byte limit', async () => {
    const noise = Array.from({ length: 40_000 }, (_, at) => (at * 7919 * at) % 100_003).join(' ')
    await developerPushes({ 'noise.txt': noise })
    expect(await rejection(fetchRemote(repository, { ...main(), maxBytes: 20_000 }))).to.equal(
      'too_large',
    )
    expect([await packs(repository), await leftovers(repository)]).to.deep.equal([[], []])
  })

  it('never passes the token to a process', async () => {
    const commit = await commitTo(repository, { 'a.md': 'x'.repeat(100_000) })
    const seen: string[] = []
    const http = async (request: RemoteRequest) => {
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const facts = ['cmdline', 'environ'].map((name) => `/proc/${pid}/${name}`)
        for (const file of facts) seen.push(await readFile(file, 'latin1').catch(() => ''))
      }
      return host().client.request(request)
    }
    const token = host().token
    await pushRemote(repository, { ...main(), http, commit, expected: null })
    await fetchRemote(repository, { ...main(), http })
    expect(seen.filter((text) => text.includes('git\0') && text.includes(token))).to.deep.equal([])
  })
})
