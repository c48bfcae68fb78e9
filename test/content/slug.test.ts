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
  it('is never empty', () => assert.equal(slugForTitle('???'), 'untitled'))
})

describe('titleizeSlug', () => {
  it('writes every word large', () => assert.equal(titleizeSlug('my-fIRST_post'), 'My First_post'))
})
