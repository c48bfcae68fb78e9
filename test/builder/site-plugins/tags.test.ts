import { expect } from 'chai'
import { buildSite, NOW } from '../../features/site.js'

const ON = { sitePlugins: true }

/** The page `a.html` with the plugins of one file. */
async function rendered(plugin: string, page: string, more: Readonly<Record<string, string>> = {}) {
  const site = { '_plugins/own.js': plugin, 'a.html': `---\ntitle: A\n---\n${page}`, ...more }
  const { files, error, warnings } = await buildSite(site, ON)
  return { out: files['a.html'], error, warnings }
}

describe('JavaScript plugins of a site', () => {
  it('make tags, blocks and filters', async () => {
    const plugin = `
      const url = (id) => 'https://video.example/' + encodeURIComponent(id)
      galley.tag('video', (args) => '<iframe src="' + url(args) + '"></iframe>')
      galley.block('note', (args, content) => '<aside class="' + args + '">' + content + '</aside>')
      galley.filter('shout', (text, mark = '!') => text.toUpperCase() + mark)
      galley.filter('double', (list) => list.map((n) => n * 2))
    `
    const page =
      '{% video a b %}{% note warm %}{{ page.title }}{% video c %}{% endnote %}' +
      '{{ "hi" | shout }}{{ page.title | shout: "?" }}{% assign l = "1,2" | split: "," | double %}{{ l | join: "+" }}'
    expect(await rendered(plugin, page)).to.deep.equal({
      out:
        '<iframe src="https://video.example/a%20b"></iframe>' +
        '<aside class="warm">A<iframe src="https://video.example/c"></iframe></aside>HI!A?2+4',
      error: null,
      warnings: [],
    })
  })

  it('read the page, the site and variables as templates do, render and convert', async () => {
    const plugin = `
      galley.tag('get', (path, context) => JSON.stringify(context.get(path)))
      galley.tag('render', (text, context) => context.render('<' + text + '{{ page.title }}>'))
      galley.block('md', (args, content, context) => context.markdown(content))
      galley.filter('absolute', function (path) { return this.get('site.url') + path })
    `
    const page =
      '{% assign own = "x" %}{% get own %}{% get page.title %}{% get page.nothing %}{% get site.data.people %}' +
      '{% get site.data.people[0].name %}{% for n in (1..2) %}{% get n %}{% endfor %}' +
      '{% render y %}{% md %}*{{ own }}*{% endmd %}{{ "/p" | absolute }}'
    const more = { '_config.yml': 'url: https://a.example\n', '_data/people.yml': '- name: Ada\n' }
    const { out, error } = await rendered(plugin, page, more)
    expect(error).to.equal(null)
    expect(out).to.equal(
      '"x""A"null[{"name":"Ada"}]"Ada"12<yA><p><em>x</em></p>\nhttps://a.example/p',
    )
  })

  it('parse arguments', async () => {
    const plugin = `galley.tag('args', (markup) => JSON.stringify(galley.args(markup)))`
    const { out } = await rendered(plugin, `{% args a.png "b c" width=20 alt='d "e"' x="", f %}`)
    expect(JSON.parse(out ?? '')).to.deep.equal({
      words: ['a.png', 'b c', 'f'],
      values: { width: '20', alt: 'd "e"', x: '' },
    })
  })

  it('are loaded by name, each with its own scope, and the later one takes precedence', async () => {
    const site = {
      '_plugins/b.js': `const who = 'b'\ngalley.tag('who', () => who)`,
      '_plugins/a.js': `const who = 'a'\ngalley.tag('who', () => who)\ngalley.tag('a', () => who)`,
      '_plugins/sub/c.js': `galley.filter('upcase', () => 'mine')\ngalley.tag('link', () => 'own link')`,
      'a.html': '---\n---\n{% who %}{% a %}{{ "x" | upcase }}{% link x %}',
    }
    const { files } = await buildSite(site, ON)
    expect(files['a.html']).to.equal('bamineown link')
  })

  it('start again on each page and in each excerpt', async () => {
    const post =
      '---\nlayout: l\n---\n{% count %}{% count %}{{ page.excerpt | strip_html | strip }}\n'
    const site = {
      '_plugins/count.js': `let n = 0\ngalley.tag('count', () => '[' + ++n + ' ' + Math.random() + ']')`,
      '_layouts/l.html': '{{ content }}{% count %}',
      '_posts/2020-01-01-a.md': post.replace('{{ page.excerpt | strip_html | strip }}', ''),
      'a.html':
        '---\n---\n{% count %}{% for p in site.posts %}{{ p.excerpt }}{% endfor %}{% count %}',
    }
    const { files } = await buildSite(site, ON)
    const numbers = (text = '') => [...text.matchAll(/\[(\d) 0\.\d+\]/g)].map(([, n]) => n).join('')
    expect(numbers(files['2020/01/01/a.html'])).to.equal('123')
    expect(numbers(files['a.html'])).to.equal('1122')
    const [first] = /0\.\d+/.exec(files['a.html'] ?? '') ?? []
    expect(files['2020/01/01/a.html']).to.include(first)
  })

  it('have the time of the build', async () => {
    const plugin = `galley.tag('now', () => [Date.now(), new Date().getTime(), new Date(5).getTime(),
      new Date() instanceof Date, typeof Date(), Date.UTC(2000, 0), new (new Date(0).constructor)() - 0].join())`
    const { out } = await rendered(plugin, '{% now %}')
    expect(out).to.equal(`${NOW},${NOW},5,true,string,946684800000,${NOW}`)
  })

  it('write messages, as warnings', async () => {
    const plugin = `galley.tag('log', () => { for (let i = 0; i < 100; i++) console.log('n', i, {}); return '' })`
    const { warnings } = await rendered(plugin, '{% log %}')
    expect(warnings).to.have.length(20)
    expect(warnings[1]).to.equal('n 1 [object Object]')
  })

  it('are read from plugins_dir, inside the source', async () => {
    const plugin = { '_ext/a.js': `galley.tag('x', () => 'X')`, 'a.html': '---\n---\n{% x %}' }
    for (const folder of ['_ext', '[_none, ./_ext/]', '../_ext', '/_ext']) {
      const site = { ...plugin, '_config.yml': `plugins_dir: ${folder}\n` }
      for (const safe of [true, false]) {
        const { files, error } = await buildSite(site, { ...ON, safe })
        expect(error, folder).to.equal(null)
        expect(files['a.html'], folder).to.equal('X')
      }
    }
  })
})

