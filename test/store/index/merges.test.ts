import { expect } from 'chai'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Connection } from '../../../src/store/connection.js'
import { createSiteIndex, type ClosableIndex } from '../../../src/store/index/create-index.js'
import { closeIndexFile, makeIndexFile } from '../../../src/store/index/index-file.js'
import { countBetweenTurns } from '../../turns.js'
import { FACTS, makeEntry, makeFolder } from '../make-store.js'

/** A post of 90 kB in which no word occurs twice, nor in one of another number. */
function manyWords(number: number) {
  const body = Array.from({ length: 10_000 }, (_, at) => `w${number * 10_000 + at}`).join('\n')
  const entry = makeEntry(number)
  if (!entry.text) throw new TypeError('no text')
  return { ...entry, size: body.length, text: { ...entry.text, body } }
}

describe('the parts of the full-text index', () => {
  let folder: string
  let db: Connection
  let index: ClosableIndex
  let described = () => {}
  beforeEach(() => {
    folder = makeFolder()
    db = makeIndexFile(join(folder, 'index.db'), 'this boot').db
    const contentTypeOf = () => {
      described()
      return 'text/plain'
    }
    index = createSiteIndex(db, { wasRebuilt: true, contentTypeOf })
  })
  afterEach(async () => {
    await index.close()
    closeIndexFile(db, true)
    rmSync(folder, { recursive: true })
    described = () => {}
  })

  const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
  const partsOfWords = () => count('SELECT count(DISTINCT segid) FROM words_idx')

  it('are merged after the writes, not in the one that makes them too many', async () => {
    const writes: number[] = []
    for (let number = 1; number <= 30; number += 1) {
      const before = count('SELECT total_changes()')
      index.applyChanges('site', {
        commit: `c${number}`,
        expected: number === 1 ? null : `c${number - 1}`,
        facts: FACTS,
        upserts: [manyWords(number)],
        removes: [],
        commits: [],
      })
      writes.push(count('SELECT total_changes()') - before)
    }
    expect(Math.max(...writes)).to.be.lessThan(2 * Math.min(...writes))
    while (partsOfWords() > 15) await nextTurn()
  })

  it('are merged while the index is built, of long texts one in a turn', async () => {
    const turns = countBetweenTurns()
    described = () => turns.count()
    const pass = index.beginRebuild('site')
    await pass.putEntries(Array.from({ length: 30 }, (_, at) => manyWords(at + 1)))
    turns.stop()
    expect(turns.most()).to.equal(1)
    expect(partsOfWords()).to.be.at.most(15)
    await pass.finish({ commit: 'c1', expected: null, facts: FACTS })
    const { rows } = await index.searchTexts({
      q: 'w150001',
      wholeSites: ['site'],
      limitedSites: [],
      ownerKeys: [],
      limit: 10,
      offset: 0,
    })
    expect(rows).to.have.length(1)
  })
})
