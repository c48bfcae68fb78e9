import { expect } from 'chai'
import type { PermittedEntry } from '../../../src/model/entry.js'
import { documentJson, pageJson } from '../../../src/http/wire/document.js'
import {
  documentSummary,
  documentText,
  pageSummary,
  pageText,
} from '../../../src/http/wire/entry-text.js'
import { makeEntry } from '../../store/make-store.js'

function owned(facts: Partial<PermittedEntry> = {}): PermittedEntry {
  const rights = { update: true, delete: true, publish: true }
  return { entry: makeEntry(1), userId: 'u1', editedById: null, rights, ...facts }
}

describe('the JSON of texts', () => {
  it('is the JSON of the representation', () => {
    const found = owned()
    for (const _ of [1, 2]) {
      expect(JSON.parse(documentText(found))).to.deep.equal(documentJson(found))
      expect(JSON.parse(pageText(found))).to.deep.equal(pageJson(found))
    }
  })

  it('leaves the body out of a summary', () => {
    const found = owned()
    const { body: _, ...document } = documentJson(found)
    const { body: __, ...page } = pageJson(found)
    expect(JSON.parse(documentSummary(found))).to.deep.equal(document)
    expect(JSON.parse(pageSummary(found))).to.deep.equal(page)
  })

  it('is cached for one entry, not for changed copies of it', () => {
    const found = owned()
    expect(documentText(found)).to.equal(documentText(found))
    const renamed = { ...found, entry: { ...found.entry, title: 'Another' } }
    expect(JSON.parse(documentText(renamed))).to.have.property('title', 'Another')
    expect(JSON.parse(documentText(found))).to.have.property('title', found.entry.title)
  })

  it('tells each reader their own rights, and the current author', () => {
    const found = owned()
    documentText(found)
    const reader = { ...found, rights: { update: false, delete: false, publish: false } }
    expect(JSON.parse(documentText(reader)).can).to.deep.equal(reader.rights)
    expect(JSON.parse(documentText(found)).can).to.deep.equal(found.rights)
    const edited = { ...found, userId: 'u2', editedById: 'u3' }
    expect(JSON.parse(documentText(edited))).to.include({ user_id: 'u2', edited_by_id: 'u3' })
  })
})
