import { expect } from 'chai'
import { changedFields } from '../../../src/service/content/entry-edit.js'
import { makeEntry } from '../../store/make-store.js'

describe('changedFields', () => {
  const entry = makeEntry(1)

  it('names the given fields that differ', () => {
    const same = { title: entry.title ?? '', body: entry.text?.body, tags: entry.text?.tags }
    expect(changedFields(same, entry)).to.deep.equal([])
    const tags = [...(entry.text?.tags ?? [])]
    expect(changedFields({ tags, metadata: { ...entry.text?.metadata } }, entry)).to.deep.equal([])
    const others = { title: 'Another', body: 'Another', tags: ['z'], permalink: '/z', date: null }
    expect(changedFields(others, entry)).to.deep.equal(Object.keys(others))
  })

  it('writes no text as JSON to compare it: two of 4 MB took 70 ms', () => {
    const { stringify } = JSON
    const written: unknown[] = []
    JSON.stringify = (value: unknown) => {
      written.push(value)
      return stringify(value)
    }
    try {
      const fields = { title: 'New', body: 'New', permalink: '/new', metadata: { a: 1 } }
      changedFields(fields, entry)
    } finally {
      JSON.stringify = stringify
    }
    expect(written).to.have.lengthOf.greaterThan(0)
    expect(written.filter((value) => typeof value === 'string')).to.deep.equal([])
  })
})
