/** The texts of the admin: German has what English has, and follows the rules of German typography. */

import { expect } from 'chai'
import type { Phrase } from '../../src/admin/text/catalogue.js'
import { deData, enData } from '../../src/admin/text/data-texts.js'
import { deNotices } from '../../src/admin/text/de-notices.js'
import { dePeople } from '../../src/admin/text/de-people.js'
import { de } from '../../src/admin/text/de.js'
import { enNotices } from '../../src/admin/text/en-notices.js'
import { enPeople } from '../../src/admin/text/en-people.js'
import { en } from '../../src/admin/text/en.js'

const formsOf = (phrase: Phrase) =>
  typeof phrase === 'string' ? [phrase] : [phrase.one, phrase.other]
const valuesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

/** With those that are loaded with their screens. */
const withOwn = (texts: object, own: object): Readonly<Record<string, Phrase>> => ({
  ...texts,
  ...Object.fromEntries(Object.entries(own).map(([key, phrase]) => [`own/${key}`, phrase])),
})
const english = withOwn(en, { ...enData, ...enNotices, ...enPeople })
const german = withOwn(de, { ...deData, ...deNotices, ...dePeople })
const texts = Object.entries(german).flatMap(([key, phrase]) =>
  formsOf(phrase).map((text) => ({ key, text })),
)

/** Keys of the texts in which the pattern occurs. */
const keysWith = (pattern: RegExp) =>
  texts.filter(({ text }) => pattern.test(text)).map(({ key }) => key)

describe('catalogues of the web admin', () => {
  it('have the same keys, none of them empty', () => {
    expect(Object.keys(german).sort()).to.deep.equal(Object.keys(english).sort())
    expect(keysWith(/^\s*$/)).to.deep.equal([])
  })

  it('have singular and plural forms of the same texts', () => {
    const plurals = (catalogue: Readonly<Record<string, Phrase>>) =>
      Object.keys(catalogue).filter((key) => typeof catalogue[key] !== 'string')
    expect(plurals(german).sort()).to.deep.equal(plurals(english).sort())
  })

  it('use the same placeholders', () => {
    const wrong = Object.entries(german).filter(([key, phrase]) => {
      const known = formsOf(english[key] ?? '').flatMap(valuesIn)
      return !formsOf(phrase)
        .flatMap(valuesIn)
        .every((name) => known.includes(name))
    })
    expect(wrong).to.deep.equal([])
  })

  it('use German quotation marks, in pairs', () => {
    expect(keysWith(/["”‘’‚]/)).to.deep.equal([])
    const odd = texts.filter(({ text }) => !/^[^„“]*(?:„[^„“]+“[^„“]*)*$/.test(text))
    expect(odd).to.deep.equal([])
  })

  it('use non-breaking spaces as German typography does', () => {
    expect(keysWith(/\bz\. ?B\.|\d ?%|\} ?%|\.\.\./)).to.deep.equal([])
  })

  it('use one German name for each thing', () => {
    const other =
      /\b(?:Kopfdaten(?! \(Front Matter\))|Verwaltung|Redaktion|Quellen?|Live|live|Posts?|Publisher|Administrator|jemand anderes)\b/i
    expect(keysWith(other)).to.deep.equal([])
  })
})
