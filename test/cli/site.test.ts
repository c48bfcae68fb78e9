import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withAccounts } from '../../src/cli/accounts.js'
import { startGalley, type GalleyProcess } from '../stories/galley-process.js'
import { galley } from './galley.js'

describe('galley site and galley publish', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-site-'))
  const data = path.join(folder, 'data')
  const run = (...args: string[]) => galley([...args, '--data', data])
  after(() => rmSync(folder, { recursive: true, force: true }))

  function source(name: string, files: Readonly<Record<string, string>>): string {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name, file)), { recursive: true })
      writeFileSync(path.join(folder, name, file), text)
    }
    return path.join(folder, name)
  }

  /** The whole life of a site; the same whether a server runs or not. */
  async function tellStory(domain: string): Promise<void> {
    const created = await run('site', 'create', '--title', 'Mine', '--domain', domain)
    expect(created.err).to.equal('')
    const id = created.out.trim()
    expect(id).to.match(/^[0-9a-f]{24}$/)

    const published = await run('publish', domain)
    expect(published.code).to.equal(0)
    expect(published.err).to.include('Reading the source\n')
    expect(published.out).to.match(/^Published \d+ files to http/)
    const list = await run('site', 'list')
    expect(list.out).to.match(new RegExp(`^${id} +${domain} +http\\S+ +Mine$`, 'm'))

    const zip = path.join(folder, `${domain}.zip`)
    const exported = await run('site', 'export', id, zip)
    expect(exported.out).to.match(new RegExp(`^Wrote \\d+ files of ${domain} to`))
    const copy = await run('site', 'import', zip, '--domain', `copy.${domain}`, '--json')
    expect(JSON.parse(copy.out)).to.deep.include({ status: 'complete' })
    const sites: { domain: string; title: string }[] = JSON.parse(
      (await run('site', 'list', '--json')).out,
    )
    expect(sites.find((site) => site.domain === `copy.${domain}`)?.title).to.equal('Mine')

    const test = await run('site', 'test-hosting', id)
    expect(test.out).to.equal('The built-in host alone serves this site.\n')
    const deleted = await run('site', 'delete', domain)
    expect(deleted.out).to.include(`galley site restore ${id}`)
    expect((await run('site', 'list', '--trash')).out).to.match(
      new RegExp(`^${id} +${domain} `, 'm'),
    )
    expect((await run('publish', domain)).err).to.include(`There is no site "${domain}"`)
  }

  it('explains how to create an administrator if there is none', async () => {
    const empty = path.join(folder, 'empty')
    const { code, err } = await galley(['site', 'list', '--data', empty])
    expect(code).to.equal(1)
    expect(err).to.include('is not a data folder of Galley')
    expect(existsSync(empty)).to.equal(false)
  })

  it('works while no server runs', async () => {
    await run('user', 'add', '--email', 'ada@example.org', '--admin')
    await tellStory('alone.test')
  })

  it('restores a deleted site with its content and history', async () => {
    const { out, err } = await run('site', 'restore', 'alone.test')
    expect({ err, restored: out.startsWith('Restored alone.test') }).to.deep.equal({
      err: '',
      restored: true,
    })
    const sites: { id: string; domain: string; title: string }[] = JSON.parse(
      (await run('site', 'list', '--json')).out,
    )
    const site = sites.find(({ domain }) => domain === 'alone.test')
    expect(site?.title).to.equal('Mine')
    const gitDir = path.join(data, 'sites', site?.id ?? '', 'repository.git')
    execFileSync('git', ['--git-dir', gitDir, 'fsck', '--strict', '--full'], { stdio: 'pipe' })
    expect((await run('publish', 'alone.test')).code).to.equal(0)
    expect((await run('site', 'restore', 'alone.test')).err).to.include('is not in the trash')
  })

  it('imports a folder without its history and build output', async () => {
    const files = { '_config.yml': 'title: Old\n', 'index.md': '---\n---\nHi', '_site/x': 'x' }
    const old = source('old', { ...files, '.git/config': 'x' })
    const { out, err, code } = await run('site', 'import', old, '--domain', 'old.test')
    expect(code, err).to.equal(0)
    const tree = execFileSync(
      'git',
      [
        '--git-dir',
        `${data}/sites/${out.trim()}/repository.git`,
        'ls-tree',
        '-r',
        '--name-only',
        'main',
      ],
      { encoding: 'utf8' },
    )
    expect(tree).to.equal('_config.yml\nindex.md\n')
  })

  it('imports a working tree whose .git is a file, as git worktree and submodules make it', async () => {
    const tree = source('tree', { '.git': 'gitdir: /elsewhere', 'index.html': 'Hi' })
    const { err, code } = await run('site', 'import', tree, '--domain', 'tree.test')
    expect(code, err).to.equal(0)
  })

  it('makes no site of a folder without files', async () => {
    const before = (await run('site', 'list')).out
    const bare = source('bare', { '.git/config': 'x' })
    const { code, out, err } = await run('site', 'import', bare, '--domain', 'bare.test')
    const said = `galley: There are no files to import in ${bare}.\n`
    expect({ code, out, err }).to.deep.equal({ code: 1, out: '', err: said })
    expect((await run('site', 'list')).out).to.equal(before)
  })

  it('ends with an error if the job does', async () => {
    const wrong = source('wrong', { '_config.yml': 'title: W\n', 'index.md': '---\n---\n{% if %}' })
    await run('site', 'import', wrong, '--domain', 'wrong.test')
    const { code, out, err } = await run('publish', 'wrong.test')
    expect({ code, out }).to.deep.equal({ code: 1, out: '' })
    expect(err).to.match(/^galley: .*index\.md/m)
    const json = await run('publish', 'wrong.test', '--json')
    expect(json.code).to.equal(1)
    expect(JSON.parse(json.out)).to.deep.include({ status: 'error' })
    const text = path.join(folder, 'text.zip')
    writeFileSync(text, 'no ZIP')
    expect((await run('site', 'import', text)).err).to.include('is not a ZIP archive')
  })

  it('leaves waiting jobs to the next server, except its own', async () => {
    await run('site', 'create', '--title', 'Waits', '--domain', 'waits.test')
    const job = {
      id: 'f'.repeat(24),
      kind: 'publish',
      state: 'queued',
      message: 'Waiting',
    } as const
    const times = { createdAt: 1, startedAt: null, finishedAt: null, updatedAt: 1 }
    const stateNow = () => withAccounts({ data }, ({ records }) => records.jobs.find(job.id)?.state)
    await withAccounts({ data }, ({ records }) => {
      const siteId = records.sites.findByDomain('waits.test')?.id ?? ''
      records.jobs.create({ ...job, ...times, siteId, userId: null, input: {} })
    })
    await run('site', 'list')
    expect(await stateNow()).to.equal('queued')
    const published = await run('publish', 'waits.test', '--json')
    expect(JSON.parse(published.out)).to.include({ job_id: job.id, status: 'complete' })
    expect(await stateNow()).to.equal('complete')
  })

  it('shows the messages of the API for invalid input', async () => {
    const create = (...args: string[]) => run('site', 'create', '--title', 'T', ...args)
    expect((await create('--domain', 'old.test')).err).to.include('exists already')
    expect((await create('--domain', 'no host')).err).to.match(/^galley: .*domain/)
    expect((await create('--domain', 'a.test', '--as', 'who')).err).to.include('no user "who"')
  })

  it('puts a site of a backup in the place of the present one', async () => {
    await run('site', 'create', '--title', 'Back', '--domain', 'back.test')
    const [file, keep] = [path.join(folder, 'back.zip'), path.join(folder, 'kept.zip')]
    const words = ['restore', file, '--site', 'back.test', '--keep', keep]
    await run('backup', file, '--site', 'back.test')
    const { code, out, err } = await run(...words)
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out).to.match(/^Restored back\.test/)
    expect((await run('publish', 'back.test')).code).to.equal(0)
  })

  it('finds a site by its domain in other letters than ASCII, in each command', async () => {
    const created = await run('site', 'create', '--title', 'Books', '--domain', 'bücher.test')
    const id = created.out.trim()
    const [name, ascii] = ['Bücher.test', 'xn--bcher-kva.test']
    const file = (of: string) => path.join(folder, `books-${of}.zip`)
    const done = [
      await run('publish', name),
      await run('reindex', name),
      await run('site', 'test-hosting', name),
      await run('site', 'export', name, file('export')),
      await run('backup', file('backup'), '--site', name),
      await run('site', 'delete', name),
      await run('restore', file('backup'), '--site', name),
      await run('site', 'delete', name),
      await run('site', 'restore', name),
    ]
    for (const { code, err } of done) expect(code, err).to.equal(0)
    expect(done.at(-1)?.out).to.include(`Restored ${ascii} (${id})`)
  })

  describe('while a server runs', () => {
    let server: GalleyProcess
    before(async () => {
      server = await startGalley(data)
    })
    after(async () => {
      await server.kill('SIGTERM')
      expect(existsSync(path.join(data, 'server.json')), 'the note is gone').to.equal(false)
    })

    it('uses its API', async () => {
      expect(statSync(path.join(data, 'server.json')).mode & 0o777).to.equal(0o600)
      await tellStory('together.test')
    })

    it('refuses commands that need the data folder, and names the server', async () => {
      const { code, err } = await run('site', 'restore', 'together.test')
      expect(code).to.equal(1)
      expect(err).to.match(/^galley: A server is using .* \(http:\S+, process \d+\): stop it first/)
    })
  })
})
