import { expect } from 'chai'
import { strftime } from '../../src/liquid/strftime.js'
import { parseTime } from '../../src/liquid/time-parse.js'
import type { LiquidMap, LiquidTime } from '../../src/liquid/value.js'
import { BERLIN, decode, readRecording, run } from './oracle.js'

describe('Liquid compared with the Ruby library', () => {
  const recording = readRecording()
  const data = decode(recording.data) as LiquidMap

  for (const group of new Set(recording.cases.map((item) => item.group))) {
    it(`equals the recorded results of ${group}`, () => {
      for (const { source, results } of recording.cases.filter((item) => item.group === group)) {
        for (const [mode, outcome] of Object.entries(results)) {
          expect(run(source, mode, data), `${mode}: ${source}`).to.deep.equal(outcome)
        }
      }
    })
  }

  it('formats times as strftime', () => {
    for (const { value, formats } of recording.strftime) {
      for (const [format, text] of formats) {
        expect(strftime(decode(value) as LiquidTime, format), format).to.equal(text)
      }
    }
  })

  it('reads times as Time.parse', () => {
    for (const [text, expected] of recording.times) {
      const time = parseTime(text, BERLIN)
      const shown = time && [
        time.epochMs,
        time.offsetSeconds,
        time.zoneName,
        time.nanoseconds,
        time.utc,
      ]
      expect(shown, text).to.deep.equal(expected)
    }
  })
})
