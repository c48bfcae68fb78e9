import { expect } from 'chai'
import { createLimitLog } from '../../../src/service/operations/limit-log.js'

const HOUR = 60 * 60_000
const LIMIT = 'a limit was reached'

function makeLog(most?: number) {
  const clock = { now: 0 }
  const lines: { fields: Readonly<Record<string, unknown>>; message: string }[] = []
  const tell = createLimitLog({
    warn: (fields, message) => void lines.push({ fields: { ...fields }, message }),
    now: () => clock.now,
    ...(most !== undefined && { most }),
  })
  return { clock, lines, tell }
}

describe('The log of limits', () => {
  it('has one line an hour for a limit and an asker, and says how often there was none', () => {
    const { clock, lines, tell } = makeLog()
    const reached = { error: 'rate_limited', limit: 'Too many.', userId: 'u' } as const
    for (let k = 0; k < 5; k += 1) tell('u', { ...reached, requestId: `r${k}` })
    expect(lines).to.deep.equal([{ fields: { ...reached, requestId: 'r0' }, message: LIMIT }])
    clock.now = HOUR - 1
    tell('u', reached)
    expect(lines).to.have.length(1)
    clock.now = HOUR
    tell('u', reached)
    expect(lines[1]).to.deep.equal({ fields: { ...reached, suppressed: 5 }, message: LIMIT })
  })

  it('has lines of their own for other askers, codes and limits, but not for other numbers', () => {
    const { lines, tell } = makeLog()
    tell('u', { error: 'unavailable', limit: 'May have 3.5 MB.' })
    tell('v', { error: 'unavailable', limit: 'May have 3.5 MB.' })
    tell('u', { error: 'insufficient_storage', limit: 'May have 3.5 MB.' })
    tell('u', { error: 'unavailable', limit: 'Too many wait.' })
    expect(lines).to.have.length(4)
    tell('u', { error: 'unavailable', limit: 'May have 12,000 MB.' })
    expect(lines).to.have.length(4)
  })

  it('keeps no more rows than its limit, writes no more lines an hour, and says so once', () => {
    const { clock, lines, tell } = makeLog(100)
    for (let k = 0; k < 5000; k += 1) tell(`address ${k}`, { limit: 'Too many.' })
    expect(lines).to.have.length(101)
    expect(lines.at(-1)).to.deep.equal({
      fields: { lines: 100 },
      message: 'more limits were reached than the log names in an hour',
    })
    clock.now = HOUR
    for (let k = 0; k < 5000; k += 1) tell(`other ${k}`, { limit: 'Too many.' })
    expect(lines).to.have.length(202)
    expect(lines[101]?.message).to.equal(LIMIT)
    // Known rows would say how often there was no line.
    clock.now = 2 * HOUR
    tell('address 0', { limit: 'Too many.' })
    expect(lines.at(-1)?.fields).to.deep.equal({ limit: 'Too many.' })
  })

  it('cuts sentences that are long', () => {
    const { lines, tell } = makeLog()
    tell('u', { limit: '\u{1f600}'.repeat(10_000) })
    const [line] = lines
    expect(String(line?.fields['limit']).length).to.be.within(300, 301)
    expect(String(line?.fields['limit']).isWellFormed()).to.equal(true)
  })
})
