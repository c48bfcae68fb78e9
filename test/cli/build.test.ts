import { expect } from 'chai'
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatDiagnostic } from '../../src/cli/build.js'
import { galley, spawnGalley } from './galley.js'

const HEAD = '---\n---\n{{ site.title }} {{ site.who }}'

describe('galley build', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-build-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  function site(name: string, files: Readonly<Record<string, string>>): string {
    const root = path.join(folder, name)
    // With none of the settings of GitHub Pages.
    const all = { Gemfile: 'gem "jekyll", "~> 4.3.0"\n', ...files }
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    return root
  }

  it('builds the current folder into _site', async () => {
    const root = site('plain', { 'index.md': '---\ntitle: Hi\n---\n# {{ page.title }}\n' })
    const { code, out, err } = await spawnGalley(['build'], { cwd: root })
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out).to.match(
      /^Built 0 documents, 1 page, 0 static files in [\d.]+ s\.\nRendered 1, wrote 1 file/,
    )
    expect(readFileSync(path.join(root, '_site/index.html'), 'utf8')).to.include('<h1 id="hi">Hi')
  })

  it('accepts short flags and other spellings', async () => {
    const root = site('flags', {
      '_config.yml': 'title: A\n',
      'b.yml': 'title: B\n',
      'index.html': '---\n---\n{{ site.title }} {{ site.baseurl }} {{ site.posts.size }}',
      '_posts/2020-01-01-a.md': '---\n---\na',
      '_posts/2020-01-02-b.md': '---\n---\nb',
      '_drafts/c.md': '---\n---\nc',
    })
    const config = `${root}/_config.yml,${root}/b.yml`
    const run = async (...flags: string[]) => {
      const args = ['-s', root, '-d', `${root}/out`, '--config', config, '-b', '/x', '-q', ...flags]
      expect(await galley(['build', ...args])).to.deep.equal({ code: 0, out: '', err: '' })
      return readFileSync(path.join(root, 'out/index.html'), 'utf8')
    }
    expect(await run('-D')).to.equal('B /x 3')
    expect(await run('--limit_posts', '1', '-I', '--strict_front_matter')).to.equal('B /x 1')
  })

  it('lets no untrusted site choose which folder is read or emptied', async () => {
    const kept = path.join(site('victim', { 'kept.txt': 'x' }), 'kept.txt')
    const index = { 'index.html': 'hello' }
    for (const key of ['destination', 'source']) {
      const root = site(`moved-${key}`, { ...index, '_config.yml': `${key}: ../victim\n` })
      const { code, err } = await spawnGalley(['build', '--safe', '-q'], { cwd: root })
      expect({ key, code, err }).to.deep.equal({ key, code: 0, err: '' })
      expect(readFileSync(path.join(root, '_site/index.html'), 'utf8')).to.equal('hello')
    }
    const linked = site('linked', index)
    symlinkSync('../victim', path.join(linked, '_site'))
    mkdirSync(path.join(linked, 'deeper'))
    symlinkSync('../..', path.join(linked, 'deeper/up'))
    for (const where of ['_site', 'deeper/up/victim']) {
      const args = ['build', '--safe', '-q', '-s', linked, '-d', path.join(linked, where)]
      const { code, err } = await galley(args)
      expect({ where, code }).to.deep.equal({ where, code: 1 })
      expect(err).to.include('is a symbolic link of the site')
    }
    expect(readFileSync(kept, 'utf8')).to.equal('x')
    // Who names the folder may have a link of one's own there.
    const own = path.join(folder, 'own')
    symlinkSync(path.join(folder, 'new'), own)
    mkdirSync(path.join(folder, 'new'))
    const args = ['build', '--safe', '-q', '-s', site('trusted', index), '-d', own]
    expect(await galley(args)).to.deep.equal({ code: 0, out: '', err: '' })
  })

  it('runs JavaScript plugins if asked to, but never those of an untrusted site', async () => {
    const root = site('plugins', {
      '_plugins/own.js': "galley.filter('shout', (text) => text + '!')\n",
      'index.html': '---\n---\n{{ "a" | shout }}',
    })
    const run = async (...flags: string[]) => {
      const { code, err } = await spawnGalley(['build', '-q', ...flags], { cwd: root })
      expect({ code, err }).to.deep.equal({ code: 0, err: '' })
      return readFileSync(path.join(root, '_site/index.html'), 'utf8')
    }
    expect(await run()).to.equal('a')
    expect(await run('--site-plugins')).to.equal('a!')
    expect(await run('--site-plugins', '--safe')).to.equal('a')
  })

  it('builds as another version of Jekyll, by a flag or the configuration, whatever is cached', async () => {
    const root = site('version', {
      'a.md': '---\n---\na[^1]\n\n[^1]: b\n',
      'b.scss': '---\n---\na { b: c }',
      'c.html': '---\n---\n{{ jekyll.version }} {{ "a b" | truncatewords: 2 }}',
      '_config.yml': 'title: A\n',
    })
    const run = async (...flags: string[]) => {
      const args = ['-s', root, '-d', `${root}/out`, '-q', ...flags]
      const { code, err } = await galley(['build', ...args])
      expect(code).to.equal(0)
      const [a = '', b = '', c = ''] = ['a.html', 'b.css', 'c.html'].map((name) =>
        readFileSync(path.join(root, 'out', name), 'utf8'),
      )
      return { role: a.includes('rel="footnote" role='), css: b.split('\n\n')[0], c, err }
    }
    const older = { role: false, css: 'a {\n  b: c;\n}', c: '4.3.1 a b', err: '' }
    const newer = { role: true, css: 'a {\n  b: c;\n}', c: '4.4.1 a b...', err: '' }
    expect(await run()).to.deep.equal(older)
    expect(await run('--jekyll-version', '4.4')).to.deep.equal(newer)
    expect(await run()).to.deep.equal(older)
    for (const version of ['4.4', '"4.4"', '4.4.1']) {
      writeFileSync(path.join(root, '_config.yml'), `jekyll_version: ${version}\n`)
      expect(await run()).to.deep.equal(newer)
    }
    expect(await run('--jekyll-version', '4.3')).to.deep.equal(older)
    writeFileSync(path.join(root, '_config.yml'), 'jekyll_version: 3.9\n')
    expect(await run()).to.deep.equal({ ...older, c: '3.10.0 a b...' })
  })

  it('reads source, destination and others from the configuration; flags take precedence', async () => {
    const root = site('keys', {
      '_config.yml': 'title: A\nsource: pages\ndestination: made\nquiet: true\nshow_drafts: true\n',
      'pages/index.html': '---\n---\n{{ site.title }} {{ site.posts.size }}',
      'pages/_drafts/c.md': '---\n---\nc',
      'other/index.html': '---\n---\nother',
    })
    const run = async (...flags: string[]) => {
      const { code, out, err } = await spawnGalley(['build', ...flags], { cwd: root })
      expect({ code, out, err }).to.deep.equal({ code: 0, out: '', err: '' })
    }
    await run()
    expect(readFileSync(path.join(root, 'made/index.html'), 'utf8')).to.equal('A 1')
    await run('-s', 'other', '-d', 'given', '-q')
    expect(readFileSync(path.join(root, 'given/index.html'), 'utf8')).to.equal('other')
  })

  it('accepts configuration files anywhere, relative to the current folder', async () => {
    const root = site('here', { '_config.yml': 'title: Here\n', 'index.html': HEAD })
    const other = site('elsewhere', { 'b.yml': 'who: B\n', 'wrong.yml': 'a: 1\n\tb: 2\n' })
    const args = ['build', '-s', root, '-d', `${root}/out`, '-q', '--config']
    const named = [...args, `${root}/_config.yml, ../elsewhere/b.yml,`]
    expect(await spawnGalley(named, { cwd: other })).to.deep.include({ code: 0, err: '' })
    expect(readFileSync(path.join(root, 'out/index.html'), 'utf8')).to.equal('Here B')
    const wrong = await galley([...args, `${other}/b.yml,${other}/wrong.yml`])
    expect(wrong.err).to.include(`${other}/wrong.yml:2:`)
  })

  it('fails with file, line and reason on standard error, and writes nothing', async () => {
    const root = site('wrong', { 'index.md': '---\n---\n\n{% if %}\n' })
    const { code, out, err } = await galley(['build', '-s', root, '-d', `${root}/out`])
    expect(code).to.equal(1)
    expect(out).to.equal('')
    expect(err).to.match(/^index\.md:4: error: .*Syntax Error in tag .if.*$/m)
    expect(existsSync(path.join(root, 'out'))).to.equal(false)
  })

  it('prints its report as JSON and the slowest pages', async () => {
    const root = site('json', { 'index.md': '---\n---\nA' })
    const json = await galley(['build', '-s', root, '-d', `${root}/out`, '--json'])
    const report: unknown = JSON.parse(json.out)
    expect(report).to.deep.include({ ok: true, diagnostics: [] })
    const { out } = await galley(['build', '-s', root, '-d', `${root}/out`, '--profile'])
    expect(out).to.match(/read +\d+ ms\n[^]*Slowest pages:\n +[\d.]+ ms {2}index\.md/)
  })

  it('reports invalid flags in a sentence', async () => {
    const missing = await galley(['build', '-s', path.join(folder, 'nowhere')])
    expect(missing).to.deep.include({ code: 1, out: '' })
    expect(missing.err).to.equal(`galley: There is no folder ${folder}/nowhere.\n`)
    const number = await galley(['build', '--limit-posts', 'many'])
    expect(number.code).to.equal(1)
    expect(number.err).to.include('whole number')
    const root = site('no-config', { 'index.md': 'A' })
    const nowhere = path.join(folder, 'nowhere.yml')
    const absent = await galley(['build', '-s', root, '--config', nowhere])
    expect(absent.err).to.equal(`galley: --config: ${nowhere} can't be read (ENOENT).\n`)
  })

  it('writes diagnostics as compilers do', () => {
    const warning = { severity: 'warning', path: null, line: null, column: null } as const
    expect(formatDiagnostic({ ...warning, message: 'm' })).to.equal('warning: m')
    const place = { ...warning, path: 'a.md', line: 3, column: 7 }
    expect(formatDiagnostic({ ...place, message: 'm' })).to.equal('a.md:3:7: warning: m')
  })

  it('lets no site steer the terminal', async () => {
    const root = site('steering', {
      'a\u001b]0;x\u0007.html': '---\n---\n{% \u009b31m\u001b[2J %}',
    })
    const { code, err } = await galley(['build', '-s', root, '-d', path.join(root, 'out')])
    expect(code).to.equal(1)
    expect(err)
      .to.include('a\\u001b]0;x\\u0007.html:3: error: ')
      .and.include('\\u009b31m\\u001b[2J')
    expect(err).not.to.match(/[^\P{Cc}\n]/u)
  })
})
