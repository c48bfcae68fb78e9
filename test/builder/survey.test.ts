import { expect } from 'chai'
import { mapSource } from '../../src/builder/base/source.js'
import { surveySite } from '../../src/builder/survey.js'
import { usesIn } from '../../src/builder/survey-uses.js'

const NOW = Date.UTC(2026, 0, 1)

describe('the survey of what a site needs', () => {
  const survey = async (files: Readonly<Record<string, string>>, options = {}) => {
    // Which Jekyll it wants is a question of its own, below.
    const all = { Gemfile: 'gem "jekyll", "~> 4.3.0"', ...files }
    const said = await surveySite(mapSource(new Map(Object.entries(all))), NOW, options)
    return said.map(({ severity, path, line, message }) => [severity, path, line, message])
  }

  it('is reported before a build, the most important first', async () => {
    const page =
      '---\n---\n{% raw %}{% other %}{% endraw %}\n{% video x | y %}{{ "a|b" | shout: 1 }}\n'
    const said = await survey({
      '_config.yml': 'lsi: true\nplugins: [jekyll-feed, jekyll-nope]\nremote_theme: a/b\n',
      '_plugins/video.rb': "Liquid::Template.register_tag('video', Jekyll::Video)\n",
      '_layouts/default.html': '{{ content | markdownify }}{% seo %}',
      'a.md': page,
      '_posts/2020-01-01-b.md': page,
      '_site/old.html': '---\n---\n{% gone %}',
      'node_modules/x.md': '---\n---\n{% gone %}',
    })
    expect(said).to.deep.equal([
      [
        'warning',
        '_config.yml',
        null,
        "The remote theme 'a/b' is not available; put its _layouts, _includes, _sass and assets into the site.",
      ],
      [
        'error',
        'a.md',
        4,
        "Unknown tag 'video' in a.md and 1 other file: _plugins/video.rb defines this tag, but plugins in Ruby are not run",
      ],
      [
        'error',
        '_layouts/default.html',
        1,
        "Unknown tag 'seo' in _layouts/default.html: Jekyll has no such tag; it may belong to a plugin that is not available",
      ],
      [
        'warning',
        '_plugins/video.rb',
        null,
        'Plugins in Ruby are not run: video.rb defines the tag video and is left out.',
      ],
      [
        'warning',
        '_config.yml',
        null,
        "The plugin 'jekyll-nope' is not available; the site is built without it.",
      ],
      ['warning', '_config.yml', null, 'lsi is not supported: related posts are the newest ones.'],
      [
        'warning',
        'a.md',
        4,
        "The filter 'shout' in a.md and 1 other file is unknown and leaves its input unchanged",
      ],
    ])
  })

  it('reports JavaScript plugins unless they are allowed, and runs none', async () => {
    const files = {
      '_plugins/own.js':
        "throw 1\ngalley.tag('video', f)\ngalley.block( \"note\", f)\ngalley.filter('shout', f)",
      'a.html': '---\n---\n{% video x %}{% note %}{{ 1 | shout }}{% endnote %}',
    }
    expect(await survey(files, { sitePlugins: true })).to.deep.equal([])
    const said = await survey(files)
    expect(said.map(([severity, path]) => [severity, path])).to.deep.equal([
      ['error', 'a.html'],
      ['error', 'a.html'],
      ['warning', '_plugins/own.js'],
      ['warning', 'a.html'],
    ])
    expect(said[0]?.[3]).to.include('_plugins/own.js defines this tag, which is not run unless')
  })

  it('is empty for a site that lacks nothing', async () => {
    const said = await survey({
      '_config.yml': 'plugins: [jekyll-seo-tag]\ntheme: minima\n',
      'a.md':
        '---\n---\n{% seo %}{% for p in site.posts %}{{ p | jsonify }}{% endfor %}{% if a %}{% else %}{% endif %}',
    })
    expect(said).to.deep.equal([])
  })

  it('begins with the Jekyll that the site is built as, where it says nothing', async () => {
    const config = { '_config.yml': 'theme: never' }
    const wanting = async (files: Readonly<Record<string, string>>) =>
      (await surveySite(mapSource(new Map(Object.entries({ ...config, ...files }))), NOW)).map(
        ({ message }) => message,
      )
    const none = await wanting({})
    expect(none[0]).to.match(
      /^The site is built as by GitHub Pages, with Jekyll 3\.10: It has no Gemfile/,
    )
    expect(none[1]).to.match(/^The theme 'never' is not available/)
    const locked = { Gemfile: '', 'Gemfile.lock': '    jekyll (3.9.5)' }
    for (const said of [locked, { Gemfile: 'gem "jekyll"' }])
      expect(await wanting(said)).to.have.length(1)
  })

  it('names labels of collections that are reduced, or are none', async () => {
    const said = await survey({
      '_config.yml': 'collections:\n  книги: {output: true}\n  café: {output: true}\n  ok: {}\n',
      'index.html': '---\n---\n',
    })
    const rule = 'In labels, only a to z, digits, ".", "_" and "-" count'
    const place = ['warning', '_config.yml', null]
    expect(said).to.deep.equal([
      [...place, `${rule}: 'книги' has none, so it is no collection`],
      [...place, `${rule}: 'café' is read as 'caf', with what 'collections' sets for 'caf'`],
    ])
  })

  it('is one error for a configuration that cannot be read', async () => {
    const said = await survey({ '_config.yml': 'a: [' })
    expect(said.map(([severity, path]) => [severity, path])).to.deep.equal([
      ['error', '_config.yml'],
    ])
  })

  it('is made in linear time', () => {
    for (const bad of ['{%', '{{', '{% a', '{{ a | b }}{% c', '{'])
      expect(usesIn(bad.repeat(50_000)).filters.length).to.be.below(2)
  })
})
