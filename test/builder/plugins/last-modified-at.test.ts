import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import { mapSource } from '../../../src/builder/base/source.js'
import { NOW, page } from '../../features/site.js'

describe('jekyll-last-modified-at', () => {
  it('gives pages of jekyll-paginate the time of their template’s file', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-modified-'))
    const files = new Map([
      ['_config.yml', 'plugins: [jekyll-paginate, jekyll-last-modified-at]\npaginate: 1'],
      ['index.html', page('', '{{ page.last_modified_at | date: "%F" }}')],
      ['_posts/2020-01-01-a.md', page('', 'a')],
      ['_posts/2020-01-02-b.md', page('', 'b')],
    ])
    const source = { ...mapSource(files), modifiedAt: async () => Date.UTC(2021, 4, 6) }
    try {
      await build(
        { source: join(root, 'none'), destination: join(root, 'out'), now: NOW },
        { source },
      )
      const texts = ['index.html', 'page2/index.html'].map((path) =>
        readFileSync(join(root, 'out', path), 'utf8'),
      )
      expect(texts).to.deep.equal(['2021-05-06', '2021-05-06'])
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
})
