/** Local times of a zone, as the form of a text sends them. */

import { expect } from 'chai'
import { fromLocal } from '../../src/admin/editor/zoned-time.js'
import { offsetAt } from '../../src/content/zone.js'
import { epochOfWall } from '../../src/liquid/zone.js'

/** Each has clocks that were changed within the hours below. */
const CHANGES = [
  ['Europe/Berlin', '2027-03-28'],
  ['Europe/Berlin', '2027-10-31'],
  ['America/New_York', '2027-03-14'],
  ['America/New_York', '2027-11-07'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['UTC', '2027-03-28'],
] as const

describe('fromLocal', () => {
  it('takes each local time for the instant that the server takes it for', () => {
    for (const [zone, day] of CHANGES) {
      for (let minute = 0; minute < 6 * 60; minute += 15) {
        const text = new Date(Date.parse(`${day}T00:00Z`) + minute * 60_000)
          .toISOString()
          .slice(0, 16)
        const instant = epochOfWall(Date.parse(`${text}Z`), (epochMs) => offsetAt(epochMs, zone))
        expect(Date.parse(fromLocal(text, zone)), `${text} ${zone}`).to.equal(instant)
      }
    }
  })
})
