/** Developers with real git: clone, commit, push, pull, rebase; what is refused, and why. */

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { startApi, useApi, type Site } from '../api/server.js'
import { commitFiles, failure, git, useDesk } from './git-client.js'

const POST = '---\ntitle: One\n---\nHello.\n'

describe('git clients', () => {
  const api = useApi()
  const desk = useDesk(api)
  let site: Site

  beforeEach(async () => {
    site = await api.site()
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'About', path: 'about.md', body: 'We.' })
  })

  const documents = async () =>
    (await api.get(`/v2/sites/${site.id}/collections/posts/documents`)).list
  const logOf = async (...args: string[]) => (await api.git(site.id, 'log', ...args)).trim()

  for (const version of ['0', '1', '2']) {
    it(`clones, pushes and pulls by version ${version} of the protocol`, async () => {
      const work = await desk.clone(site.id, '-c', `protocol.version=${version}`)
      expect(await readFile(`${work}/about.md`, 'utf8')).to.include('We.')
      await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
      await git(work, 'push', '-q')
      await api.post(`/v2/sites/${site.id}/pages`, { title: 'New', path: 'new.md', body: 'N' })
      await git(work, 'pull', '-q')
      expect(await readFile(`${work}/new.md`, 'utf8')).to.include('N')
    })
  }

  it('clones and pushes by the URL without .git', async () => {
    const short = desk.remote(site.id).replace(/\.git$/, '')
    const work = desk.at('short')
    await git(desk.at('.'), 'clone', '-q', short, work)
    expect(await readFile(`${work}/about.md`, 'utf8')).to.include('We.')
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q')
    expect((await documents()).map(({ title }) => title)).to.deep.equal(['One'])
  })

  it('says which branch is live to who pushes to another', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    const push = async (...args: string[]) =>
      (await promisify(execFile)('git', ['push', ...args], { cwd: work })).stderr
    expect(await push('origin', 'HEAD:draft')).to.match(
      /remote: draft is kept, but the site is made from main: .*git push origin draft:main/,
    )
    expect(await documents()).to.deep.equal([])
    expect(await push('origin', 'HEAD:main', 'HEAD:other')).to.not.include('is made from')
  })

  it('warns who pushes names that are equal but for case, and takes them', async () => {
    const work = await desk.clone(site.id)
    const push = async () =>
      (await promisify(execFile)('git', ['push', 'origin', 'HEAD:main'], { cwd: work })).stderr
    await commitFiles(work, { 'Guide/one.txt': '1', 'read.txt': 'lower' })
    expect(await push()).to.not.include('only in case')
    await commitFiles(work, { 'READ.txt': 'upper', 'guide/two.txt': '2' })
    const said = await push()
    expect(said).to.match(/remote: warning: READ.txt differs from read.txt only in case/)
    expect(said).to.match(/remote: warning: guide differs from Guide only in case/)
    const listed = (await api.get(`/v2/sites/${site.id}/source?recursive=true`)).list
    expect(listed.map(({ name }) => name)).to.include.members(['READ.txt', 'read.txt'])
  })

  it('shows pushed content in the API and in the working tree when push returns', async () => {
    const work = await desk.clone(site.id)
    for (let round = 0; round < 5; round += 1) {
      const text = POST.replace('One', `Round ${round}`)
      await commitFiles(work, { '_posts/2024-01-01-one.md': text })
      await git(work, 'push', '-q')
      expect((await documents()).map(({ title }) => title)).to.deep.equal([`Round ${round}`])
      const onDisk = await readFile(desk.tree(site.id, '_posts/2024-01-01-one.md'), 'utf8')
      expect(onDisk).to.equal(text)
    }
  })

  it('keeps authors of pushed commits; a user is known by the e-mail address', async () => {
    const ann = await api.member(site.id, 'admin', 'ann')
    const work = await desk.clone(site.id)
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'commit', '-q', '--amend', '--no-edit', `--author=Ann <${ann.email}>`)
    await git(work, 'push', '-q')
    expect((await documents())[0]).to.include({ user_id: ann.id })
    expect(await logOf('-1', '--format=%an %ae', 'main')).to.equal(`Ann ${ann.email}`)
  })

  it('records changes by the API in the history, with author, committer and request', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q')
    const id = String((await documents())[0]?.['id'])
    const answer = await api.put(`/v2/documents/${id}`, { title: 'Two', tags: ['a'] })
    const message = await logOf('-1', '--format=%cn <%ce>%n%B', 'main')
    expect(message).to.match(/^Root <root@example.org>\n/)
    expect(message).to.include('Update _posts/2024-01-01-one.md: title, tags')
    expect(message).to.include(`Galley-Request-Id: ${String(answer.headers['x-request-id'])}`)
  })

  it('keeps the id of a document that a push renames', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q')
    const id = (await documents())[0]?.['id']
    await git(work, 'mv', '_posts/2024-01-01-one.md', '_posts/2024-01-02-uno.md')
    await git(work, 'commit', '-q', '-m', 'Rename')
    await git(work, 'push', '-q')
    expect((await documents())[0]).to.include({ id, path: '2024-01-02-uno.md' })
  })

  it('restores through the API what a push has changed', async () => {
    const work = await desk.clone(site.id)
    const first = await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q')
    const id = String((await documents())[0]?.['id'])
    await commitFiles(work, { '_posts/2024-01-01-one.md': null })
    await git(work, 'push', '-q')
    expect(await documents()).to.deep.equal([])
    await api.post(`/v2/documents/${id}/restore`, { commit: first })
    expect((await documents())[0]).to.include({ id, title: 'One' })
    await git(work, 'pull', '-q')
    expect(await readFile(`${work}/_posts/2024-01-01-one.md`, 'utf8')).to.equal(POST)
  })

  it('refuses a push that lacks a commit of the API; a rebase helps', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { 'b.md': POST })
    await api.post(`/v2/sites/${site.id}/pages`, { title: 'New', path: 'new.md' })
    expect(await failure(work, 'push')).to.match(/rejected|fetch first/)
    await git(work, 'pull', '-q', '--rebase')
    await git(work, 'push', '-q')
    expect(await api.head(site.id)).to.equal(await git(work, 'rev-parse', 'HEAD'))
  })

  it('refuses force and deletion on main and says why; other branches are free', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { 'b.md': POST })
    await git(work, 'push', '-q', 'origin', 'main', 'main:draft')
    const head = await api.head(site.id)
    await git(work, 'commit', '-q', '--amend', '-m', 'Other')
    expect(await failure(work, 'push', '--force')).to.match(/remote: .*your push lacks/)
    expect(await failure(work, 'push', 'origin', ':main')).to.match(
      /remote: refs.heads.main: This branch cannot be removed/,
    )
    expect(await api.head(site.id)).to.equal(head)
    await git(work, 'push', '-q', '--force', 'origin', 'main:draft')
    await git(work, 'push', '-q', 'origin', ':draft', 'main:refs/tags/v1')
    expect(await failure(work, 'push', 'origin', 'HEAD:refs/replace/x')).to.match(
      /Only branches, tags and notes can be pushed/,
    )
    expect(await api.git(site.id, 'for-each-ref', '--format=%(refname)')).to.equal(
      'refs/heads/main\nrefs/tags/v1\n',
    )
  })

  it('keeps other branches without touching the site', async () => {
    const work = await desk.clone(site.id)
    const head = await api.head(site.id)
    await git(work, 'switch', '-q', '-c', 'draft')
    await commitFiles(work, { '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q', 'origin', 'draft')
    expect(await documents()).to.deep.equal([])
    expect(await api.head(site.id)).to.equal(head)
    expect(await readdir(desk.tree(site.id))).to.not.include('_posts')
  })

  it('serves shallow, single-branch and partial clones', async () => {
    const work = await desk.clone(site.id)
    for (const text of ['1', '2', '3']) await commitFiles(work, { 'a.txt': text })
    await git(work, 'push', '-q')
    const shallow = await desk.clone(site.id, '--depth', '1')
    expect(await git(shallow, 'rev-list', '--count', 'HEAD')).to.equal('1')
    await commitFiles(shallow, { 'a.txt': '4' })
    await git(shallow, 'push', '-q')
    await git(shallow, 'fetch', '-q', '--unshallow')
    const partial = await desk.clone(site.id, '--filter=blob:none', '--single-branch')
    expect(await git(partial, 'show', 'HEAD~1:a.txt')).to.equal('3')
  })

  it('accepts and returns a file of 30 MB', async () => {
    const work = await desk.clone(site.id)
    const data = randomBytes(30 * 1024 * 1024)
    await commitFiles(work, { 'video.bin': data })
    await git(work, 'push', '-q')
    const other = await desk.clone(site.id)
    expect((await readFile(`${other}/video.bin`)).equals(data)).to.equal(true)
    expect((await readFile(desk.tree(site.id, 'video.bin'))).equals(data)).to.equal(true)
  })

  it('accepts an invalid _config.yml, and still works', async () => {
    const work = await desk.clone(site.id)
    await commitFiles(work, { '_config.yml': 'title: [\n', '_posts/2024-01-01-one.md': POST })
    await git(work, 'push', '-q')
    expect((await api.get(`/v2/sites/${site.id}`)).status).to.equal(200)
    expect((await documents()).length).to.equal(1)
    await commitFiles(work, { '_config.yml': 'title: Mended\n' })
    await git(work, 'push', '-q')
    expect((await api.get(`/v2/sites/${site.id}`)).json['title']).to.equal('Mended')
  })

  it('allows only admins, and reveals nothing to others', async () => {
    for (const [kind, status] of [
      ['publisher', 403],
      ['writer', 403],
    ] as const) {
      const as = await api.member(site.id, kind)
      const said = await failure(desk.at('.'), 'clone', desk.remote(site.id, as), `no-${kind}`)
      expect(said).to.include(String(status))
      expect(said).to.include('remote: Your role does not allow this.')
    }
    const stranger = await api.person('stranger')
    const from = desk.remote(site.id, stranger)
    expect(await failure(desk.at('.'), 'clone', from, 'no')).to.match(/not found/)
    const url = `/v2/sites/${site.id}/repository.git/info/refs?service=git-upload-pack`
    const answer = await api.send({ method: 'GET', path: url, as: undefined })
    expect(answer.status).to.equal(401)
  })

  it('refuses the dumb protocol and other bodies', async () => {
    const base = `/v2/sites/${site.id}/repository.git`
    expect((await api.get(`${base}/info/refs`)).status).to.equal(403)
    expect((await api.get(`${base}/info/refs?service=git-evil`)).status).to.equal(403)
    for (const name of ['HEAD', 'objects/info/packs', 'config']) {
      expect((await api.get(`${base}/${name}`)).status, name).to.equal(404)
    }
    expect((await api.post(`${base}/git-receive-pack`, {})).status).to.equal(415)
  })

  it('refuses a push over the limit with a message on the terminal, and keeps nothing of it', async function () {
    const small = await startApi({ settings: { pushBytes: '2097152' } })
    try {
      const { id } = await small.site()
      const { host } = new URL(small.server.url)
      const remote = `http://${small.root.name}:${small.root.secret}@${host}/v2/sites/${id}/repository.git`
      await git(desk.at('.'), 'clone', '-q', remote, 'large')
      const work = desk.at('large')
      await commitFiles(work, { 'large.bin': randomBytes(12_000_000) })
      expect(await failure(work, 'push')).to.match(/remote: .*exceeds maximum allowed size/)
      expect(await small.git(id, 'count-objects')).to.match(/^[0-9] objects/)
      await git(work, 'reset', '-q', '--hard', 'origin/main')
      await commitFiles(work, { 'small.bin': Buffer.alloc(3_000_000) })
      expect(await failure(work, 'push')).to.include(
        'remote: small.bin: The file is larger than 2 MB.',
      )
    } finally {
      await small.finish()
    }
  })

  it('works without git, except for clone and push, and says so', async () => {
    const bare = await startApi({ native: false })
    try {
      const { id } = await bare.site()
      const url = `/v2/sites/${id}/repository.git/info/refs?service=git-upload-pack`
      const answer = await bare.get(url)
      expect(answer.status).to.equal(501)
      expect(answer.json).to.include({ error: 'not_implemented' })
      expect(answer.json['message']).to.include('no git')
      const made = await bare.post(`/v2/sites/${id}/pages`, { title: 'Works' })
      expect(made.status).to.equal(201)
    } finally {
      await bare.finish()
    }
  })
})
