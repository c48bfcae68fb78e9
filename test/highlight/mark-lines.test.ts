import { expect } from 'chai'
import { markLines } from '../../src/highlight/mark-lines.js'

describe('markLines', () => {
  it('ends every line, and ends and begins spans that go over lines', () => {
    const html = '<span class="c">a\n\nb</span> &lt;\n<span class="k">c</span>'
    expect(markLines(html, new Set([1, 4]))).to.equal(
      '<span class="hll"><span class="c">a</span>\n</span>\n<span class="c">b</span> &lt;\n' +
        '<span class="hll"><span class="k">c</span>\n</span>',
    )
  })

  it('gives nothing for nothing, and passes over lines that there are not', () => {
    expect(markLines('', new Set([1]))).to.equal('')
    expect(markLines('a\n', new Set([2]))).to.equal('a\n')
  })
})
