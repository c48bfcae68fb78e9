import { expect } from 'chai'
import { createTurns, eachInTurns, nextTurn } from '../../src/system/turns.js'
import { countBetweenTurns } from '../turns.js'

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

  it('of many at once holds others up no longer than that of one', async () => {
    const counter = countBetweenTurns()
    const spin = () => {
      const until = performance.now() + 0.1
      while (performance.now() < until);
      counter.count()
    }
    // A hundred between two looks at the clock, each of which finds that the turn is over.
    const numbers = Array.from({ length: 500 }, (_, at) => at)
    // As requests come: each by itself, in one round of the event loop.
    const begun = Array.from(
      { length: 6 },
      () => new Promise<void>((resolve) => setImmediate(resolve)),
    )
    await Promise.all(begun.map(async (one) => one.then(() => eachInTurns(numbers, spin))))
    counter.stop()
    expect(counter.total()).to.equal(3000)
    expect(counter.most()).to.be.at.most(200)
  })

  it('is begun with what is left of the round that others began', async () => {
    const [first, second] = [createTurns(), createTurns()]
    const until = performance.now() + 20
    while (performance.now() < until);
    let hasOthersHadTheirTurn = false
    setImmediate(() => (hasOthersHadTheirTurn = true))
    await createTurns()()
    expect(hasOthersHadTheirTurn).to.equal(true)
    await Promise.all([first(), second()])
  })

  it('gives turns in the order in which they were asked for', async () => {
    const got: number[] = []
    await Promise.all([1, 2, 3].map(async (number) => void (await nextTurn(), got.push(number))))
    expect(got).to.deep.equal([1, 2, 3])
  })
})
