import { setImmediate as round } from 'node:timers/promises'
import { expect } from 'chai'
import { createRequestTurns } from '../../src/http/pipelining.js'
import { countBetweenTurns } from '../turns.js'

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('Requests of many connections', () => {
  it('begin at once if nothing else is running', () => {
    let begun = 0
    createRequestTurns()('a', () => (begun += 1))
    expect(begun).to.equal(1)
  })

  it('begin in order, with other work in between', async () => {
    const inTurns = createRequestTurns()
    const turns = countBetweenTurns()
    const numbers = Array.from({ length: 200 }, (_, at) => at)
    const begun: number[] = []
    for (const number of numbers) {
      inTurns('a', () => {
        turns.count()
        spin(1)
        begun.push(number)
      })
    }
    expect(begun).to.have.lengthOf.lessThan(50)
    while (begun.length < numbers.length) await round()
    turns.stop()
    expect(begun).to.deep.equal(numbers)
    expect(turns.most()).to.be.lessThan(50)
  })

  it('count the time that they take after a promise, too', async () => {
    const inTurns = createRequestTurns()
    const turns = countBetweenTurns()
    let done = 0
    const answer = async () => {
      await Promise.resolve()
      turns.count()
      spin(1)
      done += 1
    }
    // The first keeps the round, so that all others wait.
    inTurns('a', () => spin(10))
    for (let count = 0; count < 200; count += 1) inTurns('a', () => void answer())
    while (done < 200) await round()
    turns.stop()
    expect(turns.most()).to.be.lessThan(50)
  })

  it('of different users take turns, however many one user sends', async () => {
    const inTurns = createRequestTurns()
    const begun: string[] = []
    inTurns('many', () => spin(10))
    for (const number of [1, 2, 3]) inTurns('many', () => begun.push(`many ${number}`))
    for (const number of [1, 2]) inTurns('other', () => begun.push(`other ${number}`))
    while (begun.length < 5) await round()
    expect(begun).to.deep.equal(['many 1', 'other 1', 'many 2', 'other 2', 'many 3'])
  })

  it('begin after those that are waiting already', async () => {
    const inTurns = createRequestTurns()
    const begun: string[] = []
    inTurns('a', () => spin(10))
    inTurns('a', () => {
      begun.push('waited')
      inTurns('a', () => begun.push('of the one that waited'))
    })
    inTurns('a', () => begun.push('waited, too'))
    expect(begun).to.deep.equal([])
    while (begun.length < 3) await round()
    expect(begun).to.deep.equal(['waited', 'waited, too', 'of the one that waited'])
  })
})