describe('plugins of a site that never run', () => {
  it('are those in the folder of a collection, where writers put files', async () => {
    for (const [config, folder] of [
      ['plugins_dir: _notes\ncollections: {notes: {}}', '_notes'],
      ['plugins_dir: all\ncollections_dir: all\ncollections: {notes: {}}', 'all/_notes/sub'],
      ['collections: [plugins]', '_plugins'],
      ['plugins_dir: blog', 'blog/_posts'],
      ['plugins_dir: blog', 'blog/_drafts'],
    ]) {
      const path = `${folder}/own.js`
      const site = {
        '_config.yml': `${config}\n`,
        [path]: `galley.filter('shout', () => 'run')`,
        'a.html': '---\n---\n{{ "not" | shout }}',
      }
      const { files, warnings, report } = await buildSite(site, ON)
      expect(files['a.html'], config).to.equal('not')
      expect(warnings).to.deep.equal([
        'Plugins in the folder of a collection are not run, because writers may put files there: own.js ' +
          'defines the filter shout and is left out.',
      ])
      expect(report.diagnostics[0]?.path).to.equal(path)
    }
  })

  const site = {
    '_plugins/own.js': `galley.tag('video', () => 'V')\ngalley.filter('shout', (x) => x)\ngalley.generator(() => [])`,
    'a.html': '---\n---\nA',
  }

  it('are reported with the setting that would run them', async () => {
    const { warnings, files } = await buildSite(site)
    expect(files['a.html']).to.equal('A')
    expect(warnings).to.deep.equal([
      'Plugins in JavaScript are not run unless --site-plugins is set: own.js defines the tag video, ' +
        'defines the filter shout, makes pages and is left out.',
    ])
    const { error } = await buildSite({ ...site, 'a.html': '---\n---\n{% video x %}' })
    expect(error).to.include(
      "Unknown tag 'video': _plugins/own.js defines this tag, which is not run unless --site-plugins is set",
    )
  })

  it('are those of a site with `safe: true`', async () => {
    const { warnings } = await buildSite({ ...site, '_config.yml': 'safe: true\n' }, ON)
    expect(warnings.join()).to.include('not run because of `safe: true` in _config.yml: own.js')
  })
})
