import { expect } from 'chai'
import { formatTable } from '../../src/cli/output.js'
import { createProgress } from '../../src/cli/progress.js'

function stream(isTTY: boolean) {
  const written: string[] = []
  return { isTTY, columns: 20, written, write: (text: string) => written.push(text) }
}

describe('progress', () => {
  it('updates one line of a terminal, no wider than the terminal, and not too often', () => {
    const terminal = stream(true)
    let now = 0
    const progress = createProgress({ clock: () => now }, terminal)
    progress.update('Rendered 1 of 4,000 pages')
    progress.update('Rendered 2 of 4,000 pages')
    now = 100
    progress.update('Rendered 3')
    progress.clear()
    progress.clear()
    const erase = '\r\u001b[2K'
    expect(terminal.written).to.deep.equal([
      `${erase}Rendered 1 of 4,000`,
      `${erase}Rendered 3`,
      erase,
    ])
  })

  it('writes plain lines elsewhere, each once, if requested', () => {
    const pipe = stream(false)
    const progress = createProgress({ lines: true }, pipe)
    for (const message of ['Started', 'Started', 'Done']) progress.update(message)
    progress.clear()
    expect(pipe.written).to.deep.equal(['Started\n', 'Done\n'])
    const silent = stream(false)
    createProgress({}, silent).update('Started')
    createProgress({ quiet: true, lines: true }, silent).update('Started')
    expect(silent.written).to.deep.equal([])
  })
})

describe('a table', () => {
  it('has columns as wide as their widest cell and no blanks at the end', () => {
    const hostile = formatTable([['a\u001b[31m\nb', 'c']])
    expect(hostile).to.deep.equal(['a\\u001b[31m\\u000ab  c'])
    const lines = formatTable([
      ['a', 'long cell', ''],
      ['bcd', 'x', 'y'],
    ])
    expect(lines).to.deep.equal(['a    long cell', 'bcd  x          y'])
  })
})
