import { expect } from 'chai'
import type { Entry } from '../../../src/model/entry.js'
import { createMentions, namesIn } from '../../../src/service/media/mentions.js'
import { assertScalesInTurns } from '../../growth.js'
import { makeEntry, makeStore, putEntries, type TemporaryStore } from '../../store/make-store.js'

const inBody = (body: string) => [...namesIn({ body, metadata: {} })]

describe('namesIn', () => {
  for (const [body, ...names] of [
    ['![x](/uploads/a.jpg "Title")', '/uploads/a.jpg'],
    ['<img src="{{ base }}/uploads/a.jpg?v=2#x">', '/uploads/a.jpg'],
    ["<a href='../a%20b.pdf'>", '../a b.pdf'],
    ['See https://example.org/uploads/a.jpg.', '/uploads/a.jpg'],
    ['//cdn.example.org/a.png and **photo.jpg**', '/a.png', 'photo.jpg'],
    [
      '[x]: ./Z\u0308.png',
      './\u017b.png'.normalize('NFC').replace('\u017b', 'Z\u0308'.normalize('NFC')),
    ],
    ['%zz.png', '%zz.png'],
    ['no names here, e.g. none at all', 'e.g'],
  ] as const) {
    it(`finds ${names.join(', ')} in ${body}`, () => {
      expect(inBody(body)).to.deep.equal([...names])
    })
  }

  it('finds names in front matter, including names with blanks', () => {
    const metadata = { image: 'my photo.jpg', gallery: [{ src: '/uploads/b.png' }], n: 1, z: null }
    const names = [...namesIn({ body: '', metadata })]
    expect(names).to.include.members(['my photo.jpg', '/uploads/b.png'])
  })

  it('takes linear time for a long text, and keeps a limited number of names', () => {
    const long = 'x'.repeat(1_000_000)
    expect(inBody(`${long}.png`)).to.deep.equal([])
    expect(inBody(Array.from({ length: 5000 }, (_, at) => `${at}.png`).join(' '))).to.have.length(
      500,
    )
    expect(inBody('.'.repeat(1000))).to.deep.equal([])
  })

  it('looks at the first 100,000 characters, front matter first', () => {
    const filler = 'x '.repeat(49_990)
    expect(inBody(`${filler} a.png ${filler} b.png`)).to.deep.equal(['a.png'])
    const metadata = { long: filler, image: 'c.png' }
    expect([...namesIn({ body: `${filler} d.png`, metadata })]).to.deep.equal(['c.png'])
  })
})

describe('Mentions', () => {
  let temporary: TemporaryStore

  beforeEach(() => {
    temporary = makeStore()
  })
  afterEach(() => temporary.remove())

  let next = 0
  const entry = (siteId: string, path: string, changes: Partial<Entry>) =>
    makeEntry((next += 1), { siteId, path, ...changes })
  const text = (path: string, body: string, siteId = 'site') => {
    const made = entry(siteId, path, { url: `/${path.replace(/\.md$/, '.html')}` })
    return { ...made, text: made.text && { ...made.text, body } }
  }
  const file = (path: string, url: string | null = `/${path}`, siteId = 'site') =>
    entry(siteId, path, { kind: 'file', url, text: null })
  const uses = async (
    path: string,
    siteId = 'site',
    mentions = createMentions(temporary.store.index),
  ) => (await mentions.on(siteId)).of(path).map((head) => head.path)

  it('finds a file relative to the address of a text with letters that are encoded there', async () => {
    const page = text('p.md', '![x](in/a.png)')
    putEntries(temporary.store, [
      file('ö/in/a.png', '/%C3%B6/in/a.png'),
      file('other/in/a.png'),
      { ...page, url: '/%C3%B6/p.html' },
    ])
    expect(await uses('ö/in/a.png')).to.deep.equal(['p.md'])
  })

  it('finds a file by path, address, end of an address, relative to the text, or its only name', async () => {
    putEntries(temporary.store, [
      file('_uploads/ö b.png', '/uploads/%C3%B6%20b.png'),
      file('a/one.png'),
      file('b/one.png'),
      file('b/deep/two.png'),
      text('p0.md', 'x /uploads/o\u0308%20b.png'),
      text('p1.md', '{{ site.baseurl }}/base/a/one.png twice a/one.png'),
      text('p2.md', 'one.png'),
      text('b/p3.md', './one.png and deep/two.png and ../a/one.png'),
      text('p4.md', 'two.png and https://cdn.example.org/x/y/uploads/ö%20b.png'),
      text('p5.md', 'xa/one.png and /one.png and a/one.png.bak and b/deep/one.png'),
    ])
    expect(await uses('_uploads/ö b.png')).to.deep.equal(['p0.md', 'p4.md'])
    expect(await uses('a/one.png')).to.deep.equal(['b/p3.md', 'p1.md'])
    expect(await uses('b/one.png')).to.deep.equal(['b/p3.md'])
    expect(await uses('b/deep/two.png')).to.deep.equal(['b/p3.md', 'p4.md'])
  })

  it('follows commits, and reads a site again after it was evicted', async () => {
    const { store } = temporary
    const mentions = createMentions(store.index, 100)
    for (const siteId of ['one', 'two'])
      putEntries(store, [file('a.png', '/a.png', siteId), text('p.md', 'a.png', siteId)])
    for (const siteId of ['one', 'two', 'one'])
      expect(await uses('a.png', siteId, mentions)).to.deep.equal(['p.md'])
    putEntries(store, [text('q.md', '/a.png', 'one')], 'c2')
    expect(await uses('a.png', 'one', mentions)).to.deep.equal(['p.md', 'q.md'])
  })

  it('takes linear time if many names match many files', async () => {
    const { store } = temporary
    const sites = new Map<number, string>()
    const make = (size: number) => {
      const siteId = `site${size}`
      const names = Array.from({ length: 100 }, (_, at) => `x/y${at}/a.png`).join(' ')
      const many = Array.from({ length: size }, (_, at) => at)
      putEntries(store, [
        ...many.map((at) => file(`d${at}/a.png`, `/d${at}/a.png`, siteId)),
        ...many.map((at) => text(`p${at}.md`, names, siteId)),
      ])
      sites.set(size, siteId)
      return siteId
    }
    for (const size of [40, 320]) make(size)
    await assertScalesInTurns(async (size) => {
      const found = await createMentions(store.index).on(sites.get(size) ?? '')
      for (let at = 0; at < size; at += 1) expect(found.of(`d${at}/a.png`)).to.deep.equal([])
    }, 40)
  })
})
