import { expect } from 'chai'
import { buildSite } from '../../features/site.js'

const ON = { sitePlugins: true }

/** What a generator that gives an expression of `site` makes. */
async function made(expression: string, more: Readonly<Record<string, string>> = {}) {
  const plugin = `galley.generator((site) => ${expression})`
  const { files, error, report } = await buildSite({ '_plugins/own.js': plugin, ...more }, ON)
  const [wrong] = report.diagnostics.filter(({ severity }) => severity === 'error')
  return { files, error, at: wrong?.path ?? null }
}

const BOOKS = {
  '_config.yml':
    'title: T\nplugins: [jekyll-sitemap]\nurl: https://a.example\ncollections: {notes: {output: true}}\n' +
    'defaults: [{scope: {path: books}, values: {shelf: A}}]\n',
  '_data/books.yml': '- {title: Dune, pages: 412}\n- {title: Solaris, pages: 204}\n',
  '_layouts/book.html': '<h1>{{ page.title }}</h1>{{ content }}{{ page.shelf }}',
  '_posts/2020-01-02-b.md': '---\ntitle: B\ntags: [x]\n---\nBody {{ page.title }}.\n',
  '_posts/2020-01-01-a.md': '---\ntitle: A\n---\nBody.\n',
  '_notes/n.md': '---\ntitle: N\n---\nNote.\n',
  'index.html': '---\ntitle: I\n---\n{% for p in site.html_pages %}[{{ p.url }}]{% endfor %}',
}

describe('generators of a site', () => {
  it('make pages from data', async () => {
    const { files, error } = await made(
      `site.data.books.map(({ title, pages }) => ({
        path: 'books/' + title.toLowerCase() + '.md',
        layout: 'book',
        data: { title, pages },
        content: '*{{ page.pages }}* of {{ site.title }}',
      }))`,
      BOOKS,
    )
    expect(error).to.equal(null)
    expect(files['books/dune.html']).to.equal('<h1>Dune</h1><p><em>412</em> of T</p>\nA')
    expect(files['index.html']).to.include('[/books/dune.html][/books/solaris.html]')
    expect(files['sitemap.xml']).to.include('<loc>https://a.example/books/solaris.html</loc>')
  })

  it('get the site as it was read', async () => {
    const seen = `{
      title: site.config.title,
      time: new Date(site.time).getTime() === Date.now(),
      posts: site.posts.map(({ title, url, content, tags, excerpt }) => [title, url, content, tags, excerpt]),
      pages: site.pages.map(({ path, title }) => [path, title]),
      notes: site.collections.notes.map(({ title, collection }) => [title, collection]),
      keys: Object.keys(site),
      books: site.data.books.length,
      again: site.posts === site.posts,
    }`
    const { files, error } = await made(
      `[{ path: 'seen.json', content: JSON.stringify(${seen}) }]`,
      BOOKS,
    )
    expect(error).to.equal(null)
    expect(JSON.parse(files['seen.json'] ?? '')).to.deep.equal({
      title: 'T',
      time: true,
      posts: [
        ['B', '/2020/01/02/b.html', 'Body .\n', ['x'], null],
        ['A', '/2020/01/01/a.html', 'Body.\n', [], null],
      ],
      pages: [['index.html', 'I']],
      notes: [['N', 'notes']],
      keys: ['config', 'data', 'posts', 'pages', 'collections', 'time'],
      books: 2,
      again: true,
    })
  })

  it('run one after the other and see the pages of earlier ones', async () => {
    const page = (path: string) => `({ path: '${path}', content: String(site.pages.length) })`
    const site = {
      '_plugins/b.js': `galley.generator((site) => [${page('c.html')}])`,
      '_plugins/a.js': `galley.generator((site) => [${page('a.html')}])\ngalley.generator((site) => [${page('b.html')}])`,
    }
    const { files } = await buildSite(site, ON)
    expect(files).to.deep.equal({ 'a.html': '0', 'b.html': '1', 'c.html': '2' })
  })

  const WRONG: Readonly<Record<string, RegExp>> = {
    null: /A generator must return an array of pages/,
    "'text'": /A generator must return an array of pages/,
    '[1]': /A page must be an object with a path/,
    '[[]]': /A page must be an object with a path/,
    '[{}]': /null is not a valid path of a page/,
    "[{ path: '../x.html' }]": /"\.\.\/x\.html" is not a valid path of a page/,
    "[{ path: 'a/../../x.html' }]": /is not a valid path/,
    "[{ path: '/etc/x' }]": /is not a valid path/,
    "[{ path: 'a//b' }]": /is not a valid path/,
    "[{ path: 'a/' }]": /is not a valid path/,
    "[{ path: './a' }]": /is not a valid path/,
    "[{ path: 'a\\\\..\\\\b' }]": /is not a valid path/,
    "[{ path: 'a\\0b' }]": /is not a valid path/,
    "[{ path: 'a\\nb' }]": /is not a valid path/,
    "[{ path: 'x'.repeat(2000) }]": /is not a valid path/,
    "[{ path: 'a.html', content: 1 }]": /content of the page "a\.html" must be text/,
    "[{ path: 'a.html', data: [] }]": /data of the page "a\.html" must be an object/,
    "[{ path: 'a.html', data: { list: Array(30000).fill(1) } }]": /data .* cannot be kept/,
    'Array.from({ length: 1e6 }, (_, n) => ({ path: n + ".html" }))':
      /It makes 1,000,000 pages; one generator may make 20,000|out of memory/,
    '{ const a = []; a.push(a); return a }': /circular/,
    'Promise.resolve([])': /a promise/,
    '{ throw new Error("no") }': /Error: no/,
    '{ for (const a = []; ; ) a.push("x".repeat(1e5) + a.length) }': /out of memory/,
  }
  for (const [expression, pattern] of Object.entries(WRONG)) {
    it(`may not return ${expression}`, async () => {
      const { error, at, files } = await made(expression)
      expect(error).to.match(pattern)
      expect(at).to.equal('_plugins/own.js')
      expect(files).to.deep.equal({})
    })
  }

  it('write nothing outside the destination by a permalink', async () => {
    for (const permalink of ['/../../x.html', '../../x.html', '/a/../../../x.html']) {
      const { files } = await made(`[{ path: 'a.html', data: { permalink: '${permalink}' } }]`)
      for (const path of Object.keys(files))
        expect(path)
          .to.match(/x\.html$/)
          .and.not.match(/\.\./)
    }
    const { error } = await made(`[{ path: 'a.html', data: { permalink: '/a\\0b.html' } }]`)
    expect(error === null || /NUL|name|character/i.test(error)).to.equal(true)
  })

  it('stop at their time limit', async () => {
    const site = { '_plugins/own.js': 'galley.generator(() => { for (;;); })' }
    const { error } = await buildSite(site, { ...ON, limits: { milliseconds: 300 } })
    expect(error).to.include('It took longer than 0.3 seconds')
  })
})
