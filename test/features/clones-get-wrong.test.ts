import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../src/builder/build.js'
import { buildSite, NOW, page } from './site.js'
import { AS_RECORDED } from '../builder/recorded.js'

// The list and its numbers: src/builder/README.md.
describe('behaviours of Jekyll that clones get wrong', () => {
  it('1: writes no output if a date, a link or a post_url is invalid', async () => {
    for (const body of ['{% link nowhere.md %}', '{% post_url 2024-01-01-none %}']) {
      const { files, error } = await buildSite({ 'index.md': page('', body), 'a.txt': 'a' })
      expect(error).to.match(/Could not find/)
      expect(files).to.deep.equal({})
    }
    const bad = await buildSite({ '_posts/2024-01-01-a.md': page('date: nonsense') })
    expect(bad.error).to.match(/Invalid date/)
    expect(bad.files).to.deep.equal({})
  })

  it('1: keeps the output of an earlier build if the next one fails', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-keep-'))
    const request = {
      source: join(root, 'site'),
      destination: join(root, 'out'),
      now: NOW,
      ...AS_RECORDED,
    }
    mkdirSync(request.source)
    writeFileSync(join(request.source, 'index.html'), page('', 'good'))
    expect((await build(request)).ok).to.equal(true)
    writeFileSync(join(request.source, 'index.html'), page('', '{% bad %}'))
    expect((await build(request)).ok).to.equal(false)
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).to.equal('good')
    rmSync(root, { recursive: true })
  })

  it('2: refuses a destination that is or contains the source', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-dest-'))
    mkdirSync(join(root, 'site'))
    writeFileSync(join(root, 'site/index.html'), 'mine')
    for (const destination of [join(root, 'site'), root]) {
      const report = await build({
        source: join(root, 'site'),
        destination,
        now: NOW,
        ...AS_RECORDED,
      })
      expect(report.ok).to.equal(false)
    }
    expect(readFileSync(join(root, 'site/index.html'), 'utf8')).to.equal('mine')
    rmSync(root, { recursive: true })
  })

  it('3: drops future posts, keeps future documents in lists, hides the unpublished', async () => {
    const site = {
      '_config.yml': 'collections: {docs: {output: true}}',
      '_posts/2030-01-01-later.md': page('', 'later'),
      '_posts/2024-01-01-hidden.md': page('published: false', 'hidden'),
      '_docs/later.md': page('date: 2030-01-01', 'later'),
      'index.html': page('', '{{ site.posts.size }} {{ site.docs.size }}'),
    }
    const plain = await buildSite(site)
    expect(plain.files).to.deep.equal({ 'index.html': '0 1' })
    const unpublished = await buildSite(site, { unpublished: true })
    expect(Object.keys(unpublished.files)).to.deep.equal(['2024/01/01/hidden.html', 'index.html'])
    const future = await buildSite(site, { future: true })
    expect(Object.keys(future.files)).to.include.members([
      '2030/01/01/later.html',
      'docs/later.html',
    ])
  })

  it('4: keeps default excludes beside those of the site; include rescues', async () => {
    const { files } = await buildSite({
      '_config.yml': 'exclude: ["**"]\ninclude: [index.html, vendor/bundle/a.js]',
      'index.html': page('', 'x'),
      'vendor/bundle/a.js': 'a',
      'other.html': page('', 'x'),
    })
    expect(Object.keys(files)).to.deep.equal(['index.html', 'vendor/bundle/a.js'])
  })

  it('5: layout none beats defaults, null only those of pages; a missing one is a warning', async () => {
    const { files, warnings } = await buildSite({
      '_config.yml': 'defaults: [{scope: {path: ""}, values: {layout: box}}]',
      '_posts/2020-01-01-a.html': page('layout: null\npermalink: /post.html', 'd'),
      '_layouts/box.html': '[{{ content }}]',
      'none.html': page('layout: none', 'a'),
      'null.html': page('layout: null', 'b'),
      'missing.html': page('layout: gone', 'c'),
    })
    expect(files).to.deep.equal({
      'none.html': 'a',
      'null.html': 'b',
      'missing.html': 'c',
      'post.html': '[d]',
    })
    expect(warnings.join()).to.match(/Layout 'gone'/)
  })

  it('6: merges layout data along the chain, for each page anew', async () => {
    const { files } = await buildSite({
      '_layouts/outer.html': page(
        'a: outer\nb: outer',
        '{{ layout.a }}{{ layout.b }}{{ layout.c }}',
      ),
      '_layouts/inner.html': page('layout: outer\na: inner\nc: inner', '{{ content }}'),
      '1.html': page('layout: inner'),
      '2.html': page('layout: outer'),
    })
    expect(files).to.deep.equal({ '1.html': 'innerouterinner', '2.html': 'outerouter' })
  })

  it('7: has :categories in lower case, with blanks on disk and %20 in the URL', async () => {
    const { files } = await buildSite({
      '_config.yml': 'permalink: /:categories/:slugified_categories/:title.html',
      '_posts/2024-01-01-a.md': page(
        'categories: [Two Words]',
        '{{ page.url }} {{ page.categories }}',
      ),
    })
    expect(files).to.deep.equal({
      'two words/two-words/a.html': '<p>/two%20words/two-words/a.html Two Words</p>\n',
    })
  })

  it('decodes the name of a static file, in a collection only its extension', async () => {
    const { files } = await buildSite({
      '_config.yml': 'collections: {things: {output: true}}',
      'img/a%20b.txt': '1',
      'img/q?#%.txt': '2',
      'img/%zz.txt': '3',
      '_things/a%20b.txt': '4',
      '_things/x.%41': '5',
      '_things/w?.txt': '6',
    })
    expect(files).to.deep.equal({
      'img/a b.txt': '1',
      'img/q?#%.txt': '2',
      'img/%zz.txt': '3',
      'things/a%20b.txt': '4',
      'things/x.A': '5',
      'things/w?.txt': '6',
    })
  })

  it('13: sorts documents by a key, those without it last, with a warning', async () => {
    const { files, warnings } = await buildSite({
      '_config.yml': 'collections: {docs: {sort_by: rank}}',
      '_docs/a.md': page('rank: 2'),
      '_docs/b.md': page('rank: 1'),
      '_docs/c.md': page(''),
      'index.html': page('', '{% for d in site.docs %}{{ d.slug }}{% endfor %}'),
    })
    expect(files['index.html']).to.equal('bac')
    expect(warnings.join()).to.match(/'rank' not defined/)
  })

  it('14: converts documents before pages; the unwritten have output, too', async () => {
    const { files } = await buildSite({
      '_config.yml': 'collections: {docs: {output: false}}',
      '_docs/a.md': page('', '*a*'),
      'index.html': page('', '{{ site.docs[0].output }}'),
    })
    expect(files['index.html']).to.equal('<p><em>a</em></p>\n')
  })

  it('16: refuses include names that leave the folder', async () => {
    for (const name of ['./x', '..x', '../../etc/passwd', 'a//b']) {
      const { error } = await buildSite({ 'index.html': page('', `{% include ${name} %}`) })
      expect(error, name).to.match(/invalid characters or sequences/)
    }
  })

  it('20: ignores unknown filters unless they are strict; refuses invalid syntax', async () => {
    const body = page('', '{{ "x" | nonsense }}')
    expect((await buildSite({ 'a.html': body })).files['a.html']).to.equal('x')
    const strict = await buildSite({
      '_config.yml': 'liquid: {strict_filters: true}',
      'a.html': body,
    })
    expect(strict.error).to.match(/undefined filter nonsense/)
    expect((await buildSite({ 'a.html': page('', "{{ x | prepend 'y' }}") })).error).to.not.equal(
      null,
    )
  })

  it('21: has a time zone that moves posts to another day, and site.time', async () => {
    const site = (zone: string) => ({
      '_config.yml': `timezone: "${zone}"\ntime: 2020-01-01`,
      '_posts/2019-03-10-a.md': page('date: 2019-03-10 23:30:00 +0000', '{{ page.date }}'),
      '_posts/2020-06-01-b.md': page(''),
    })
    expect(Object.keys((await buildSite(site('Europe/Berlin'))).files)).to.deep.equal([
      '2019/03/11/a.html',
    ])
    expect(Object.keys((await buildSite(site('America/New_York'))).files)).to.deep.equal([
      '2019/03/10/a.html',
    ])
  })

  it('24: renders SCSS through Liquid, without a layout', async () => {
    const { files } = await buildSite({
      '_config.yml':
        'sass: {style: compressed}\ndefaults: [{scope: {path: ""}, values: {layout: box}}]',
      '_layouts/box.html': '[{{ content }}]',
      '_sass/_x.scss': '$c: red;',
      'a.scss': page('w: 1px', '@import "x"; a { color: $c; width: {{ page.w }} }'),
    })
    expect(files['a.css']).to.match(
      /^a\{color:red;width:1px\}\s*\/\*# sourceMappingURL=a\.css\.map \*\/$/,
    )
    expect(JSON.parse(files['a.css.map'] ?? '')).to.have.property('version', 3)
  })

  it('accepts a list of plugins that only another configuration file makes a list', async () => {
    const site = {
      '_config.yml': 'plugins: ./_plugins',
      '_b.yml': 'plugins: []',
      'a.html': page('', 'a'),
    }
    expect((await buildSite(site)).error).to.match(/'plugins' should be set as an array/)
    const { files } = await buildSite(site, { configFiles: ['_config.yml', '_b.yml'] })
    expect(files).to.deep.equal({ 'a.html': 'a' })
  })

  it('has smartify drop only the last line end', async () => {
    const { files } = await buildSite({
      '_config.yml': `x: ["a's\\n", "a\\n\\n", "a's\\n\\n\\n", "two\\nlines's", "it's  \\nx's", " a's "]`,
      'a.html': page('', '{% for y in site.x %}[{{ y | smartify }}]{% endfor %}'),
    })
    expect(files['a.html']).to.equal('[a’s][a\n][a’s\n\n][two\nlines’s][it’s  \nx’s][ a’s ]')
  })

  // Pages that the plugin adds come behind all others, and before static files and documents.
  it('25: writes redirects over pages, with a warning, not over files and documents', async () => {
    const { files, warnings } = await buildSite({
      '_config.yml': 'plugins: [jekyll-redirect-from]\ncollections: {docs: {output: true}}',
      'a.html': page('redirect_from: [/b.html, /s.txt, /docs/d.html]', 'a'),
      'b.html': page('', 'real'),
      's.txt': 'static',
      '_docs/d.html': page('', 'document'),
      'z.html': page('redirect_from: /z.html', 'z'),
    })
    expect(files['b.html']).to.include('<link rel="canonical" href="/a.html">')
    expect(files['z.html']).to.include('<link rel="canonical" href="/z.html">')
    expect([files['s.txt'], files['docs/d.html']]).to.deep.equal(['static', 'document'])
    expect(warnings.join()).to.include('both written to b.html; the last one wins')
  })
})

