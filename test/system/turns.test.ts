import { expect } from 'chai'
import { eachInTurns } from '../../src/system/turns.js'

describe('work in turns', () => {
  it('does everything in order, and lets others in between', async () => {
    const done: number[] = []
    let doneThen = -1
    setImmediate(() => {
      doneThen = done.length
    })
    const numbers = Array.from({ length: 1000 }, (_, at) => at)
    await eachInTurns(numbers, (number) => {
      const until = performance.now() + 0.2
      while (performance.now() < until);
      done.push(number)
    })
    expect(done).to.deep.equal(numbers)
    expect(doneThen).to.be.greaterThan(0).and.lessThan(1000)
  })
})
