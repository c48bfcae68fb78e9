import { expect } from 'chai'
import { pointsToKeep } from '../../../src/service/copies/keeping.js'
import { pointPath, pointTime } from '../../../src/service/copies/point.js'
import { packsToKeep } from '../../../src/service/copies/site-copy.js'

const HOUR_MS = 60 * 60_000
const at = (text: string) => Date.parse(`${text}Z`)

describe('the rule of keeping copies', () => {
  const now = at('2026-05-31T12:00')
  const rule = { allDays: 1, dailyDays: 3 }
  const kept = (...times: string[]) =>
    [...pointsToKeep(times.map(at), rule, now)].map((time) =>
      new Date(time).toISOString().slice(0, 16),
    )

  const cases: readonly [title: string, given: string[], kept: string[]][] = [
    ['keeps none of none', [], []],
    [
      'keeps the newest, however old it is',
      ['2020-01-01T10:00', '2020-01-01T09:00'],
      ['2020-01-01T10:00'],
    ],
    [
      'keeps all of the last day',
      ['2026-05-31T11:00', '2026-05-31T10:59', '2026-05-30T12:00'],
      ['2026-05-31T11:00', '2026-05-31T10:59', '2026-05-30T12:00'],
    ],
    [
      'keeps the last of each day before',
      ['2026-05-31T11:00', '2026-05-29T23:00', '2026-05-29T09:00', '2026-05-28T01:00'],
      ['2026-05-31T11:00', '2026-05-29T23:00', '2026-05-28T01:00'],
    ],
    [
      'lets go what is older',
      ['2026-05-31T11:00', '2026-05-27T11:59', '2026-05-27T11:00', '2026-05-20T09:00'],
      ['2026-05-31T11:00'],
    ],
  ]
  for (const [title, given, expected] of cases) {
    it(title, () => expect(kept(...given).sort()).to.deep.equal(expected.sort()))
  }

  it('keeps a day that it has kept once until its time is over', () => {
    const points = new Set<number>()
    for (let time = at('2026-01-01T00:30'); time < now; time += HOUR_MS) {
      points.add(time)
      const left = pointsToKeep([...points], rule, time)
      for (const one of points) if (!left.has(one)) points.delete(one)
    }
    const days = new Set([...points].map((time) => new Date(time).toISOString().slice(0, 10)))
    expect([...days].sort()).to.deep.equal([
      '2026-05-27',
      '2026-05-28',
      '2026-05-29',
      '2026-05-30',
      '2026-05-31',
    ])
  })

  it('names points so that they sort by time', () => {
    const times = [at('2026-05-31T11:00'), at('2026-05-31T11:00:00.001'), at('2026-11-01T00:00')]
    const names = times.map(pointPath)
    expect(names.toSorted()).to.deep.equal(names)
    expect(names.map(pointTime)).to.deep.equal(times)
    for (const other of ['points/x', 'pieces/aa/x', 'points/20261399T105812345Z', 'key']) {
      expect(pointTime(other), other).to.equal(null)
    }
  })
})

describe('the packs of a site', () => {
  it('stay few, and each byte is written few times', () => {
    let packs: { bytes: number }[] = [{ bytes: 1_000_000 }]
    let written = 0
    let most = 0
    for (let edit = 0; edit < 10_000; edit += 1) {
      const kept = packsToKeep(packs)
      const merged = packs.slice(kept.length).reduce((sum, { bytes }) => sum + bytes, 0)
      packs = [...kept, { bytes: merged + 100 }]
      written += merged + 100
      most = Math.max(most, packs.length)
    }
    expect(most).to.be.at.most(8)
    expect(packs[0]?.bytes).to.be.at.least(1_000_000)
    expect(written / (10_000 * 100)).to.be.below(12)
  })
})
