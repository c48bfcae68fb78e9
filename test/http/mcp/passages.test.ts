/** Passages of a text that are replaced. */

import { expect } from 'chai'
import { fc } from '../../random.js'
import { withReplaced } from '../../../src/http/mcp/passages.js'
import { assertScalesInTurns } from '../../growth.js'

describe('withReplaced', () => {
  it('replaces one after the other', async () => {
    const passages = [
      { old: 'b', new: 'xa' },
      { old: 'ax', new: '' },
    ]
    expect(await withReplaced('abc', passages)).to.equal('ac')
    expect(await withReplaced('a $& b', [{ old: ' b', new: '$&' }])).to.equal('a $&$&')
  })

  it('does so if there is one place, as indexOf finds it', async () => {
    const letters = (maxLength: number) =>
      fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(letters(30), letters(6), async (text, old) => {
        const place = text.indexOf(old)
        const again = text.indexOf(old, place + 1)
        const done = await withReplaced(text, [{ old, new: '-' }]).catch(
          (error: unknown) => Object(error).message,
        )
        if (place < 0) expect(done).to.match(/replace\.0\.old .* not at all$/)
        else if (again >= 0) expect(done).to.match(/more than once$/)
        else expect(done).to.equal(text.replace(old, '-'))
      }),
    )
  })

  it('takes no longer for what is nearly everywhere', () =>
    assertScalesInTurns(async (size) => {
      const half = 'a'.repeat(size / 4)
      await withReplaced('a'.repeat(size), [{ old: `${half}b${half}`, new: '' }]).catch(() => null)
    }, 40_000))
})
