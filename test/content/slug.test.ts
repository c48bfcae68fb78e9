import { assert } from 'chai'
import { slugForTitle, slugify, titleizeSlug } from '../../src/content/slug.js'

describe('slugify', () => {
  // The examples of Jekyll's documentation of the slugify filter, and accents.
  const CASES: readonly [string, string | undefined, string][] = [
    ['The _config.yml file', undefined, 'the-config-yml-file'],
    ['The _config.yml file', 'pretty', 'the-_config.yml-file'],
    ['The _cönfig.yml file', 'ascii', 'the-c-nfig-yml-file'],
    ['The cönfig.yml file', 'latin', 'the-config-yml-file'],
    ['The _config.yml file', 'raw', 'the-_config.yml-file'],
    ['The _config.yml file', 'none', 'the _config.yml file'],
    ['Æsop & Straße', 'latin', 'aesop-strasse'],
    ['日本 2024', undefined, '日本-2024'],
    ['--a--', undefined, 'a'],
    ['!!!', undefined, ''],
  ]
  for (const [text, mode, slug] of CASES) {
    it(`makes ${JSON.stringify(slug)} of ${JSON.stringify(text)} in mode ${mode ?? 'default'}`, () =>
      assert.equal(slugify(text, mode === undefined ? {} : { mode }), slug))
  }

  it('keeps capitals when asked', () => {
    assert.equal(slugify('My Post', { cased: true }), 'My-Post')
  })
})

describe('slugForTitle', () => {
  it('is the beginning of a long title, up to a whole word if possible', () => {
    assert.equal(slugForTitle('word '.repeat(80)), Array(40).fill('word').join('-'))
    const cyrillic = slugForTitle('слово '.repeat(70))
    assert.match(cyrillic, /^слово(-слово)+$/)
    for (const title of [
      'x'.repeat(400),
      'ж'.repeat(400),
      '𝒳'.repeat(400),
      `a ${'y'.repeat(400)}`,
    ]) {
      const slug = slugForTitle(title)
      assert.isAtMost(Buffer.byteLength(slug), 200)
      assert.isAbove(Buffer.byteLength(slug), 190)
      assert.ok(slug.isWellFormed())
    }
  })
  it('is never empty', () => assert.equal(slugForTitle('???'), 'untitled'))
})

describe('titleizeSlug', () => {
  it('capitalizes every word', () => assert.equal(titleizeSlug('my-fIRST_post'), 'My First_post'))
})
