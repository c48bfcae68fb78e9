import { expect } from 'chai'
import { markLines } from '../../src/highlight/mark-lines.js'

describe('markLines', () => {
  it('ends every line, and splits spans at line ends', () => {
    const html = '<span class="c">a\n\nb</span> &lt;\n<span class="k">c</span>'
    expect(markLines(html, new Set([1, 4]))).to.equal(
      '<span class="hll"><span class="c">a</span>\n</span>\n<span class="c">b</span> &lt;\n' +
        '<span class="hll"><span class="k">c</span>\n</span>',
    )
  })

  it('returns an empty text for an empty text, and ignores missing lines', () => {
    expect(markLines('', new Set([1]))).to.equal('')
    expect(markLines('a\n', new Set([2]))).to.equal('a\n')
  })
})
