import { expect } from 'chai'
import { buildSite, page } from '../../features/site.js'

/** Sites as GitHub Pages would build them: see configuration.rb and plugins.rb of the gem github-pages 232. */
describe('a site that is built as on GitHub Pages', () => {
  const CONFIG = 'theme: null\n'
  const built = (files: Readonly<Record<string, string>>) =>
    buildSite({ '_config.yml': CONFIG, ...files }, { withoutGemfile: undefined })

  it('is one without a Gemfile, with one of its gem, or that says so', async () => {
    const text = page('', '{{ jekyll.version }} {{ site.future }}')
    const version = async (files: Readonly<Record<string, string>>) =>
      (await built({ 'index.md': text, ...files })).files['index.html']
    const isPages = '<p>3.10.0 true</p>\n'
    expect(await version({})).to.equal(isPages)
    expect(await version({ Gemfile: 'gem "github-pages"' })).to.equal(isPages)
    const said = { '_config.yml': `${CONFIG}jekyll_version: github-pages\n` }
    expect(await version({ ...said, Gemfile: 'gem "jekyll"' })).to.equal(isPages)
    expect(await version({ Gemfile: 'gem "jekyll", "~> 3.9"' })).to.equal('<p>3.10.0 false</p>\n')
    const plain = { '_config.yml': `${CONFIG}jekyll_version: 3.10\n` }
    expect(await version(plain)).to.equal('<p>3.10.0 false</p>\n')
  })

  it('schedules posts to come where a server builds it', async () => {
    const files = { '_config.yml': CONFIG, '_posts/2999-01-01-a.md': page('', 'a') }
    const { report } = await buildSite(files, { withoutGemfile: undefined, safe: true })
    expect(report.counts.documents).to.equal(0)
  })

  it('shows future posts unless it says otherwise, and leaves out CNAME', async () => {
    const files = { '_posts/2999-01-01-a.md': page('', 'a'), CNAME: 'a.example' }
    expect(Object.keys((await built(files)).files)).to.deep.equal(['2999/01/01/a.html'])
    const own = { ...files, '_config.yml': `${CONFIG}future: false\nexclude: [b]\n` }
    expect(Object.keys((await built(own)).files)).to.deep.equal(['CNAME'])
  })

  it('has the usual plugins: texts without front matter, an index from README', async () => {
    const { files } = await built({
      '_layouts/default.html': '<{{ page.title }}>{{ content }}',
      'README.md': '# Read\n\n[b](b.md)',
      'b.md': '# B',
    })
    expect(files).to.deep.include({
      'b.html': '<B><h1 id="b">B</h1>\n',
      'index.html': '<Read><h1 id="read">Read</h1>\n\n<p><a href="/b.html">b</a></p>\n',
    })
  })

  it('has the theme primer unless it names another or none', async () => {
    const themes = async (config: string) =>
      (await built({ '_config.yml': config })).warnings.join(' ')
    expect(await themes('title: a\n')).to.match(/^The theme 'jekyll-theme-primer' is not available/)
    expect(await themes('remote_theme: a/b\n')).to.match(/^The remote theme 'a\/b'/)
    for (const none of ['theme: null\n', 'theme: minima\n']) expect(await themes(none)).to.equal('')
  })

  it('has no plugins but those that GitHub Pages runs', async () => {
    const { files, warnings } = await built({
      '_config.yml': `${CONFIG}plugins: [jekyll-archives, jekyll-sitemap]\njekyll-archives: {enabled: all}\n`,
      'index.md': page('', ''),
      '_posts/2020-01-01-a.md': page('tags: [b]', ''),
    })
    expect(Object.keys(files)).to.include('sitemap.xml').and.not.include('tag/b/index.html')
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(/GitHub Pages does not run the plugin 'jekyll-archives'/)
  })

  it('has kramdown, colours and MathJax, whatever it says', async () => {
    const text = '$$a$$\n\n{% highlight js %}\n1\n{% endhighlight %}'
    const config = 'markdown: redcarpet\nhighlighter: pygments\nkramdown: {math_engine: katex}\n'
    const usual = await built({ 'a.md': page('', text) })
    expect(usual.files['a.html']).to.contain('\\[a\\]').and.contain('<span class="mi">1</span>')
    const other = await built({ 'a.md': page('', text), '_config.yml': CONFIG + config })
    expect(other.files).to.deep.equal(usual.files)
    expect(other.warnings).to.deep.equal([])
  })
})
