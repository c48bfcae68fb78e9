import { expect } from 'chai'
import { parseStatCache } from '../../../src/git/worktree/stat-cache.js'

const OID = 'ab'.repeat(20)
const line = (path: string, mode = '100644') => `${mode}\t${OID}\t12 1 2 3\t${path}\t.`
const file = { oid: OID, mode: '100644', state: '12 1 2 3' }

describe('the stat cache of a working tree', () => {
  it('has all files and the later changes', async () => {
    const text = [
      '2 77 2',
      line('a.md'),
      line('b%09.md'),
      '',
      line('c.md'),
      line('a.md', '-'),
      '100644\tab',
    ]
    expect(await parseStatCache(text.join('\n'))).to.deep.equal({
      files: new Map([
        ['b\t.md', file],
        ['c.md', file],
      ]),
      trustedBefore: 77n,
      appended: 2,
    })
  })

  for (const [what, text] of [
    ['of another version', ['1 77 1', line('a.md'), '']],
    ['cut off in its files', ['2 77 2', line('a.md')]],
    ['cut off behind its last file', ['2 77 1', line('a.md')]],
    ['with a line that is none', ['2 77 2', line('a.md'), 'x', '']],
    ['that does not say how many', ['2 77', line('a.md'), '']],
    ['that is empty', ['']],
  ] as const) {
    it(`is ignored if it is one ${what}`, async () => {
      expect(await parseStatCache(text.join('\n'))).to.equal(null)
    })
  }

  it('is parsed in turns, however many files there are', async () => {
    const lines = Array.from({ length: 100_000 }, (_, number) => line(`_posts/post-${number}.md`))
    const text = [`2 77 ${lines.length}`, ...lines, ''].join('\n')
    let [turns, isOver] = [0, false]
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const cache = await parseStatCache(text)
    isOver = true
    expect(cache?.files.size).to.equal(100_000)
    expect(turns, 'turns of others meanwhile').to.be.above(1)
  })
})
