import { expect } from 'chai'
import { readEvents } from '../../src/cli/server-sent-events.js'

async function events(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
  const found = []
  for await (const event of readEvents(chunks)) found.push(event)
  return found
}

describe('readEvents', () => {
  const text =
    ': hello\n\nid: 1\nevent: status\ndata: {"a":"ä"}\n\nid: 2\r\ndata:x\r\ndata: y\r\n\r\ndata: cut'

  it('reads events however the bytes are cut, without comments and the rest', async () => {
    const expected = [
      { id: '1', data: '{"a":"ä"}' },
      { id: '2', data: 'x\ny' },
    ]
    for (const size of [1, 2, 7, 1000]) expect(await events(text, size)).to.deep.equal(expected)
  })
})
