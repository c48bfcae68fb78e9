import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderOf, parseRepository } from '../../../src/builder/theme/wanted.js'
import { buildSite, page } from '../../features/site.js'
import { putTheme } from './installed-theme.js'

describe('fetched themes', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'galley-themes-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const FILES = {
    '_config.yml': 'of_theme: yes it is\ntitle: Theme\npermalink: /never/\nnested: {a: 1, b: 2}',
    '_layouts/default.html':
      '<t>{{ theme.name }} {{ theme.version }} {{ content }}{% include a.html %}</t>',
    '_layouts/own.html': 'theme',
    '_includes/a.html': '[{{ site.data.words.a }}{{ site.data.words.b }}]',
    '_data/words.yml': 'a: theme a\nb: theme b',
    '_sass/x.scss': '$c: red;',
    'assets/main.scss': page('', '@import "x"; a { color: $c }'),
    'assets/dot.png': new Uint8Array([0, 255, 128]),
    'assets/mine.txt': 'theme',
    'README.md': '# not of the site',
  }

  const put = (
    name = 'calm',
    version = '1.0.0',
    files: Record<string, string | Uint8Array> = FILES,
  ) => putTheme({ folder, below: `gems/${name}`, facts: { version }, files })

  it('are under the files, data and settings of the site', async () => {
    put()
    const { files, warnings } = await buildSite(
      {
        '_config.yml': 'theme: calm\ntitle: Site\nnested: {a: 9}',
        '_data/words.yml': 'b: site b',
        '_layouts/own.html': 'site',
        'assets/mine.txt': 'site',
        'a.html': page(
          'layout: default',
          '{{ site.title }}, {{ site.of_theme }}, {{ site.nested.a }}{{ site.nested.b }}, {{ page.url }}',
        ),
        'b.html': page('layout: own'),
      },
      { themes: { folder } },
    )
    expect(warnings).to.deep.equal([])
    expect(files['a.html']).to.equal(
      '<t>calm 1.0.0 Site, yes it is, 92, /a.html[theme asite b]</t>',
    )
    expect(files['b.html']).to.equal('site')
    expect(files['assets/main.css']).to.match(/a\s*{\s*color:\s*red/)
    expect(files['assets/mine.txt']).to.equal('site')
    expect(files).to.have.property('assets/dot.png')
    expect(files).not.to.have.property('README.md')
  })

  it('keep their settings to themselves with ignore_theme_config', async () => {
    put()
    const config = 'theme: calm\nignore_theme_config: true'
    const site = { '_config.yml': config, 'a.html': page('', '{{ site.of_theme }}') }
    expect((await buildSite(site, { themes: { folder } })).files['a.html']).to.equal('')
  })

  it('have no settings and no data before Jekyll 4', async () => {
    put()
    const config = 'theme: calm\njekyll_version: "3.10"'
    const text = '{{ site.of_theme }}{{ site.data.words.a }}'
    const site = { '_config.yml': config, 'a.html': page('', text) }
    expect((await buildSite(site, { themes: { folder } })).files['a.html']).to.equal('')
  })

  it('switch on the plugins that they need', async () => {
    const facts = { dependencies: [{ name: 'jekyll-seo-tag', requirements: [] }] }
    const files = { '_layouts/default.html': '{% seo %}' }
    putTheme({ folder, below: 'gems/calm', facts, files })
    const site = { '_config.yml': 'theme: calm\ntitle: T', 'a.html': page('layout: default') }
    const { files: made, error } = await buildSite(site, { themes: { folder } })
    expect(error).to.equal(null)
    expect(made['a.html']).to.include('<title>T</title>')
  })

  it('are those that Gemfile.lock has, else the newest that the Gemfile and Jekyll allow', async () => {
    for (const version of ['1.0.0', '1.2.0', '2.0.0', '3.0.0.beta1'])
      putTheme({
        folder,
        below: 'gems/calm',
        facts: {
          version,
          dependencies: [{ name: 'jekyll', requirements: [version === '2.0.0' ? '~> 5' : '< 5'] }],
        },
        files: { '_layouts/v.html': '{{ theme.version }}' },
      })
    const versionWith = async (site: Record<string, string>, chosen: string | null = null) => {
      const all = { '_config.yml': 'theme: calm', 'a.html': page('layout: v'), ...site }
      const { files, warnings } = await buildSite(all, { themes: { folder, chosen } })
      return [files['a.html'], ...warnings]
    }
    expect(await versionWith({})).to.deep.equal(['1.2.0'])
    expect(await versionWith({ Gemfile: 'gem "calm", "~> 1.0.0"' })).to.deep.equal(['1.0.0'])
    const lock = (version: string) => ({ 'Gemfile.lock': `    calm (${version})` })
    expect(await versionWith(lock('2.0.0'))).to.deep.equal(['2.0.0'])
    expect(await versionWith(lock('1.1.0'))).to.deep.equal([
      '1.2.0',
      'Gemfile.lock has calm 1.1.0, which is not here; 1.2.0 is used.',
    ])
    // A site stays with the version that it has had.
    expect(await versionWith({}, 'gems/calm/1.0.0-ffffffffffff')).to.deep.equal(['1.0.0'])
    expect(await versionWith({}, 'gems/calm/0.9.0-ffffffffffff')).to.deep.equal(['1.2.0'])
  })

  it('come from repositories, without their settings', async () => {
    const wanted = parseRepository('Ada/Calm@v1')
    if (wanted === null) throw new Error('This names a repository.')
    putTheme({ folder, below: folderOf(wanted), facts: { name: 'Ada/Calm' }, files: FILES })
    const site = {
      '_config.yml': 'remote_theme: ada/calm@v1\nplugins: [jekyll-remote-theme]',
      'a.html': page('layout: default', '{{ site.of_theme }}'),
    }
    const { files, warnings } = await buildSite(site, { themes: { folder } })
    expect(warnings).to.deep.equal([])
    expect(files['a.html']).to.equal('<t>Ada/Calm 1.0.0 [theme atheme b]</t>')
  })

  it('say why they are not here', async () => {
    const site = { '_config.yml': 'theme: calm', 'a.html': page('layout: default', 'x') }
    const problem = 'https://gems.example knows no such gem'
    const { warnings } = await buildSite(site, { themes: { folder, problem } })
    expect(warnings[0]).to.equal(
      `The theme 'calm' is not available (${problem}); put its _layouts, _includes, _sass and assets into the site.`,
    )
  })

  it('are not looked for under names that lead elsewhere', async () => {
    for (const theme of ['../calm', 'a/b', '..', '.']) {
      const { warnings } = await buildSite(
        { '_config.yml': `theme: ${theme}`, a: '' },
        { themes: { folder } },
      )
      expect(warnings[0]).to.include('this names none')
    }
  })

  it('are the site itself where it is the repository of its theme', async () => {
    const { files, warnings } = await buildSite({
      '_config.yml': 'theme: calm\ntitle: T',
      'calm.gemspec':
        'Gem::Specification.new do |spec|\n  spec.name = "calm"\n  spec.version = "3.1"\n' +
        '  spec.add_runtime_dependency "jekyll-seo-tag", "~> 2.0"\nend\n',
      Gemfile: 'gemspec',
      '_layouts/default.html': '{{ theme.name }} {{ theme.version }}{% seo %}',
      'a.html': page('layout: default'),
    })
    expect(warnings).to.deep.equal([])
    expect(files['a.html']).to.match(/^calm 3\.1.*<title>T<\/title>/s)
  })
})
