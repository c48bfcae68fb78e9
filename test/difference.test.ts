import { expect } from 'chai'
import { formatDifference } from './difference.js'

/** What an assertion throws. */
function failureOf(assert: () => void): Error {
  try {
    assert()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}

describe('the difference that a failed test shows', () => {
  it('lists all differences of two objects, each in a line', () => {
    const names = ['index.html', 'about/index.html', 'posts/first/index.html', 'feed.xml']
    const error = failureOf(() => expect(names).to.deep.equal(names.slice(0, 3)))
    expect(formatDifference(error)).to.equal(
      `  got      [ 'index.html', 'about/index.html', 'posts/first/index.html', 'feed.xml' ]\n` +
        `  expected [ 'index.html', 'about/index.html', 'posts/first/index.html' ]\n`,
    )
    expect(error.message).to.include(`'feed.xml'`)
  })

  it('shows long values from their first difference, up to a length', () => {
    const same = 'x'.repeat(50_000)
    const error = failureOf(() => expect(`${same}a${same}`).to.equal(`${same}b${same}`))
    const lines = formatDifference(error).split('\n')
    expect(lines).to.have.length(3)
    expect(lines[0]).to.match(/^ {2}got {6}…x+ax+… \(\d+ characters\)$/)
    expect(lines[1]).to.match(/^ {2}expected …x+bx+… \(\d+ characters\)$/)
    for (const line of lines) expect(line.length).to.be.below(2100)
  })

  it('shows nothing without two values', () => {
    expect(formatDifference(new Error('no more'))).to.equal('')
    expect(formatDifference(undefined)).to.equal('')
    expect(formatDifference(failureOf(() => expect('abc').to.include('d')))).to.equal('')
  })
})
