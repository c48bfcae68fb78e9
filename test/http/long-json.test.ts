import { expect } from 'chai'
import { inTurns } from '../../src/http/long-json.js'
import { countBetweenTurns } from '../turns.js'

const units = ['a', '"\\\n\t', '\u0001', 'é漢', '😀', 'x😀', '\u2028/</script>']
const long = (unit: string) => unit.repeat(100_000)

async function written(body: unknown): Promise<string> {
  const bytes = await inTurns(body)
  if (!Buffer.isBuffer(bytes)) throw new TypeError('no bytes')
  return bytes.toString('utf8')
}

describe('JSON with long texts', () => {
  it('is the same as from JSON.stringify', async () => {
    for (const unit of units) {
      const body = {
        id: 'a',
        body: long(unit),
        none: undefined,
        empty: {},
        list: [1, 'two', { three: null }],
        when: new Date(0),
        'a "key"': 1.5,
        inside: { first: true, text: long(unit), last: { text: long(unit) } },
      }
      expect((await written(body)) === JSON.stringify(body), unit).to.equal(true)
    }
    const bare: object = Object.assign(Object.create(null), { text: long('b') })
    expect((await written(bare)) === JSON.stringify(bare)).to.equal(true)
  })

  it('is the same of lists of objects, written one by one', async () => {
    const rows = Array.from({ length: 11 }, (_, at) => ({ at, text: `"${at}`, none: undefined }))
    for (const body of [
      { rows },
      { inside: { rows: [...rows, undefined, null, [1], 'x'] }, last: 1 },
      { rows: [{ text: long('\n') }] },
    ])
      expect((await written(body)) === JSON.stringify(body)).to.equal(true)
  })

  it('leaves values without long texts and lists as they are', async () => {
    const rows = Array.from({ length: 10 }, (_, at) => ({ at }))
    const body = {
      text: 'short',
      rows,
      inside: { list: [long('x')], numbers: Array(1000).fill(1) },
    }
    for (const value of [body, null, undefined, 'text', long('x'), [body], Buffer.from('x')])
      expect(await inTurns(value)).to.equal(value)
  })

  it('lets other work run before and between the long texts', async () => {
    const turns = countBetweenTurns()
    const text = long('x')
    const slow = () => ({
      get text() {
        turns.count()
        const until = performance.now() + 5
        while (performance.now() < until);
        return text
      },
    })
    let isLater = false
    setImmediate(() => (isLater = true))
    const asked: boolean[] = []
    const first = {
      get text() {
        asked.push(isLater)
        return text
      },
    }
    const parts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`k${at}`, slow()]))
    await inTurns({ first, ...parts })
    turns.stop()
    // First to see how long it is, then to be written.
    expect(asked[0]).to.equal(false)
    expect(asked.at(-1)).to.equal(true)
    expect(turns.most()).to.be.lessThan(turns.total())
  })
})
