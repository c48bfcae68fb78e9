import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { DeployError } from '../../../src/deploy/network/deploy-error.js'
import { gitDeployer } from '../../../src/deploy/githost/githost.js'
import type { Deployment, Manifest } from '../../../src/deploy/files/deployer.js'
import type { GitAccount } from '../../../src/deploy/githost/githost.js'
import { createShared, initRepository } from '../../../src/git/repository.js'
import type { GitShared } from '../../../src/git/repository.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { SERVER_AUTHOR } from '../../../src/service/branch/authors.js'
import { createRepositories, type Repositories } from '../../../src/service/branch/repositories.js'
import { createGitPushing, type GitPushing } from '../../../src/service/sync/push.js'
import { expectSound, git } from '../../git/fixture.js'
import { startProxy, useGitHost } from '../../git/remote/remote-host.js'
import type { HostedRepository, Proxy } from '../../git/remote/remote-host.js'

const SITE = 'site'

describe('createGitPushing', () => {
  const host = useGitHost()
  let root = ''
  let shared: GitShared
  let repositories: Repositories
  let pushing: GitPushing
  let hosted: HostedRepository
  let proxy: Proxy | undefined

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'galley-push-'))
    const folders = dataFolders(root)
    await mkdir(folders.site(SITE).root, { recursive: true })
    await initRepository(folders.site(SITE).repository)
    shared = createShared()
    repositories = createRepositories({ folders, shared, native: true })
    hosted = await host().repository()
    pushing = createGitPushing({
      repositories,
      outgoing: { rules: { allow: ['127.0.0.0/8'] }, timeout: 60_000 },
      author: SERVER_AUTHOR,
      now: () => 1_700_000_000_000,
    })
  })
  afterEach(async () => {
    await proxy?.close()
    proxy = undefined
    await expectSound((await repositories.get(SITE)).gitDir)
    await expectSound(hosted.dir)
    await repositories.close()
    await shared.close()
    await rm(root, { recursive: true, force: true })
  })

  async function deploy(
    files: Readonly<Record<string, string>>,
    change: Partial<GitAccount> & {
      signal?: AbortSignal
      said?: string[]
      previous?: Manifest | null
      domain?: string
    } = {},
  ) {
    const {
      signal = new AbortController().signal,
      said = [],
      previous = null,
      domain = 'www.example.org',
      ...account
    } = change
    const folder = await mkdtemp(join(root, 'release-'))
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const facts = Object.entries(files).map(
      ([path, text]) => [path, { sha256: path + text, size: text.length }] as const,
    )
    const { username, token } = host()
    const deployer = gitDeployer(
      { url: hosted.url, branch: 'gh-pages', username, token, format: 'compiled', ...account },
      {
        push: pushing.pushFor(SITE),
        retries: { attempts: 3, delay: 10 },
        domain,
      },
    )
    const release = {
      id: 'r1',
      fileOf: (name: string) => join(folder, name),
      files: new Map(facts),
    }
    const report = (text: string): void => void said.push(text)
    return deployer.deploy(release, { previous, report, signal })
  }
  const tip = () => git(hosted.dir, 'rev-parse', 'refs/heads/gh-pages')
  const tree = async () =>
    (await git(hosted.dir, 'ls-tree', '-r', '--name-only', 'gh-pages')).split('\n')
  async function codeOf(work: Promise<unknown>): Promise<string> {
    try {
      await work
      return ''
    } catch (error) {
      if (error instanceof DeployError) return `${error.code}: ${error.message}`
      throw error
    }
  }

  it('makes the branch, then puts each release on top of what is there', async () => {
    const first = await deploy({ 'index.html': 'one', 'about/index.html': 'about' })
    expect(await tip()).to.equal(first.commit)
    expect(await tree()).to.deep.equal(['.nojekyll', 'CNAME', 'about/index.html', 'index.html'])
    expect(await git(hosted.dir, 'show', 'gh-pages:CNAME')).to.equal('www.example.org')
    const second = await deploy({ 'index.html': 'two' })
    expect(await git(hosted.dir, 'rev-parse', 'gh-pages^')).to.equal(first.commit)
    expect(await tip()).to.equal(second.commit)
    expect(await tree()).to.deep.equal(['.nojekyll', 'CNAME', 'index.html'])
  })

  it('pushes nothing if nothing has changed', async () => {
    const first = await deploy({ 'index.html': 'one' })
    const second = await deploy({ 'index.html': 'one' })
    expect([second.commit, second.uploaded]).to.deep.equal([first.commit, 0])
  })

  it('writes and sends only what changed', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`p${at}/index.html`, `${at} `.repeat(400)]),
    )
    await deploy(many)
    const objects = () => git(hosted.dir, 'rev-list', '--objects', '--count', 'gh-pages')
    const before = Number(await objects())
    const said: string[] = []
    await deploy({ ...many, 'p7/index.html': 'changed' }, { said })
    // A commit, two folders and a file.
    expect(Number(await objects()) - before).to.equal(4)
    expect(said.filter((text) => text.startsWith('Sent')).join()).to.match(/^Sent \d+ bytes/)
  })

  it('keeps the history and the commits that others made', async () => {
    await deploy({ 'index.html': 'one' })
    const work = join(root, 'clone')
    await git('/', 'clone', '-q', '-b', 'gh-pages', hosted.dir, work)
    await writeFile(join(work, 'other.txt'), 'by hand')
    await git(work, 'add', '-A')
    await git(work, 'commit', '-qm', 'By hand')
    await git(work, 'push', '-q', 'origin', 'gh-pages')
    const theirs = await git(work, 'rev-parse', 'HEAD')
    await deploy({ 'index.html': 'two' })
    expect(await git(hosted.dir, 'rev-parse', 'gh-pages^')).to.equal(theirs)
    expect(await tree()).to.include('other.txt')
  })

  it('leaves a CNAME and other files that somebody else put there', async () => {
    const work = join(root, 'clone')
    await git('/', 'clone', '-q', hosted.dir, work)
    await git(work, 'checkout', '-q', '-b', 'gh-pages')
    const theirs = { CNAME: 'docs.example.net\n', 'README.md': 'Hands off', 'index.html': 'old' }
    for (const [name, text] of Object.entries(theirs)) await writeFile(join(work, name), text)
    await git(work, 'add', '-A')
    await git(work, 'commit', '-qm', 'By hand')
    await git(work, 'push', '-q', 'origin', 'gh-pages')
    const first = await deploy({ 'index.html': 'one', 'a.html': 'a' })
    expect(await tree()).to.deep.equal(['.nojekyll', 'CNAME', 'README.md', 'a.html', 'index.html'])
    expect(await git(hosted.dir, 'show', 'gh-pages:CNAME')).to.equal('docs.example.net')
    expect(first.notes).to.deep.equal([
      'Left 2 files that Galley did not upload',
      'Replaced "index.html", which Galley had not uploaded',
      'Left CNAME as it is: it names "docs.example.net", and the domain of the site is "www.example.org"',
    ])
    for (const previous of [first.manifest, null]) {
      const { notes } = await deploy({ 'index.html': 'two' }, { previous })
      expect(await tree()).to.deep.equal(['.nojekyll', 'CNAME', 'README.md', 'index.html'])
      expect(notes).to.have.length(2)
    }
  })

  it('changes and removes the CNAME that it put there, also without the record of it', async () => {
    for (const keepsRecord of [true, false]) {
      const record = (last: Deployment) => (keepsRecord ? last.manifest : null)
      const first = await deploy({ 'index.html': 'one' })
      const second = await deploy(
        { 'index.html': 'one' },
        { previous: record(first), domain: 'new.example.org' },
      )
      expect(await git(hosted.dir, 'show', 'gh-pages:CNAME')).to.equal('new.example.org')
      await deploy({ 'index.html': 'one' }, { previous: record(second), domain: '' })
      expect(await tree()).to.deep.equal(['.nojekyll', 'index.html'])
    }
  })

  it('leaves what somebody else has changed since, if the site no longer has it', async () => {
    const { manifest } = await deploy({ 'index.html': 'one', 'a.html': 'a', 'b.html': 'b' })
    const work = join(root, 'clone')
    await git('/', 'clone', '-q', '-b', 'gh-pages', hosted.dir, work)
    await writeFile(join(work, 'a.html'), 'by hand')
    await git(work, 'commit', '-qam', 'By hand')
    await git(work, 'push', '-q', 'origin', 'gh-pages')
    const { notes } = await deploy({ 'index.html': 'one' }, { previous: manifest })
    expect(await tree()).to.deep.equal(['.nojekyll', 'CNAME', 'a.html', 'index.html'])
    expect(notes).to.deep.equal(['Left "a.html", changed there by somebody else'])
  })

  it('refuses to put a folder where somebody else has a file, and the reverse', async () => {
    const work = join(root, 'clone')
    await git('/', 'clone', '-q', hosted.dir, work)
    await git(work, 'checkout', '-q', '-b', 'gh-pages')
    await writeFile(join(work, 'docs'), 'a file')
    await mkdir(join(work, 'notes'))
    await writeFile(join(work, 'notes', 'a.txt'), 'in a folder')
    await git(work, 'add', '-A')
    await git(work, 'commit', '-qm', 'By hand')
    await git(work, 'push', '-q', 'origin', 'gh-pages')
    expect(await codeOf(deploy({ 'docs/index.html': 'x' }))).to.match(
      /^bad_remote: .*"docs" is there, which Galley did not upload, .*rename or remove it there/,
    )
    expect(await codeOf(deploy({ notes: 'x' }))).to.match(/^bad_remote: .*"notes\/a.txt" is there/)
  })

  it('tries again when somebody else pushes at the same time', async () => {
    await deploy({ 'index.html': 'one' })
    const work = join(root, 'clone')
    await git('/', 'clone', '-q', '-b', 'gh-pages', hosted.dir, work)
    await git(work, 'commit', '-q', '--allow-empty', '-m', 'Faster')
    await git(work, 'push', '-q', 'origin', 'HEAD:refs/heads/faster')
    const faster = await git(work, 'rev-parse', 'HEAD')
    const move = 'git update-ref refs/heads/gh-pages refs/heads/faster'
    const script = `#!/bin/sh\nunset GIT_QUARANTINE_PATH\n[ -e moved ] || ${move}\ntouch moved\n`
    await writeFile(join(hosted.dir, 'hooks', 'pre-receive'), script, { mode: 0o755 })
    const { commit } = await deploy({ 'index.html': 'two' })
    expect(await tip()).to.equal(commit)
    expect(await git(hosted.dir, 'rev-parse', 'gh-pages^')).to.equal(faster)
  })

  it('recognizes that a push succeeded although its answer was lost', async () => {
    proxy = await startProxy(host().port)
    proxy.fault = 'lose-push-answer'
    const { commit } = await deploy({ 'index.html': 'one' }, { url: hosted.through(proxy.port) })
    expect(await tip()).to.equal(commit)
  })

  it('does not repeat a request with a wrong token', async () => {
    proxy = await startProxy(host().port)
    const url = hosted.through(proxy.port)
    const error = await codeOf(deploy({ a: 'a' }, { url, token: 'wrong-token-1' }))
    expect(error).to.match(/^login_refused: Could not push to http:.*token was refused/)
    expect(error).not.to.contain('wrong-token-1')
    expect(proxy.connections).to.equal(1)
  })

  it('reports that there is no repository, or that it may not push', async () => {
    const url = new URL('/nothing.git', hosted.url).href
    expect(await codeOf(deploy({ a: 'a' }, { url }))).to.match(/^not_found: /)
    await git(hosted.dir, 'config', 'http.receivepack', 'false')
    expect(await codeOf(deploy({ a: 'a' }))).to.match(/^forbidden: /)
  })

  it('tries again if the server is silent, then gives up', async () => {
    proxy = await startProxy(host().port)
    await proxy.close()
    const error = await codeOf(deploy({ a: 'a' }, { url: hosted.through(proxy.port) }))
    expect(error).to.match(/^unreachable: .*nothing answers at that port/)
    proxy = undefined
  })

  it('ends at once when it is cancelled while the server is frozen', async () => {
    proxy = await startProxy(host().port)
    proxy.fault = 'freeze'
    const cancel = new AbortController()
    const url = hosted.through(proxy.port)
    const ended = codeOf(deploy({ a: 'a' }, { url, signal: cancel.signal }))
    setTimeout(() => cancel.abort(), 50)
    expect(await ended).to.match(/^cancelled: /)
  })

  it('reads the commit of a branch', async () => {
    const { username, token } = host()
    const { signal } = new AbortController()
    const remote = { url: hosted.url, branch: 'gh-pages', username, token, signal }
    expect(await pushing.readTip(remote)).to.equal(null)
    const { commit } = await deploy({ 'index.html': 'one' })
    expect(await pushing.readTip(remote)).to.equal(commit)
  })
})
