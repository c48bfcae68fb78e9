import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import { mapSource } from '../../../src/builder/base/source.js'
import { NOW, page } from '../../features/site.js'
import { AS_RECORDED } from '../recorded.js'

/** The files that Jekyll's plugin and ours make of a site whose files are all of 6 May 2021. */
async function built(files: Readonly<Record<string, string>>): Promise<(path: string) => string> {
  const root = mkdtempSync(join(tmpdir(), 'galley-modified-'))
  const source = {
    ...mapSource(new Map(Object.entries(files))),
    modifiedAt: async () => Date.UTC(2021, 4, 6),
  }
  after(() => rmSync(root, { recursive: true, force: true }))
  await build(
    { source: join(root, 'none'), destination: join(root, 'out'), now: NOW, ...AS_RECORDED },
    { source },
  )
  return (path) => readFileSync(join(root, 'out', path), 'utf8').trim()
}

describe('jekyll-last-modified-at', () => {
  it('gives pages of jekyll-paginate the time of their template’s file', async () => {
    const read = await built({
      '_config.yml': 'plugins: [jekyll-paginate, jekyll-last-modified-at]\npaginate: 1',
      'index.html': page('', '{{ page.last_modified_at | date: "%F" }}'),
      '_posts/2020-01-01-a.md': page('', 'a'),
      '_posts/2020-01-02-b.md': page('', 'b'),
    })
    expect([read('index.html'), read('page2/index.html')]).to.deep.equal([
      '2021-05-06',
      '2021-05-06',
    ])
  })

  it('ignores the style sheet of a theme', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-modified-'))
    after(() => rmSync(root, { recursive: true, force: true }))
    writeFileSync(join(root, '_config.yml'), 'theme: minima\nplugins: [jekyll-last-modified-at]\n')
    const report = await build({
      source: root,
      destination: join(root, '_site'),
      now: NOW,
      ...AS_RECORDED,
    })
    expect(report.ok).to.equal(true)
    expect(readFileSync(join(root, '_site/assets/main.css'), 'utf8')).to.contain('body')
  })

  // As jekyll-last-modified-at 1.3 with files of that day.
  it('takes the time of its file for a page and the tag, and the front matter for a document', async () => {
    const own = page(
      'last_modified_at: 2020-02-03\nlayout: l',
      '{{ page.last_modified_at | date: "%F" }}',
    )
    const read = await built({
      '_config.yml': 'plugins: [jekyll-last-modified-at]\ncollections: {notes: {output: true}}',
      '_layouts/l.html': '{{ content | strip_html | strip }} {% last_modified_at %F %}',
      'a.html': own,
      '_posts/2020-01-01-b.html': own,
      '_notes/c.html': own,
    })
    const paths = ['a.html', '2020/01/01/b.html', 'notes/c.html']
    expect(paths.map(read)).to.deep.equal([
      '2021-05-06 2021-05-06',
      '2020-02-03 2021-05-06',
      '2020-02-03 2021-05-06',
    ])
  })
})
