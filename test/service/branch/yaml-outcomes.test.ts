import { expect } from 'chai'
import { ContentError } from '../../../src/content/error.js'
import { GalleyError } from '../../../src/errors.js'
import { mergeFrom, parsedFrom, textFrom } from '../../../src/service/branch/long-yaml/outcomes.js'
import type { YamlOutcome } from '../../../src/service/branch/long-yaml/yaml-thread.js'

const LATE: YamlOutcome = { kind: 'over budget', budget: 'more than 30 seconds' }
const DIED: YamlOutcome = { kind: 'died' }
const source = { source: 'a: 1', limits: {} }
const sides = { base: 'a\nb\nc\n', ours: 'A\nb\nc\n', theirs: 'a\nb\nC\n' }
const merge = { kind: 'merge files', ...sides } as const
const request = { siteId: 'a' }
const ownWork = { siteId: 'a', isOwnWork: true }

function thrown(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('the result of a task of the YAML thread', () => {
  const asked = (outcome: YamlOutcome) => [
    () => parsedFrom(outcome, { source, turn: request }),
    () => mergeFrom(outcome, { merge, turn: request }),
    () => textFrom(outcome),
  ]

  it('is 422 for a request over the time or memory limit', () => {
    for (const work of asked(LATE)) {
      const error = thrown(work)
      expect(error).to.be.instanceOf(GalleyError)
      expect(error).to.include({ code: 'validation_failed' })
      expect(error).to.have.property('message').that.includes('more than 30 seconds')
    }
  })

  it('is 503 with Retry-After for a request whose thread died', () => {
    for (const work of asked(DIED)) {
      const error = thrown(work)
      expect(error).to.be.instanceOf(GalleyError)
      expect(error).to.include({ code: 'unavailable', retryAfter: 1 })
    }
  })

  it('is an error of the text for background work over the limit, so that indexing continues', () => {
    const { value, error } = parsedFrom(LATE, { source, turn: ownWork })
    expect(value).to.equal(null)
    expect(error).to.deep.equal({
      line: 1,
      column: 1,
      reason: 'it takes more than 30 seconds to read',
    })
    expect(mergeFrom(LATE, { merge, turn: ownWork }).text).to.equal(null)
  })

  it('is computed on the main thread for background work whose thread died', () => {
    const read = parsedFrom(DIED, { source, turn: ownWork })
    expect(read).to.deep.equal({ value: new Map([['a', 1]]), error: null })
    const { text } = mergeFrom(DIED, { merge, turn: ownWork })
    expect(text).to.equal('A\nb\nC\n')
  })

  it('is the error that the thread reports, whether a refusal or a defect', () => {
    const refused = { kind: 'refused', code: 'refused', reason: 'it is broken' } as const
    for (const work of asked(refused)) {
      expect(thrown(work)).to.be.instanceOf(ContentError).with.property('reason', 'it is broken')
    }
    for (const work of asked({ kind: 'failed', stack: 'at line 1' })) {
      expect(thrown(work)).to.be.instanceOf(Error).with.property('message', 'long YAML: at line 1')
    }
  })
})
