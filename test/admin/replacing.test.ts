/** Plain text that is replaced in a text, and where it stood. */

import { expect } from 'chai'
import { replaced } from '../../src/admin/api/replacing.js'

describe('Replacing in a text', () => {
  const made = (text: string, find: string, replacement: string) =>
    replaced(text, { find, replacement, isCase: true }).text

  it('takes what is looked for, and what is put in, as plain text', () => {
    expect(made('a.b axb (a.b)', 'a.b', '$& $1 \\n')).to.equal('$& $1 \\n axb ($& $1 \\n)')
    for (const sign of '\\^$.*+?()[]{}|/-#&~') expect(made(`x${sign}y`, sign, '')).to.equal('xy')
    expect(made('aaa', 'aa', 'b')).to.equal('ba')
    expect(made('none', '', 'b')).to.equal('none')
  })

  it('looks at the case or not, in all scripts', () => {
    expect(made('Über über ÜBER', 'über', 'x')).to.equal('Über x ÜBER')
    const any = { find: 'über', replacement: 'x', isCase: false }
    expect(replaced('Über über ÜBER', any).text).to.equal('x x x')
  })

  it('tells each place with what stands around it in its line', () => {
    const text = `First\r\nThe old ${'pier '.repeat(30)}\r\nold`
    const { hits, text: next } = replaced(text, { find: 'old', replacement: 'new', isCase: true })
    expect(hits).to.deep.equal([
      { before: 'The ', found: 'old', after: ` ${'pier '.repeat(30)}`.slice(0, 40) + '…' },
      { before: '', found: 'old', after: '' },
    ])
    expect(next).to.equal(text.replaceAll('old', 'new'))
  })
})
