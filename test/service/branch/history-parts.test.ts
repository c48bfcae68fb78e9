import { expect } from 'chai'
import type { AuthoredStep } from '../../../src/service/branch/authorship.js'
import { inParts } from '../../../src/service/branch/history-parts.js'

const who = { name: 'Ada', email: 'ada@example.org', time: 0, offset: 0 }

function step(number: number, changes: number, message = ''): AuthoredStep {
  const oid = String(number).padStart(40, '0')
  return {
    commit: { oid, tree: oid, parents: [], author: who, committer: who, message },
    changes: Array.from({ length: changes }, (_, at) => ({
      path: `${at}.md`,
      before: null,
      after: null,
    })),
    authorKey: who.email,
  }
}

describe('a history in parts', () => {
  it('holds few commits at a time if each changes much, and reads no further', async () => {
    let read = 0
    async function* steps() {
      for (const changes of [10, 10, 10, 1000, 1000, 10]) {
        await Promise.resolve()
        yield step(read++, changes)
      }
    }
    const parts: number[][] = []
    for await (const part of inParts(steps(), { steps: 2, changes: 100 })) {
      parts.push(part.map(({ changes }) => changes.length))
      expect(read).to.equal(parts.flat().length)
    }
    expect(parts).to.deep.equal([[10, 10], [10, 1000], [1000], [10]])
  })

  it('holds few commits with long messages', async () => {
    async function* steps() {
      for (let at = 0; at < 4; at += 1) {
        await Promise.resolve()
        yield step(at, 1, 'x'.repeat(30_000))
      }
    }
    const parts: number[] = []
    for await (const part of inParts(steps(), { steps: 200, changes: 100 })) parts.push(part.length)
    expect(parts).to.deep.equal([2, 2])
  })
})
