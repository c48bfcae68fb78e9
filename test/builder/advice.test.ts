import { expect } from 'chai'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../src/builder/build.js'
import { mapSource } from '../../src/builder/base/source.js'
import { AS_RECORDED } from './recorded.js'

describe('advice about what is missing', () => {
  let destination: string
  beforeEach(() => (destination = mkdtempSync(join(tmpdir(), 'galley-advice-'))))
  afterEach(() => rmSync(destination, { recursive: true, force: true }))

  async function said(files: Readonly<Record<string, string | Uint8Array>>) {
    const source = mapSource(new Map(Object.entries(files)))
    const request = { source: '/nowhere', destination, now: Date.UTC(2024, 5, 1), ...AS_RECORDED }
    const report = await build(request, { source })
    return report.diagnostics.map(({ path, message }) => `${path}: ${message}`)
  }

  const TAG =
    "module Jekyll\n class V < Liquid::Tag\n end\nend\nLiquid::Template.register_tag('video', Jekyll::V)\n"

  it('names Ruby plugins and what each does', async () => {
    const messages = await said({
      '_plugins/video.rb': TAG,
      '_plugins/text/filters.rb':
        'module Words\n  def shout(input)\n  end\n  def calm(input)\n  end\nend\n' +
        'Liquid::Template.register_filter(Words)\n',
      '_plugins/tags.rb': 'module Jekyll\n  class TagPages < Generator\n  end\nend\n',
      '_plugins/hook.rb': 'Jekyll::Hooks.register :posts, :pre_render do |post|\nend\n',
      '_plugins/bundler.rb': 'require "bundler/setup"\n',
      '_plugins/notes.txt': 'no plugin',
    })
    expect(messages).to.deep.equal([
      '_plugins/bundler.rb: Plugins in Ruby are not run: bundler.rb does something unknown and is left out.',
      '_plugins/hook.rb: Plugins in Ruby are not run: hook.rb changes what is built (hooks) and is left out.',
      '_plugins/tags.rb: Plugins in Ruby are not run: tags.rb makes pages or data and is left out.',
      '_plugins/text/filters.rb: Plugins in Ruby are not run: filters.rb defines the filters shout, calm and is left out.',
      '_plugins/video.rb: Plugins in Ruby are not run: video.rb defines the tag video and is left out.',
    ])
  })

  it('says where an unknown tag or filter may come from', async () => {
    const known = await said({ '_plugins/video.rb': TAG, 'a.html': '---\n---\n{% video x %}' })
    expect(known.at(-1)).to.include(
      "Unknown tag 'video': _plugins/video.rb defines this tag, but plugins in Ruby are not run",
    )
    const unknown = await said({ 'a.html': '---\n---\n{% other %}' })
    expect(unknown.at(-1)).to.match(
      /Unknown tag 'other'.*it may belong to a plugin that is not available/,
    )
    const filter = await said({
      '_config.yml': 'liquid: {strict_filters: true}\n',
      'a.html': '---\n---\n{{ "x" | shout }}',
    })
    expect(filter.at(-1)).to.match(
      /undefined filter shout.*it may belong to a plugin that is not available/,
    )
  })

  it('reports nothing that is built in, and names settings without effect', async () => {
    const messages = await said({
      '_config.yml': 'lsi: true\nhighlighter: pygments\nplugins: [kramdown-parser-gfm]\n',
      Gemfile: 'group :jekyll_plugins do\n  gem "kramdown-parser-gfm"\nend\n',
    })
    expect(messages).to.have.length(2)
    expect(messages[0]).to.include('lsi is not supported')
    expect(messages[1]).to.include('highlighter: rouge')
  })

  it('names an unknown version of Jekyll', async () => {
    for (const version of ['3', '4', '5.0', 'next', '[4.4]', '4.44'])
      expect(await said({ '_config.yml': `jekyll_version: ${version}\n` })).to.deep.equal([
        '_config.yml: jekyll_version must be github-pages, 3.10, 4.3 or 4.4; the site is built as by Jekyll 4.3.',
      ])
    for (const version of ['3.9', '3.10', '4.3', '"4.4"', '4.4.1', ''])
      expect(await said({ '_config.yml': `jekyll_version: ${version}\n` })).to.deep.equal([])
  })

  it('leaves out a post that is not UTF-8, with a warning', async () => {
    const bytes = Buffer.from('---\ntitle: a\n---\ncaf\xe9\n', 'latin1')
    const messages = await said({
      '_posts/2020-01-01-bad.md': bytes,
      '_posts/2020-01-02-good.md': '---\n---\nx',
    })
    expect(messages).to.have.length(1)
    expect(messages[0]).to.match(/^_posts\/2020-01-01-bad\.md: The file is not UTF-8/)
  })

  it('names the page that was rendered when an include is missing in a layout', async () => {
    const messages = await said({
      '_layouts/post.html': '{% include gone.html %}{{ content }}',
      '_posts/2020-01-02-good.md': '---\nlayout: post\n---\nx',
    })
    expect(messages.at(-1)).to.match(
      /^_layouts\/post\.html: .*gone\.html.*_posts\/2020-01-02-good\.md/,
    )
  })
})
