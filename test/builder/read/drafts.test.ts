import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { build } from '../../../src/builder/build.js'
import { mapSource } from '../../../src/builder/base/source.js'
import { NOW, page } from '../../features/site.js'
import { AS_RECORDED } from '../recorded.js'

describe('a document without a date', () => {
  it('has the time of its file if its front matter says draft', async () => {
    const root = mkdtempSync(join(tmpdir(), 'galley-draft-'))
    const text = '{{ page.date | date: "%F" }}'
    const files = new Map([
      ['_config.yml', 'collections: {notes: {output: true}}'],
      ['_notes/a.html', page('draft: true', text)],
      ['_notes/b.html', page('', text)],
    ])
    const source = { ...mapSource(files), modifiedAt: async () => Date.UTC(2021, 4, 6) }
    const out = join(root, 'out')
    try {
      await build(
        { source: join(root, 'none'), destination: out, now: NOW, ...AS_RECORDED },
        { source },
      )
      const texts = ['a', 'b'].map((name) =>
        readFileSync(join(out, 'notes', `${name}.html`), 'utf8'),
      )
      expect(texts).to.deep.equal(['2021-05-06', '2024-06-01'])
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  })
})
