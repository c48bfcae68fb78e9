import { expect } from 'chai'
import { FrameReader } from '../../../src/http/http2/frames.js'
import { END_HEADERS, frame, getFrame, PREFACE } from './speaking.js'

describe('FrameReader', () => {
  const FRAMES = [
    PREFACE,
    getFrame(1),
    frame(0, 0, 1, Buffer.alloc(70)),
    frame(1, 0, 3, Buffer.alloc(3)),
    frame(9, 0, 3),
    frame(9, END_HEADERS, 3, Buffer.alloc(2)),
    frame(6, 0, 0, Buffer.alloc(8)),
  ]
  const BYTES = Buffer.concat(FRAMES)

  /** Where frames begin to have a payload, and whether each is a request. */
  function read(pieceBytes: number): (readonly [at: number, isRequest: boolean])[] {
    const reader = new FrameReader()
    const found: [number, boolean][] = []
    for (let start = 0; start < BYTES.length; start += pieceBytes) {
      const piece = BYTES.subarray(start, start + pieceBytes)
      let begun = reader.next(piece, 0)
      for (; begun; begun = reader.next(piece, begun.at)) {
        found.push([start + begun.at, begun.isRequest])
      }
    }
    return found
  }

  it('finds the same frames in pieces of any size', () => {
    const whole = read(BYTES.length)
    expect(whole.map(([, isRequest]) => isRequest)).to.deep.equal([
      false,
      true,
      false,
      true,
      false,
      false,
      false,
    ])
    for (let pieceBytes = 1; pieceBytes < BYTES.length; pieceBytes += 1) {
      expect(read(pieceBytes), `${pieceBytes}`).to.deep.equal(whole)
    }
  })

  it('knows whether headers are still to come', () => {
    const reader = new FrameReader()
    const states = FRAMES.map((bytes) => {
      for (let begun = reader.next(bytes, 0); begun; begun = reader.next(bytes, begun.at));
      return reader.isInHeaders
    })
    expect(states).to.deep.equal([false, false, false, true, true, false, false])
    reader.next(getFrame(5).subarray(0, 12), 0)
    reader.next(getFrame(5).subarray(9, 12), 0)
    expect(reader.isInHeaders).to.equal(true)
  })
})
