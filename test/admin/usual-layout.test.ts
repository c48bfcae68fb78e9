/** The layout that a new text begins with. */

import { expect } from 'chai'
import { usualLayout } from '../../src/admin/api/usual-layout.js'

const page = (path: string, layout?: unknown) => ({
  type: 'page' as const,
  path,
  metadata: layout === undefined ? {} : { layout },
})

describe('the layout of a new text', () => {
  it('is that of most texts beside it', () => {
    const pages = [page('about.md', 'page'), page('contact.md', 'page'), page('map.md', 'wide')]
    expect(usualLayout(pages)).to.equal('page')
    const posts = [1, 2, 3].map((n) => ({
      ...page(`2026/${n}.md`, 'post'),
      type: 'document' as const,
    }))
    expect(usualLayout(posts)).to.equal('post')
  })

  it('is none where most name none', () => {
    expect(usualLayout([page('about.md'), page('contact.md'), page('map.md', 'wide')])).to.equal(
      null,
    )
    expect(usualLayout([page('about.md', 7)])).to.equal(null)
    expect(usualLayout([])).to.equal(null)
  })

  it('is not that of the start page, nor of pages in folders', () => {
    expect(usualLayout([page('index.md', 'home'), page('docs/a.md', 'doc')])).to.equal(null)
  })
})
