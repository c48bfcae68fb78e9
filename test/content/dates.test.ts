import { readFileSync } from 'node:fs'
import { assert } from 'chai'
import { readDatedName } from '../../src/content/dated-names.js'
import { parseTime } from '../../src/content/dates.js'
import { formatIso, offsetAt, zoneNameAt } from '../../src/content/zone.js'

describe('parseTime', () => {
  // What Ruby's Time.parse gives in the zone of the table, as ISO.
  const CASES: readonly [string, string, string | null][] = [
    ['2013-09-14 20:46:50 -0400', 'UTC', '2013-09-15T00:46:50+00:00'],
    ['2013-09-14 20:46:50', 'Asia/Tokyo', '2013-09-14T20:46:50+09:00'],
    ['2013-09-14T20:46Z', 'UTC', '2013-09-14T20:46:00+00:00'],
    ['2013-09-14', 'Europe/Rome', '2013-09-14T00:00:00+02:00'],
    ['13-9-4', 'UTC', '2013-09-04T00:00:00+00:00'],
    ['2013/9/4 8:30 pm', 'UTC', '2013-09-04T20:30:00+00:00'],
    ['Sep 14, 2013', 'UTC', '2013-09-14T00:00:00+00:00'],
    ['14 September 2013 12:00 EST', 'UTC', '2013-09-14T17:00:00+00:00'],
    ['Sat, 14 Sep 2013 20:46:50 +0530', 'UTC', '2013-09-14T15:16:50+00:00'],
    ['20130914', 'UTC', '2013-09-14T00:00:00+00:00'],
    ['20130914T204650Z', 'UTC', '2013-09-14T20:46:50+00:00'],
    ['2024-03-10 02:30', 'America/New_York', '2024-03-10T03:30:00-04:00'],
    ['2024-01-01 00:00', '+08:45', '2024-01-01T00:00:00+08:45'],
    ['2013-02-30', 'UTC', '2013-03-02T00:00:00+00:00'],
    ['2013-13-01', 'UTC', null],
    ['not a date', 'UTC', null],
    ['', 'UTC', null],
  ]
  for (const [text, zone, iso] of CASES) {
    it(`reads ${JSON.stringify(text)} in ${zone}`, () => {
      const epochMs = parseTime(text, zone)
      assert.equal(epochMs === null ? null : formatIso(epochMs, zone), iso)
    })
  }

  const recorded = JSON.parse(
    readFileSync(new URL('../../fixtures/content/dates.json', import.meta.url), 'utf8'),
  ) as { now: number; zones: string[]; cases: [string, (number | null)[]][] }
  for (const [text, expected] of recorded.cases) {
    it(`reads ${JSON.stringify(text)} as Ruby does in ${recorded.zones.join(', ')}`, () => {
      const read = recorded.zones.map((zone) => parseTime(text, zone, recorded.now))
      assert.deepEqual(read, expected)
    })
  }

  const wallTimes = JSON.parse(
    readFileSync(new URL('../../fixtures/content/wall-times.json', import.meta.url), 'utf8'),
  ) as { zone: string; when: string; seconds: number }[]
  for (const { zone, when, seconds } of wallTimes) {
    it(`reads ${when}, which clocks in ${zone} may show twice or never, as Ruby does`, () => {
      assert.equal(parseTime(when, zone), seconds * 1000)
    })
  }

  it('refuses a text without a year or a day if no current time is given', () => {
    assert.isNull(parseTime('10:30', 'UTC'))
    assert.isNull(parseTime('Sep 11', 'UTC'))
    assert.isNotNull(parseTime('sep 2017', 'UTC'))
  })

  it('takes linear time for a hostile text', () => {
    assert.isNull(parseTime('1'.repeat(100_000), 'UTC'))
    assert.isNull(parseTime('1:1:1:'.repeat(20), 'UTC'))
  })
})

describe('readDatedName', () => {
  it('splits date, slug and extension', () => {
    const named = { date: '2024-01-02', slug: 'my-post', extension: '.md' }
    assert.deepEqual(readDatedName('a/_posts/2024-01-02-my-post.md'), named)
    assert.isNull(readDatedName('_posts/my-post.md'))
    assert.isNull(readDatedName('2024-01-02-a/b.md'))
  })
})

describe('offsetAt', () => {
  it('reads the sign of an offset in TZ as POSIX and Ruby do', () => {
    const zones = ['UTC+7', 'GMT-3', 'UTC-05:30', '+07:00']
    assert.deepEqual(
      zones.map((zone) => [offsetAt(0, zone) / 3600, zoneNameAt(0, zone)]),
      [
        [-7, 'UTC'],
        [3, 'GMT'],
        [5.5, 'UTC'],
        [7, ''],
      ],
    )
    assert.equal(offsetAt(0, 'Nowhere/Else'), 0)
  })
})
