import { expect } from 'chai'
import { fieldsOf } from '../../../src/service/content/fields.js'
import { countBetweenTurns } from '../../turns.js'

describe('fieldsOf', () => {
  it('lets other work run between documents with very many keys', async () => {
    const turns = countBetweenTurns()
    const documents = Array.from({ length: 100 }, () => ({
      get slow() {
        turns.count()
        const until = performance.now() + 1
        while (performance.now() < until);
        return 'x'
      },
    }))
    const [field] = await fieldsOf([], documents)
    turns.stop()
    expect(field).to.deep.include({ name: 'slow', kind: 'text', values: ['x'] })
    expect(turns.most()).to.be.lessThan(100)
  })

  it('knows a hundred fields, and suggests the values that most documents have', async () => {
    const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, at) => [`k${at}`, 1]))
    const tags = Array.from({ length: 5000 }, (_, at) => `t${at}`)
    const fields = await fieldsOf(
      [],
      [{ tags: ['b', 'a', 'b'] }, { tags: ['b', ...tags], ...many }],
    )
    expect(fields).to.have.lengthOf(100)
    expect(fields[0]?.name).to.equal('tags')
    expect(fields[0]?.values.slice(0, 3)).to.deep.equal(['b', 'a', 't0'])
    expect(fields[0]?.values).to.have.lengthOf(30)
  })
})
