import { expect } from 'chai'
import {
  concatYielding,
  createYielder,
  forEachYielding,
  nextTurn,
  sortYielding,
} from '../../src/system/yielding.js'
import { fc } from '../random.js'
import { countBetweenTurns } from '../turns.js'

describe('bytes in turns', () => {
  it('are joined unchanged, while other work runs', async () => {
    const piece = Buffer.from('0123456789')
    expect(String(await concatYielding([]))).to.equal('')
    expect(String(await concatYielding([piece, piece]))).to.equal('01234567890123456789')
    const pieces = Array.from({ length: 2000 }, (_, at) => Buffer.alloc(64 * 1024 + at, at))
    const turns = countBetweenTurns()
    const counted = pieces.map((bytes) => {
      const told = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      Object.defineProperty(told, 'length', { get: () => (turns.count(), bytes.length) })
      return told
    })
    const whole = await concatYielding(counted)
    turns.stop()
    expect(whole.equals(Buffer.concat(pieces))).to.equal(true)
    // Each length is asked for once before the first turn.
    expect(turns.most()).to.be.lessThan(2 * pieces.length)
  })
})

describe('work in turns', () => {
  it('is done in order, with other work in between', async () => {
    const done: number[] = []
    let doneThen = -1
    setImmediate(() => {
      doneThen = done.length
    })
    const numbers = Array.from({ length: 1000 }, (_, at) => at)
    await forEachYielding(numbers, (number) => {
      const until = performance.now() + 0.2
      while (performance.now() < until);
      done.push(number)
    })
    expect(done).to.deep.equal(numbers)
    expect(doneThen).to.be.greaterThan(0).and.lessThan(1000)
  })

  it('of many tasks delays other work no longer than that of one', async () => {
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
    await Promise.all(begun.map(async (one) => one.then(() => forEachYielding(numbers, spin))))
    counter.stop()
    expect(counter.total()).to.equal(3000)
    expect(counter.most()).to.be.at.most(200)
  })

  it('starts with what is left of the time slice of the current round', async () => {
    const [first, second] = [createYielder(), createYielder()]
    const until = performance.now() + 20
    while (performance.now() < until);
    let hasOthersHadTheirTurn = false
    setImmediate(() => (hasOthersHadTheirTurn = true))
    await createYielder()()
    expect(hasOthersHadTheirTurn).to.equal(true)
    await Promise.all([first(), second()])
  })

  it('gets turns in the order of the requests', async () => {
    const got: number[] = []
    await Promise.all([1, 2, 3].map(async (number) => void (await nextTurn(), got.push(number))))
    expect(got).to.deep.equal([1, 2, 3])
  })

  it('sorts in turns, stably, like Array.prototype.sort', async () => {
    const item = fc.record({ key: fc.integer({ min: 0, max: 40 }), id: fc.integer() })
    const lists = fc.array(item, { minLength: 0, maxLength: 50 })
    const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key
    await fc.assert(
      fc.asyncProperty(lists, async (some) => {
        // So many that they are sorted in several parts.
        const list = Array.from({ length: 200 }, () => some).flat()
        const numbered = list.map((one, at) => ({ ...one, at }))
        expect(await sortYielding(numbered, byKey)).to.deep.equal(numbered.toSorted(byKey))
      }),
      { numRuns: 20 },
    )
  })
})
