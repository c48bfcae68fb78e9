import { expect } from 'chai'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseRepository, type WantedTheme } from '../../src/builder/theme/wanted.js'
import { createThemes, type Themes } from '../../src/themes/themes.js'
import { serveRepositories } from '../admin/public-git.js'
import { git } from '../stories/git-client.js'
import { startGemServer, type GemServer } from './gem-server.js'
import type { MadeGem, TarEntry } from './make-gem.js'

const FILES = {
  '_layouts/default.html': '<t>{{ content }}</t>',
  '_sass/calm/a.scss': 'a { b: c }',
  'assets/dot.png': new Uint8Array([0, 255]),
  'README.md': '# Calm',
  'lib/calm.rb': 'raise "run"',
}

describe('themes', () => {
  let folder: string
  let server: GemServer
  let now: number
  const signal = new AbortController().signal
  before(async () => (server = await startGemServer()))
  after(() => server.close())
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'galley-themes-'))
    now = 1
    server.asked.length = 0
    server.answer = null
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const themesAt = (gitHost = 'http://127.0.0.1:9', allow = ['127.0.0.1']): Themes =>
    createThemes({
      folder: join(folder, 'themes'),
      outgoing: { rules: { allow }, timeout: 10_000 },
      gemServer: server.url,
      gitHost,
      now: () => now,
    })

  const gem = (
    name: string,
    locked: string | null = null,
    requirements: string[] = [],
  ): WantedTheme => ({
    kind: 'gem',
    name,
    locked,
    requirements,
  })

  const ensure = (themes: Themes, wanted: WantedTheme, more = {}) =>
    themes.ensure(wanted, { chosen: null, jekyll: '4.4.1', signal, ...more })

  const filesOf = (id: string) => {
    const below = join(folder, 'themes', id, 'files')
    return readdirSync(below, { recursive: true, encoding: 'utf8' }).sort()
  }

  /** The clause with which a gem of this kind is refused, of which nothing stays. */
  const refusal = async (made: Partial<MadeGem>, listed = {}) => {
    server.add({ name: 'bad', version: '1.0', ...made }, listed)
    const { installed, problem } = await ensure(themesAt(), gem('bad'))
    expect(installed).to.equal(null)
    expect(readdirSync(join(folder, 'themes'))).to.deep.equal([])
    return problem
  }

  it('come from a gem server, the newest that fits, and only the files of a theme', async () => {
    server.add({ name: 'calm', version: '1.0.0', files: FILES })
    const needs = { jekyll: '< 5.0', 'jekyll-seo-tag': '~> 2.0' }
    server.add({ name: 'calm', version: '1.1.0', files: FILES, needs })
    server.add({ name: 'calm', version: '2.0.0', files: FILES, needs: { jekyll: '>= 5' } })
    server.add({ name: 'calm', version: '3.0.0.beta', files: FILES })
    const themes = themesAt()
    const { installed, problem } = await ensure(themes, gem('calm'))
    expect(problem).to.equal(null)
    expect(installed).to.deep.include({
      name: 'calm',
      version: '1.1.0',
      authors: 'Ada, Grace',
      description: 'A calm theme.',
      files: 3,
      dependencies: [
        { name: 'jekyll', requirements: ['< 5.0'] },
        { name: 'jekyll-seo-tag', requirements: ['~> 2.0'] },
      ],
    })
    expect(filesOf(installed?.id ?? '')).to.include.members(['_sass/calm/a.scss', 'assets/dot.png'])
    expect(filesOf(installed?.id ?? '')).not.to.include('lib')
    expect(server.asked).to.deep.equal(['/info/calm', '/gems/calm-1.1.0.gem'])
    // From now on it is here.
    expect((await ensure(themes, gem('calm'))).installed?.version).to.equal('1.1.0')
    expect(server.asked).to.have.length(2)
    expect((await ensure(themes, gem('calm', '1.0.0'))).installed?.version).to.equal('1.0.0')
    expect((await themes.list()).map(({ version }) => version).sort()).to.deep.equal([
      '1.0.0',
      '1.1.0',
    ])
    await themes.remove(installed?.id ?? '')
    expect((await themes.list()).map(({ version }) => version)).to.deep.equal(['1.0.0'])
  })

  it('are fetched once, however many ask', async () => {
    server.add({ name: 'once', version: '1.0', files: FILES })
    const themes = themesAt()
    await Promise.all([1, 2, 3, 4].map(() => ensure(themes, gem('once'))))
    expect(server.asked).to.deep.equal(['/info/once', '/gems/once-1.0.gem'])
  })

  it('that cannot be had are asked for again after a while, or on purpose', async () => {
    const themes = themesAt()
    const first = await ensure(themes, gem('none'))
    expect(first).to.deep.equal({ installed: null, problem: `${server.url} knows no gem none` })
    expect(await ensure(themes, gem('none'))).to.deep.equal(first)
    expect(server.asked).to.have.length(1)
    await ensure(themes, gem('none'), { isAsked: true })
    expect(server.asked).to.have.length(2)
    now += 5 * 60_000 + 1
    await ensure(themes, gem('none'))
    expect(server.asked).to.have.length(3)
  })

  it('that are here are used when the server is not', async () => {
    server.add({ name: 'kept', version: '1.0', files: FILES })
    expect((await ensure(themesAt(), gem('kept'))).problem).to.equal(null)
    server.answer = (_request, response) => {
      response.writeHead(500).end()
      return true
    }
    const { installed, problem } = await ensure(themesAt(), gem('kept', '2.0'))
    expect(installed?.version).to.equal('1.0')
    expect(problem).to.match(/answered 500$/)
  })

  it('come only from addresses that may be connected to, also behind a redirect', async () => {
    const refused = await ensure(themesAt('http://127.0.0.1:9', []), gem('calm'))
    expect(refused.problem).to.match(/not one that this server may connect to/)
    server.answer = ({ url = '' }, response) => {
      if (!url.startsWith('/info/moved')) return false
      response.writeHead(302, { location: 'http://127.0.0.2:1/info/moved' }).end()
      return true
    }
    const moved = await ensure(themesAt(), gem('moved'))
    expect(moved.problem).to.match(/127\.0\.0\.2 is not one that this server may connect to/)
  })

  const hostile: readonly (readonly [what: string, entries: TarEntry[], clause: RegExp])[] = [
    [
      'a link',
      [{ name: 'assets/a', type: '2', link: '/etc/passwd' }],
      /^it has the link assets\/a$/,
    ],
    ['a hard link', [{ name: '_sass/a', type: '1', link: '../x' }], /^it has the link _sass\/a$/],
    ['a device', [{ name: 'assets/a', type: '3' }], /^it has the device assets\/a$/],
    ['a pipe', [{ name: 'assets/a', type: '6' }], /^it has the pipe assets\/a$/],
    ['a name that leads out', [{ name: 'assets/../../a' }], /^it has a file with the name "assets/],
    ['a whole path', [{ name: '/etc/a' }], /^it has a file with the name "\/etc\/a"$/],
    [
      'a long name that leads out',
      [{ name: 'x', type: 'L', data: '../a' }, { name: 'a' }],
      /^it has a file with the name "\.\.\/a"$/,
    ],
    [
      'a name in another way that leads out',
      [{ name: 'x', type: 'x', data: '15 path=../../a\n' }, { name: 'a' }],
      /^it has a file with the name "\.\.\/\.\.\/a"$/,
    ],
    [
      'two files of one name',
      [{ name: 'assets/a' }, { name: 'assets/a' }],
      /^it has several files of one name$/,
    ],
    [
      'a file as a folder',
      [{ name: 'assets/a' }, { name: 'assets/a/b' }],
      /^it has several files of one name$/,
    ],
    [
      'more than it may unpack to',
      [{ name: 'a', size: 2 ** 30 }],
      /^it unpacks to more than 268435456 bytes$/,
    ],
    ['less than it says', [{ name: 'a', size: 4096 }], /^its archive breaks off$/],
  ]
  for (const [what, entries, clause] of hostile)
    it(`with ${what} are refused, and leave nothing`, async () => {
      expect(await refusal({ entries })).to.match(clause)
    })

  it('with very many files are refused', async () => {
    const entries = (function* () {
      for (let i = 0; i < 20_001; i++) yield { name: `spec/${i}` }
    })()
    expect(await refusal({ entries })).to.equal('it has more than 20000 files')
  })

  it('with another checksum than they or the server say are refused', async () => {
    expect(await refusal({ files: FILES, sum: '0'.repeat(64) })).to.equal(
      'the checksum of its data.tar.gz is wrong',
    )
    expect(await refusal({ files: FILES }, { checksum: '0'.repeat(64) })).to.match(
      /bad-1\.0\.gem is not what .* says: its checksum is another$/,
    )
  })

  it('that are no gems, or have nothing of a theme, are refused', async () => {
    expect(await refusal({ files: { 'lib/a.rb': '' } })).to.match(/has no files of a theme$/)
    server.answer = ({ url = '' }, response) => {
      if (!url.startsWith('/gems/')) return false
      response.end('x'.repeat(2048))
      return true
    }
    expect(await refusal({}, { checksum: 'none' })).to.equal('its archive is damaged')
  })

  describe('of repositories', () => {
    let root: string
    let host: Awaited<ReturnType<typeof serveRepositories>>
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'galley-host-'))
      host = await serveRepositories(root)
    })
    after(async () => {
      await host.close()
      rmSync(root, { recursive: true, force: true })
    })

    const commit = async (files: Readonly<Record<string, string>>, ...more: string[][]) => {
      const work = join(root, 'work')
      mkdirSync(work, { recursive: true })
      await git(work, 'init', '-q')
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(work, path)), { recursive: true })
        writeFileSync(join(work, path), text)
      }
      await git(work, 'add', '-A')
      await git(work, 'commit', '-q', '--allow-empty', '-m', 'one')
      for (const args of more) await git(work, ...args)
      rmSync(join(root, 'ada', 'calm.git'), { recursive: true, force: true })
      await git(root, 'clone', '-q', '--bare', work, join(root, 'ada', 'calm.git'))
      return (await git(work, 'rev-parse', 'HEAD')).trim()
    }

    const wanted = (name: string) => {
      const parsed = parseRepository(name)
      if (parsed === null) throw new Error(`${name} is no repository`)
      return parsed
    }

    it('come from the git host, at a branch, a tag or a commit, and stay until an update', async () => {
      mkdirSync(join(root, 'work', 'assets'), { recursive: true })
      symlinkSync('/etc/passwd', join(root, 'work', 'assets', 'link'))
      const one = await commit(
        {
          '_layouts/default.html': 'one',
          'docs/a.md': 'no part of the theme',
          'calm.gemspec': 'spec.version = "1.2"\nspec.add_dependency "jekyll-feed"',
        },
        ['tag', '-a', 'v1', '-m', 'v1'],
      )
      const themes = themesAt(host.url)
      const first = await ensure(themes, wanted('ada/calm'))
      expect(first.problem).to.equal(null)
      expect(first.installed).to.deep.include({
        name: 'calm',
        version: '1.2',
        digest: one,
        dependencies: [{ name: 'jekyll-feed', requirements: [] }],
      })
      expect(filesOf(first.installed?.id ?? '')).to.deep.equal([
        '_layouts',
        '_layouts/default.html',
        'calm.gemspec',
      ])
      const two = await commit({ '_layouts/default.html': 'two' })
      expect((await ensure(themes, wanted('ada/calm'))).installed?.digest).to.equal(one)
      expect(await themes.newest(wanted('ada/calm'), { jekyll: '4.4.1', signal })).to.equal(two)
      const tagged = (await ensure(themes, wanted('ada/calm@v1'))).installed
      expect(tagged?.digest).to.equal(one)
      const updated = await themes.update(wanted('ada/calm'), { jekyll: '4.4.1', signal })
      expect(updated.digest).to.equal(two)
      const text = readFileSync(join(folder, 'themes', updated.id, 'files/_layouts/default.html'))
      expect(text.toString()).to.equal('two')
      const chosen = first.installed?.id ?? null
      expect((await ensure(themes, wanted('ada/calm'), { chosen })).installed?.digest).to.equal(one)
      const whole = await ensure(themes, wanted(`${host.url}/ada/calm.git@v1`))
      expect(whole.problem).to.equal(null)
    })

    it('say what is not there', async () => {
      const themes = themesAt(host.url)
      const none = await ensure(themes, wanted('ada/none'))
      expect(none.problem).to.match(/ada\/none\.git: there is no such repository$/)
      const ref = await ensure(themes, wanted('ada/calm@never'))
      expect(ref.problem).to.match(/has no branch or tag never$/)
    })
  })
})
