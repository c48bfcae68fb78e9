import { expect } from 'chai'
import { readItemText } from '../../../src/builder/read/text.js'
import { Reporter } from '../../../src/builder/base/report.js'
import { mapSource } from '../../../src/builder/base/source.js'

describe('readItemText', () => {
  it('reads front matter of more than 256 KB, as Jekyll does', async () => {
    const items = Array.from(
      { length: 7000 },
      (_, i) => `  - a line that is long enough for it ${i}`,
    )
    const text = `---\ntitle: Long\nlist:\n${items.join('\n')}\n---\nbody\n`
    const reporter = new Reporter()
    const source = mapSource(new Map([['a.md', text]]))
    const read = await readItemText(source, 'a.md', { reporter, strict: true })
    expect(text.length).to.be.above(256 * 1024)
    expect(read.data.get('title')).to.equal('Long')
    expect(read.data.get('list')).to.have.length(7000)
  })
})
