import { expect } from 'chai'
import { buildSite, page } from '../../features/site.js'

const CONFIG = 'plugins: [jekyll-paginate-v2]\n'
const ON = `${CONFIG}pagination: {enabled: true, per_page: 2}\n`
const posts = Object.fromEntries(
  [1, 2, 3].map((n) => [`_posts/2024-01-0${n}-p.md`, page(`title: P${n}\npermalink: /p${n}.html`)]),
)
const LIST = '{% for post in paginator.posts %}{{ post.title }} {% endfor %}'
const withoutPosts = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => !/^p\d/.test(path)))

describe('jekyll-paginate-v2 (what Jekyll makes of it: fixtures/sites/paginate-v2)', () => {
  it('does not change a site that does not enable it', async () => {
    const index = page('pagination: {enabled: true}', `-${LIST}`)
    const { files, warnings } = await buildSite({ '_config.yml': CONFIG, 'index.html': index })
    expect(files).to.deep.equal({ 'index.html': '-' })
    expect(warnings).to.deep.equal([])
  })

  it('warns if no page uses it', async () => {
    const { warnings } = await buildSite({ '_config.yml': ON, 'index.html': page('') })
    expect(warnings).to.deep.equal([
      'Pagination is enabled, but no page has `pagination: {enabled: true}`.',
    ])
  })

  it('puts all on one page for `per_page: 0`, as documented (the plugin stops)', async () => {
    const index = page('pagination: {enabled: true, per_page: 0}', LIST)
    const { files } = await buildSite({ '_config.yml': ON, 'index.html': index, ...posts })
    expect(withoutPosts(files)).to.deep.equal({ 'index.html': 'P1 P2 P3 ' })
  })

  it('renders the own text of each template (Jekyll 4 renders that of the first for all)', async () => {
    const template = (text: string) => page('pagination: {enabled: true}', `${text} {{ page.url }}`)
    const { files } = await buildSite({
      '_config.yml': ON,
      'a/index.html': template('A'),
      'b/index.html': template('B'),
      ...posts,
    })
    expect(withoutPosts(files)).to.deep.equal({
      'a/index.html': 'A /a/index.html',
      'a/page2/index.html': 'A /a/page2/index.html',
      'b/index.html': 'B /b/index.html',
      'b/page2/index.html': 'B /b/page2/index.html',
    })
  })

  it('sorts by numbers, texts, dates and times, nothing first', async () => {
    const keys = ['2', '10', 'b', 'A', '2020-01-01', '2019-05-05 10:00:00', '~']
    const docs = keys.map((key, i) => [`_notes/${i}.md`, page(`title: "${key}"\nkey: ${key}`)])
    const { files } = await buildSite({
      '_config.yml': `${CONFIG}collections: [notes]\npagination: {enabled: true, per_page: 9}`,
      'n/index.html': page('pagination: {enabled: true, collection: notes, sort_field: key}', LIST),
      ...Object.fromEntries(docs),
    })
    const sorted = (files['n/index.html'] ?? '').trim().split(' ')
    expect(sorted[0]).to.equal('~')
    expect(sorted.indexOf('2')).to.be.lessThan(sorted.indexOf('10'))
    expect(sorted.indexOf('A')).to.be.lessThan(sorted.indexOf('b'))
    expect(sorted.indexOf('2019-05-05')).to.be.lessThan(sorted.indexOf('2020-01-01'))
  })

  it('paginates as jekyll-paginate, with a warning, if only `paginate` is set', async () => {
    const { files, warnings } = await buildSite({
      '_config.yml': `${CONFIG}paginate: 2`,
      'index.html': page('', LIST),
      ...posts,
    })
    expect(withoutPosts(files)).to.deep.equal({ 'index.html': 'P3 P2 ', 'page2/index.html': 'P1 ' })
    expect(warnings.join()).to.match(/jekyll-paginate-v2 wants/)
  })

  it('makes no autopages of a kind that is off', async () => {
    const { files } = await buildSite({
      '_config.yml': `${ON}autopages: {enabled: true, tags: {enabled: false}, categories: false}`,
      '_layouts/autopage_collection.html': LIST,
      ...posts,
    })
    expect(withoutPosts(files)).to.deep.equal({
      'collection/posts/index.html': 'P1 P2 ',
      'collection/posts/page2/index.html': 'P3 ',
    })
  })
})
