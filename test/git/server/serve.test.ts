import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect } from 'chai'
import { checkTree } from '../../../src/git/objects/check-tree.js'
import type { GitError } from '../../../src/git/program/git-error.js'
import type { Repository } from '../../../src/git/repository.js'
import { createGitServer } from '../../../src/git/server/serve.js'
import type { GitService } from '../../../src/git/protocol/serve-config.js'
import type { GitServer, PushCheck } from '../../../src/git/server/serve.js'
import { openSnapshot } from '../../../src/git/objects/snapshot.js'
import { eventually } from '../../stories/git-client.js'
import { commitTo, git, useRepositories } from '../fixture.js'

const serviceOf = (text: string): GitService =>
  text.includes('receive-pack') ? 'receive-pack' : 'upload-pack'

describe('createGitServer', () => {
  const bench = useRepositories()
  let serving: GitServer
  let http: Server
  let url = ''
  let repository: Repository
  let check: PushCheck | undefined
  let maxBytes: number | undefined
  let failures: string[] = []

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const header = (name: string): string => String(request.headers[name] ?? '')
    const protocol = header('git-protocol')
    const service = serviceOf(request.url ?? '')
    if (request.url?.includes('/info/refs')) {
      response.setHeader('content-type', `application/x-git-${service}-advertisement`)
      response.end(await serving.infoRefs(repository.gitDir, service, protocol))
      return
    }
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const gzip = header('content-encoding') === 'gzip'
    const limits = { ...(check ? { check } : {}), ...(maxBytes ? { maxBytes } : {}) }
    const rpc = { service, body: request, gzip, protocol, signal: leaving.signal, ...limits }
    const answer = await serving.rpc(repository.gitDir, rpc)
    response.setHeader('content-type', `application/x-git-${service}-result`)
    await Promise.all([pipeline(answer.body, response), answer.done])
  }

  beforeEach(async () => {
    check = maxBytes = undefined
    failures = []
    serving = createGitServer({ hooks: bench.folder('hooks') })
    repository = await bench.repository()
    http = createServer((request, response) => {
      handle(request, response).catch((error: unknown) => {
        failures.push(String(error))
        response.destroy()
      })
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/r.git`
  })
  afterEach(async () => {
    http.closeAllConnections()
    http.close()
    await serving.close()
  })

  async function clone(name = 'work', ...args: string[]): Promise<string> {
    await git(bench.folder('.'), 'clone', '-q', ...args, url, name)
    return bench.folder(name)
  }
  async function commitIn(work: string, path: string, content: string | Buffer): Promise<void> {
    await mkdir(join(work, path, '..'), { recursive: true })
    await writeFile(join(work, path), content)
    await git(work, 'add', '-A')
    await git(work, 'commit', '-qm', `Add ${path}`)
  }
  /** What the pusher reads on the terminal when a push is refused. */
  const refusal = (work: string, ...args: string[]): Promise<string> =>
    git(work, 'push', ...args).then(
      () => 'taken',
      (error: unknown) => String(error),
    )

  for (const version of ['0', '1', '2']) {
    it(`serves clone, fetch and push by version ${version} of the protocol`, async () => {
      await commitTo(repository, { 'a.md': 'A' })
      const work = await clone('work', '-c', `protocol.version=${version}`)
      await commitIn(work, 'b.md', 'B')
      await git(work, 'push', '-q')
      expect((await repository.snapshot(await repository.head()).read('b.md')).toString()).to.equal(
        'B',
      )
      await commitTo(repository, { 'c.md': 'C' })
      await git(work, 'pull', '-q')
      expect(await git(work, 'show', 'HEAD:c.md')).to.equal('C')
    })
  }

  it('accepts the first push into an empty repository, as main', async () => {
    const work = await clone()
    await commitIn(work, 'a', '1')
    await git(work, 'push', '-q', 'origin', 'HEAD:main')
    expect(await repository.head()).to.equal(await git(work, 'rev-parse', 'HEAD'))
  })

  it('takes push options, which mean nothing here', async () => {
    const work = await clone()
    await commitIn(work, 'a', '1')
    await git(work, 'push', '-q', '-o', 'ci.skip', '-o', 'x=y', 'origin', 'HEAD:main')
    expect(await repository.head()).to.equal(await git(work, 'rev-parse', 'HEAD'))
  })

  it('hides the internal refs of remotes from clones', async () => {
    const commit = await commitTo(repository, { a: '1' })
    await repository.updateRef({ ref: 'refs/galley/sync/0', from: null, to: commit })
    expect(await git('/', 'ls-remote', url)).not.to.contain('galley')
    const work = await clone()
    expect(await refusal(work, 'origin', ':refs/galley/sync/0')).not.to.equal('taken')
  })

  it('shows the reason of a check on the pusher’s terminal, and keeps nothing', async () => {
    const head = await commitTo(repository, { a: '1', A0: 'x' })
    const seen: string[][] = []
    check = async (updates, reader) => {
      seen.push(updates.map(({ ref, from }) => `${ref} ${from}`))
      const { to, from } = updates[0]!
      const refuse = (path: string): string | null =>
        path.includes(':') ? 'A colon.\x1b[31m' : null
      const reasons = await checkTree(
        reader,
        { known: from, commit: to! },
        { refuse, refuseTwins: true },
      )
      return reasons.length > 0 ? reasons.join('\n') : null
    }
    const work = await clone()
    await commitIn(work, 'd/x:y', '1')
    await commitIn(work, 'd/a0/A', '1')
    await commitIn(work, 'd/a0/a', '1')
    await commitIn(work, 'a0', '1')
    const said = await refusal(work)
    expect(said).to.include('remote: d/x:y: A colon.?[31m')
    expect(said).to.include('remote: d/a0/a: The name differs from A only in case.')
    expect(said).to.include('remote: a0: The name differs from A0 only in case.')
    expect(seen).to.deep.equal([[`refs/heads/main ${head}`]])
    expect(await repository.head()).to.equal(head)
    const left = await readdir(join(repository.gitDir, 'objects'))
    expect(left.filter((name) => name.startsWith('tmp'))).to.deep.equal([])
  })

  const pushes: [string, Record<string, Buffer>][] = [
    ['loose objects', { 'new.md': Buffer.from('x'.repeat(5000)), none: Buffer.alloc(0) }],
    ['a large loose object', { 'new.bin': randomBytes(5_000_000) }],
    ['a large one that is small on the wire', { 'new.bin': Buffer.alloc(40_000_000) }],
    ['a pack', Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}`, randomBytes(9)]))],
  ]
  for (const [name, files] of pushes) {
    it(`gives the check the new and the old commit: ${name}`, async () => {
      await commitTo(repository, { 'old.md': 'Old' })
      const wrong: string[] = []
      let looked = 0
      check = async (updates, reader) => {
        const source = { gitDir: repository.gitDir, reader, native: false }
        const snapshot = openSnapshot(source, updates[0]?.to ?? null)
        for (const { path, size } of await snapshot.entries('', { sizes: true })) {
          const content = path === 'old.md' ? Buffer.from('Old') : files[path]
          const isSame = content?.equals(await snapshot.read(path)) && content.length === size
          if (!isSame) wrong.push(path)
          looked += 1
        }
        const missing = await reader.read('1'.repeat(40)).catch((error: GitError) => error.code)
        if (missing !== 'not_found') wrong.push('missing')
        return null
      }
      const work = await clone()
      for (const [path, content] of Object.entries(files))
        await writeFile(join(work, path), content)
      await commitIn(work, 'last.md', Object.values(files)[0]!)
      files['last.md'] = Object.values(files)[0]!
      await git(work, 'push', '-q', 'origin', 'HEAD:main')
      expect(wrong).to.deep.equal([])
      expect(looked).to.equal(Object.keys(files).length + 1)
    })
  }

  it('refuses a push whose check fails', async () => {
    check = () => Promise.reject(new Error('secret'))
    const work = await clone()
    await commitIn(work, 'a', '1')
    const said = await refusal(work, 'origin', 'HEAD:main')
    expect(said).to.include('could not be checked')
    expect(said).to.not.include('secret')
    expect(await repository.head()).to.equal(null)
  })

  it('writes its hook again if it was deleted, and refuses pushes if it cannot', async () => {
    let asked = 0
    check = async () => {
      asked += 1
      return null
    }
    const work = await clone()
    for (const name of ['a', 'b', 'c']) {
      if (name === 'b') await rm(bench.folder('hooks'), { recursive: true })
      if (name === 'c') await chmod(join(bench.folder('hooks'), 'pre-receive'), 0o600)
      await commitIn(work, name, name)
      await git(work, 'push', '-q', 'origin', 'HEAD:main')
    }
    expect(asked).to.equal(3)
    const head = await repository.head()
    await rm(bench.folder('hooks'), { recursive: true })
    await writeFile(bench.folder('hooks'), '')
    await commitIn(work, 'd', 'd')
    expect(await refusal(work, 'origin', 'HEAD:main')).not.to.equal('taken')
    expect(await repository.head()).to.equal(head)
    expect(failures.join()).to.include("can't be checked")
  })

  it('refuses trees that git fsck rejects', async () => {
    const work = await clone()
    const blob = await git(work, 'hash-object', '-w', '/dev/null')
    const evil = bench.folder('evil')
    await writeFile(evil, Buffer.concat([Buffer.from('100644 .GiT\0'), Buffer.from(blob, 'hex')]))
    const tree = await git(work, 'hash-object', '--literally', '-w', '-t', 'tree', evil)
    const commit = await git(work, 'commit-tree', '-m', 'x', tree)
    expect(await refusal(work, 'origin', `${commit}:refs/heads/main`)).to.match(/hasDotgit|fsck/)
    expect(await repository.head()).to.equal(null)
  })

  it('refuses a push over the limit, and continues to serve', async () => {
    maxBytes = 200_000
    const work = await clone()
    await commitIn(work, 'large', randomBytes(3_000_000))
    expect(await refusal(work, 'origin', 'HEAD:main')).to.not.equal('taken')
    expect(await repository.head()).to.equal(null)
    maxBytes = undefined
    await git(work, 'push', '-q', 'origin', 'HEAD:main')
    expect(await repository.head()).to.not.equal(null)
  })

  it('runs no hook of the repository and reads no settings of the machine', async () => {
    const hooks = join(repository.gitDir, 'hooks')
    await mkdir(hooks)
    const canary = bench.folder('canary')
    for (const name of [
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
    ]) {
      await writeFile(join(hooks, name), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 })
    }
    const work = await clone()
    await commitIn(work, 'a', '1')
    await git(work, 'push', '-q', 'origin', 'HEAD:main')
    expect(await readdir(bench.folder('.'))).to.not.include('canary')
  })

  it('serves more clients at once than it runs programs', async () => {
    await commitTo(repository, { a: randomBytes(50_000).toString('hex') })
    const works = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => clone(`work${n}`)))
    expect(await Promise.all(works.map((work) => git(work, 'rev-parse', 'HEAD')))).to.deep.equal(
      Array(8).fill(await repository.head()),
    )
    expect(failures).to.deep.equal([])
  })

  it('ends git when the client disconnects', async () => {
    const leaving = new AbortController()
    const body = new PassThrough()
    const rpc = { service: 'receive-pack', body, signal: leaving.signal } as const
    const answer = await serving.rpc(repository.gitDir, rpc)
    answer.body.on('error', () => undefined).resume()
    leaving.abort()
    expect(await answer.done.catch(() => 'ended')).to.equal('ended')
    body.destroy()
  })

  it('leaves nothing of a push that is cut off', async () => {
    const objects = join(repository.gitDir, 'objects')
    const quarantines = async () =>
      (await readdir(objects)).filter((name) => name.startsWith('tmp_objdir-'))
    const leaving = new AbortController()
    const body = new PassThrough()
    const rpc = { service: 'receive-pack', body, signal: leaving.signal } as const
    const answer = await serving.rpc(repository.gitDir, rpc)
    answer.body.on('error', () => undefined).resume()
    const command = `${'0'.repeat(40)} ${'a'.repeat(40)} refs/heads/main\0report-status\n`
    body.write(`${(command.length + 4).toString(16).padStart(4, '0')}${command}0000`)
    // The beginning of a pack of version 2 with 1,000 objects.
    body.write(Buffer.from('PACK\0\0\0\x02\0\0\x03\xe8', 'latin1'))
    await eventually(async () => expect(await quarantines()).to.have.length(1))
    leaving.abort()
    await answer.done.catch(() => undefined)
    await eventually(async () => expect(await quarantines()).to.deep.equal([]), 20)
    body.destroy()
  })
})