describe('an untrusted site', () => {
  it('writes nothing outside the destination, whatever its permalinks', async () => {
    const { files } = await buildSite({
      'a.html': page('permalink: /../../../tmp/galley-escape.html', 'x'),
      'b.html': page('permalink: /%2e%2e/%2e%2e/galley-escape.html', 'x'),
      'c.html': page('permalink: "/..%2f..%2fgalley-escape2.html"', 'x'),
    })
    expect(Object.keys(files)).to.have.length(2 + Number(Object.keys(files).length > 2))
    for (const path of Object.keys(files)) expect(path).not.to.include('..')
  })

  it('reads nothing outside the source: includes, Sass, links', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-outside-'))
    const source = join(root, 'site')
    mkdirSync(join(source, '_includes'), { recursive: true })
    writeFileSync(join(root, 'secret.txt'), 'secret')
    symlinkSync(join(root, 'secret.txt'), join(source, '_includes/s.txt'))
    symlinkSync(join(root, 'secret.txt'), join(source, 'static.txt'))
    writeFileSync(join(source, 'index.html'), page('', '{% include s.txt %}'))
    const request = { source, destination: join(root, 'out'), now: NOW, ...AS_RECORDED }
    const report = await build(request)
    expect(report.ok).to.equal(false)
    writeFileSync(join(source, 'index.html'), page('', '{% include_relative static.txt %}'))
    expect((await build(request)).ok).to.equal(false)
    rmSync(join(source, 'index.html'))
    // Both lie outside, and would compile if they were read.
    writeFileSync(join(root, 'secret.scss'), 'b { content: "secret" }')
    writeFileSync(join(root, 'secret.css'), 'b { content: "secret" }')
    const urls = [
      '/etc/passwd',
      'file:///etc/passwd',
      '../../../../etc/passwd',
      '../secret.txt',
      '../secret',
      '../secret.scss',
      join(root, 'secret'),
      `file://${join(root, 'secret.scss')}`,
    ]
    for (const url of urls) {
      writeFileSync(join(source, 'a.scss'), page('', `@import "${url}";`))
      expect((await build(request)).ok, `@import ${url}`).to.equal(false)
      // A module that is nowhere is a rule that is copied: libsass knows no modules.
      writeFileSync(join(source, 'a.scss'), page('', `@use "${url}" as x;`))
      expect((await build(request)).ok, `@use ${url}`).to.equal(true)
      expect(readFileSync(join(root, 'out/a.css'), 'utf8')).to.match(/^@use [^\n]* as x;\s+\/\*# /)
      expect(readFileSync(join(root, 'out/a.css.map'), 'utf8')).not.to.include('content')
    }
    rmSync(root, { recursive: true })
  })

  it('cannot keep files or move folders by its configuration', async () => {
    const { files, report } = await buildSite(
      {
        '_config.yml':
          'destination: /\nsource: /\nkeep_files: [""]\nplugins_dir: /etc\nlayouts_dir: ../..\n',
        'index.html': page('', '{{ site.keep_files | join: " " }}'),
      },
      { safe: true },
    )
    expect(report.ok).to.equal(true)
    expect(files['index.html']).to.equal('.git .svn')
  })
})
