import { expect } from 'chai'
import { buildSite, page } from '../../features/site.js'

const withPlugin = (name: string, more = '') => ({ '_config.yml': `plugins: [${name}]\n${more}` })

describe('plugins', () => {
  it('warns of an unknown one and continues', async () => {
    const { files, warnings } = await buildSite({
      ...withPlugin('jekyll-nope'),
      'a.html': page('', 'a'),
    })
    expect(warnings.join()).to.match(/'jekyll-nope' is not available/)
    expect(files).to.deep.equal({ 'a.html': 'a' })
  })

  it('are not reported as missing if they are built in', async () => {
    const { warnings } = await buildSite({
      ...withPlugin('jekyll-commonmark, jekyll-data', 'markdown: CommonMark'),
      'a.md': page('', '*a*'),
    })
    expect(warnings).to.deep.equal([])
  })

  it('include those of the Gemfile', async () => {
    const Gemfile = [
      'source "https://rubygems.org"',
      'gem "jekyll-avatar"',
      'group :test, :jekyll_plugins do # ours',
      '  if ENV["CI"]',
      "    gem 'jekyll-sitemap', '~> 1.4'",
      '  end',
      '  # gem "jekyll-mentions"',
      '  gem "jekyll-nope"',
      'end',
      'platforms :mingw do',
      '  gem "tzinfo"',
      'end',
      'gem("jekyll-readme-index", group: :jekyll_plugins)',
      'gem "jekyll-gist", :groups => [:a, :jekyll_plugins]',
    ].join('\n')
    const { files, report } = await buildSite({
      Gemfile,
      'README.md': 'R',
      'a.html': page('', '{% gist x/1 %}'),
    })
    expect(files).to.include.keys('index.html', 'sitemap.xml')
    expect(files['a.html']).to.include('gist.github.com/x/1')
    const { diagnostics } = report
    expect(diagnostics.map(({ path, message }) => [path, message])).to.deep.equal([
      ['Gemfile', "The plugin 'jekyll-nope' is not available; the site is built without it."],
    ])
  })

  it('include those of GitHub Pages, if the Gemfile names its gem', async () => {
    const site = {
      'README.md': '# Read me\n\nSee [the other](other.md).',
      'other.md': '# Other\n\n{{ page.title }}',
      '_layouts/page.html': '<main>{{ page.title }}: {{ content }}</main>',
    }
    const names = [
      'jekyll-readme-index',
      'jekyll-optional-front-matter',
      'jekyll-default-layout',
      'jekyll-titles-from-headings',
      'jekyll-relative-links',
    ]
    const named = await buildSite({ ...site, '_config.yml': `plugins: [${names.join(', ')}]` })
    const gem = { Gemfile: "gem 'github-pages', '~> 228'\n", '_config.yml': 'theme: null' }
    const { files, warnings } = await buildSite({ ...site, ...gem })
    expect(files).to.deep.equal(named.files)
    expect(files['index.html']).to.include('<main>Read me: ').and.include('href="/other.html"')
    expect(warnings).to.deep.equal([])
    const config = { '_config.yml': 'plugins: [github-pages]' }
    expect((await buildSite({ ...site, ...config })).files).to.deep.equal(named.files)
  })

  it('github-metadata links to where the source of a page is edited', async () => {
    const text = '{% github_edit_link "Edit <b>" %} {% github_edit_link %}'
    const edited = async (github: string) => {
      const config = `plugins: [jekyll-github-metadata]\nrepository: ada/notes\n${github}`
      const { files } = await buildSite({ '_config.yml': config, 'a b.html': page('', text) })
      return files['a b.html']
    }
    const url = 'https://github.com/ada/notes/edit/main/docs/a%20b.html'
    expect(await edited('github: {source: {branch: main, path: /docs}}')).to.equal(
      `<a href="${url}">Edit <b></a> ${url}`,
    )
    expect(await edited('')).to.equal('<a href="">Edit <b></a> ')
  })

  it('github-metadata says what follows from the name of the repository', async () => {
    const site = {
      'a.html': page(
        '',
        '{% assign g = site.github %}{{ site.title }} {{ g.owner_name }} {{ g.repository_url }} ' +
          '{{ g.is_project_page }} {{ g.baseurl }} {{ g.contributors.size }} {{ g.mine }} {{ site.baseurl }}',
      ),
    }
    const config = 'plugins: [jekyll-github-metadata]\n'
    const repository = 'repository: Ada/notes\ngithub: {mine: yes}\nbaseurl: /b\n'
    const { files, warnings } = await buildSite({ ...site, '_config.yml': config + repository })
    expect(files['a.html']).to.equal('notes Ada https://github.com/Ada/notes true /notes 0 true /b')
    expect(warnings).to.deep.equal([])
    const unknown = await buildSite({ ...site, '_config.yml': config })
    expect(unknown.warnings[0]).to.match(/needs the name of the repository: set repository/)
    // A site of GitHub Pages has it without asking for it.
    const pages = { Gemfile: 'gem "github-pages"', '_config.yml': repository }
    expect((await buildSite({ ...site, ...pages })).files['a.html']).to.include('Ada/notes')
  })

  it('postfiles publishes what lies beside a post beside its page', async () => {
    const { files } = await buildSite({
      '_config.yml': 'plugins: [jekyll-postfiles]\npermalink: /:year/:title/',
      '_posts/2024-01-02-trip/2024-01-02-trip.md': page('title: Trip', '![](map.png)'),
      '_posts/2024-01-02-trip/map.png': 'map',
      '_posts/2024-01-02-trip/in/track.txt': 'track',
      '_posts/2024-01-02-trip/notes.md': 'no post',
      '_posts/2024-01-03-home.md': page('title: Home'),
      '_posts/shared.png': 'of nobody',
    })
    expect(Object.keys(files)).to.deep.equal([
      '2024/home/index.html',
      '2024/trip/in/track.txt',
      '2024/trip/index.html',
      '2024/trip/map.png',
    ])
    expect(files['2024/trip/map.png']).to.equal('map')
  })

  it('says plainly what is not done without CoffeeScript', async () => {
    const config = { '_config.yml': 'plugins: [jekyll-coffeescript]' }
    const { warnings } = await buildSite({ ...config, 'a.html': '' })
    expect(warnings[0]).to.match(/^CoffeeScript is not compiled/)
  })

  it('warns of an unknown theme, with a remedy', async () => {
    const warningsOf = async (config: string) =>
      (await buildSite({ '_config.yml': config, 'a.html': '' })).warnings.join('\n')
    expect(await warningsOf('theme: x')).to.match(/^The theme 'x'.*put its _layouts/)
    // The remote one takes the place of the other.
    expect(await warningsOf('theme: x\nremote_theme: y/z')).to.match(/^The remote theme 'y\/z'/)
  })

  it('optional-front-matter makes pages of bare Markdown, but not of the README', async () => {
    const { files } = await buildSite({
      ...withPlugin(
        'jekyll-optional-front-matter',
        'optional_front_matter: {remove_originals: true}',
      ),
      'a.md': '# A',
      'README.md': '# R',
    })
    expect(Object.keys(files)).to.deep.equal(['README.md', 'a.html'])
  })

  it('readme-index makes the README an index', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-readme-index'),
      'sub/README.md': 'R',
      'b/index.md': page(''),
      'b/README.md': 'x',
    })
    expect(files['sub/index.html']).to.equal('<p>R</p>\n')
    expect(files['b/index.html']).to.equal('\n')
  })

  it('default-layout picks by kind', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-default-layout'),
      '_layouts/default.html': 'default',
      '_layouts/post.html': 'post',
      'a.md': page('', 'a'),
      'b.md': page('layout: null', 'b'),
      '_posts/2024-01-01-p.md': page(''),
    })
    expect(files).to.include({
      'a.html': 'default',
      'b.html': '<p>b</p>\n',
      '2024/01/01/p.html': 'post',
    })
  })

  it('include-cache renders an include once for its parameters', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-include-cache'),
      '_includes/i.html': '{{ page.url }}{{ include.x }}',
      '1.html': page('', '{% include_cached i.html x=1 %} {% include_cached i.html x=2 %}'),
      '2.html': page('', '{% include_cached i.html x=1 %}'),
    })
    expect(files).to.deep.equal({ '1.html': '/1.html1 /1.html2', '2.html': '/1.html1' })
  })

  it('mentions link names in text, not in code or links', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-mentions'),
      'a.html': page('', '<body>@ann <code>@bob</code> me@x.org <a>@cy</a></body>'),
    })
    expect(files['a.html']).to.equal(
      '<body><a href="https://github.com/ann" class="user-mention">@ann</a> <code>@bob</code> me@x.org <a>@cy</a></body>',
    )
  })

  it('archives list the posts of a tag and a year', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-archives', 'jekyll-archives: {enabled: [year, tags]}'),
      '_layouts/archive.html':
        '{{ page.type }} {{ page.title }} {{ page.date | date: "%Y" }} {% for p in page.posts %}{{ p.title }}{% endfor %}',
      '_posts/2023-01-01-p.md': page('title: P\ntags: [x]'),
    })
    expect(files['tag/x/index.html']).to.equal('tag x  P')
    expect(files['2023/index.html']).to.equal('year  2023 P')
  })

  it('toc takes its names, levels and left-out sections from the settings', async () => {
    const settings = [
      'min_level: 2, max_level: 3, ordered_list: true, no_toc_section_class: [ex, ex2]',
      'list_id: i, list_class: c, sublist_class: s, item_class: t, item_prefix: p-',
    ]
    const { files } = await buildSite({
      ...withPlugin('jekyll-toc', `toc: {${settings.join(', ')}}`),
      '_layouts/l.html': '{{ content | toc_only }}',
      'a.md': page(
        'layout: l\ntoc: true',
        '# A\n\n## B\n\n### C\n\n#### D\n\n<div class="x ex2"><h2 id="q">Q</h2></div>\n',
      ),
    })
    expect(files['a.html']?.replace(/\n/g, '')).to.equal(
      '<ol id="i" class="c"><li class="t p-h2"><a href="#b">B</a><ol class="s"><li class="t p-h3"><a href="#c">C</a></li></ol></li></ol>',
    )
  })

  it('jemoji loads images from the configured place', async () => {
    const { files } = await buildSite({
      ...withPlugin('jemoji', 'emoji: {src: /images/}'),
      'a.html': page('', '<b>:+1:</b>'),
    })
    expect(files['a.html']).to.equal(
      '<b><img class="emoji" title=":+1:" alt=":+1:" src="/images/emoji/unicode/1f44d.png" height="20" width="20"></b>',
    )
  })

  it('jemoji and mentions take linear time', async () => {
    const text = `${':'.repeat(40_000)}${'@a-'.repeat(20_000)}${'<'.repeat(20_000)}:x:`
    const { files } = await buildSite({
      '_config.yml': 'plugins: [jemoji, jekyll-mentions]',
      'a.html': page('', text),
    })
    expect(files['a.html']).to.have.length.of.at.least(100_000)
  })

  it('gist prints its element', async () => {
    const { files } = await buildSite({
      '_config.yml': 'plugins: [jekyll-gist]',
      'a.html': page('', '{% gist ann/1a2b x.rb %}'),
    })
    expect(files['a.html']).to.equal(
      '<script src="https://gist.github.com/ann/1a2b.js?file=x.rb"> </script>',
    )
  })

  // What Jekyll 4.3.1 with jekyll-feed 0.17 and jekyll-seo-tag 2.8 writes.
  it('feed_meta uses the configured path of the feed', async () => {
    const { files } = await buildSite({
      ...withPlugin('jekyll-feed', 'feed: {collections: {posts: {path: /index.xml}}}'),
      'a.html': page('', '{% feed_meta %}'),
    })
    expect(files['a.html']).to.include('href="/index.xml"')
    expect(files).to.include.keys('index.xml')
  })

  it('jekyll-seo-tag keeps an empty last_modified_at', async () => {
    const { files, error } = await buildSite({
      ...withPlugin('jekyll-seo-tag'),
      '_posts/2024-01-01-a.md': page('last_modified_at: ""\nlayout: box', 'x'),
      '_layouts/box.html': '{% seo %}',
    })
    expect(error).to.equal(null)
    expect(files['2024/01/01/a.html']).to.include('"dateModified":"","datePublished":"2024-')
  })

  it('jekyll-seo-tag makes an excerpt only if there is no description', async () => {
    const text =
      '{% highlight text %}a{% endhighlight %}{% highlight text %}b\n\nc{% endhighlight %}'
    const post = (more: string) => ({
      '_config.yml': 'plugins: [jekyll-seo-tag]',
      '_layouts/post.html': '{% seo %}{{ content }}',
      '_posts/2024-01-02-a.html': page(`layout: post\n${more}`, text),
    })
    expect((await buildSite(post('description: D'))).report.ok).to.equal(true)
    // The excerpt ends inside of the second block, and has the end of the first.
    expect((await buildSite(post('title: T'))).report.ok).to.equal(false)
  })
})
