import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { mapSource } from '../../src/builder/base/source.js'
import { build } from '../../src/builder/build.js'
import { NOW, page } from '../features/site.js'
import { AS_RECORDED } from './recorded.js'

/** Reads pages of a site as it is built, with single blanks. */
async function built(files: Readonly<Record<string, string>>): Promise<(path: string) => string> {
  const root = mkdtempSync(join(tmpdir(), 'galley-carried-'))
  after(() => rmSync(root, { recursive: true, force: true }))
  const source = mapSource(new Map(Object.entries(files)))
  await build(
    { source: join(root, 'none'), destination: join(root, 'out'), now: NOW, ...AS_RECORDED },
    { source },
  )
  return (path) =>
    readFileSync(join(root, 'out', `${path}.html`), 'utf8')
      .replace(/\s+/g, ' ')
      .trim()
}

const FILES = {
  '_config.yml': 'collections: { notes: { output: true } }\n',
  '_layouts/l.html': 'L{% increment i %}[{{ content | strip }}]{{ i }}',
  '_includes/n.html': '{% increment i %}',
  'a.html': page('layout: l', 'a {% include n.html %} {% include n.html %} {{ i }}'),
  'b.html': page('layout: l', 'b {% include n.html %} {% include n.html %} {{ i }}'),
  'c.html': page(
    '',
    'c {% decrement j %} {% decrement j %} {{ i }} {{ j }} {% assign i = "x" %}{{ i }} {% increment i %}',
  ),
  '_posts/2020-01-01-p.md': page(
    'layout: l',
    'p {% increment i %} {% increment k %}\n\nmore {% increment k %}',
  ),
  'd.html': page(
    'layout: l',
    'q {% increment i %}{% for post in site.posts %}{{ post.excerpt | strip }}{% endfor %} {{ k }}',
  ),
  '_notes/n.md': page('', 'n {% increment i %} {{ j }}'),
}

describe('increment and decrement', () => {
  // Recorded from Jekyll 4.3.1.
  it('continue from page to page, also in layouts and includes, and start again in an excerpt', async () => {
    const read = await built(FILES)
    const paths = ['2020/01/01/p', 'notes/n', 'a', 'b', 'c', 'd']
    expect(paths.map((path) => read(path))).to.deep.equal([
      'L1[<p>p 0 0</p> <p>more 1</p>]2',
      '<p>n 2</p>',
      'L5[a 3 4 5]6',
      'L8[b 6 7 8]9',
      'c -1 -2 9 -2 x 9',
      'L11[q 10<p>p 0 0</p> 2]12',
    ])
  })
})

describe('count, if it is not set', () => {
  // Recorded from Jekyll 4.3.1.
  it('is the number of names that the payload has', async () => {
    const read = await built({
      'a.html': page('', '{{ count }} {{ count | plus: 1 }} {% assign count = 3 %}{{ count }}'),
      'b.html': page('', '{% increment q %} {{ count }}'),
      'c.html': page('', '{{ count }}'),
    })
    expect(['a', 'b', 'c'].map((path) => read(path))).to.deep.equal(['9 10 3', '0 10', '10'])
  })
})

describe('the content of a page before its layout', () => {
  // Recorded from Jekyll 4.3.1.
  it('is what the last layout of an earlier page was given', async () => {
    const read = await built({
      '_layouts/inner.html': page('layout: outer', 'inner[{{ content | strip }}]'),
      '_layouts/outer.html': 'outer[{{ content | strip }}]',
      '_includes/n.html': 'n{{ content | strip }}',
      '_posts/2020-01-01-p.html': page('layout: inner', '{{ content }}p'),
      'a.html': page('', 'a{{ content | strip }}'),
      'b.html': page('layout: outer', 'b{% include n.html %}'),
      'c.html': page('', 'c{{ content | strip }}'),
      'd.html': page(
        'layout: outer',
        'd{% for post in site.posts %}{{ post.excerpt }}{% endfor %}',
      ),
    })
    const paths = ['2020/01/01/p', 'a', 'b', 'c', 'd']
    expect(paths.map((path) => read(path))).to.deep.equal([
      'outer[inner[p]]',
      'ainner[p]',
      'outer[bninner[p]]',
      'cbninner[p]',
      'outer[dp]',
    ])
  })
})
