import { expect } from 'chai'
import type { PermittedEntry } from '../../../src/model/entry.js'
import { documentJson, pageJson } from '../../../src/http/wire/document.js'
import { partsOf, type JsonText } from '../../../src/http/json-stream.js'
import {
  documentRow,
  documentSummary,
  pageRow,
  pageSummary,
} from '../../../src/http/wire/entry-text.js'
import { makeEntry } from '../../store/make-store.js'

function owned(facts: Partial<PermittedEntry> = {}): PermittedEntry {
  const rights = { update: true, delete: true, publish: true }
  return { entry: makeEntry(1), userId: 'u1', editedById: null, rights, ...facts }
}

const parsed = (text: JsonText) => JSON.parse([...partsOf(text)].join(''))

describe('the JSON of texts', () => {
  it('is the JSON of the representation', () => {
    const found = owned()
    for (const _ of [1, 2]) {
      expect(parsed(documentRow(found))).to.deep.equal(documentJson(found))
      expect(parsed(pageRow(found))).to.deep.equal(pageJson(found))
    }
  })

  it('is the same if the body is long', () => {
    const entry = makeEntry(1)
    if (!entry.text) throw new TypeError('no text')
    const found = owned({
      entry: { ...entry, text: { ...entry.text, body: '"é😀'.repeat(50_000) } },
    })
    expect(documentRow(found)).not.to.be.a('string')
    expect(parsed(documentRow(found))).to.deep.equal(documentJson(found))
    expect(parsed(pageRow(found))).to.deep.equal(pageJson(found))
  })

  it('leaves the body out of a summary', () => {
    const found = owned()
    const { body: _, ...document } = documentJson(found)
    const { body: __, ...page } = pageJson(found)
    expect(parsed(documentSummary(found))).to.deep.equal(document)
    expect(parsed(pageSummary(found))).to.deep.equal(page)
  })

  it('is cached for one entry, not for changed copies of it', () => {
    const found = owned()
    expect(documentRow(found)).to.equal(documentRow(found))
    const renamed = { ...found, entry: { ...found.entry, title: 'Another' } }
    expect(parsed(documentRow(renamed))).to.have.property('title', 'Another')
    expect(parsed(documentRow(found))).to.have.property('title', found.entry.title)
  })

  it('tells each reader their own rights, and the current author', () => {
    const found = owned()
    documentRow(found)
    const reader = { ...found, rights: { update: false, delete: false, publish: false } }
    expect(parsed(documentRow(reader)).can).to.deep.equal(reader.rights)
    expect(parsed(documentRow(found)).can).to.deep.equal(found.rights)
    const edited = { ...found, userId: 'u2', editedById: 'u3' }
    expect(parsed(documentRow(edited))).to.include({ user_id: 'u2', edited_by_id: 'u3' })
  })
})
