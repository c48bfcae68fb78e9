import { expect } from 'chai'
import { boundaryOf, readParts } from '../../../src/http/middleware/multipart.js'
import { fc } from '../../random.js'

const BOUNDARY = '--b-17'

interface Sent {
  readonly head: string
  readonly content: Buffer
}

function formOf(parts: readonly Sent[], { before = '', after = '\r\n' } = {}): Buffer {
  const pieces = parts.flatMap(({ head, content }) => [
    Buffer.from(`--${BOUNDARY}\r\n${head === '' ? '' : `${head}\r\n`}\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([Buffer.from(before), ...pieces, Buffer.from(`--${BOUNDARY}--${after}`)])
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** All parts, with their content as one. */
async function read(bytes: Buffer, size = 65_536) {
  const found: { name: string; filename: string | null; type: string | null; data: Buffer }[] = []
  for await (const { content, ...head } of readParts(inPieces(bytes, size), BOUNDARY)) {
    const pieces: Buffer[] = []
    for await (const piece of content) pieces.push(piece)
    found.push({ ...head, data: Buffer.concat(pieces) })
  }
  return found
}

const refusal = (bytes: Buffer | string): Promise<unknown> =>
  read(Buffer.from(bytes)).catch((error: unknown) => String(error))

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`
const part = (rest: string, content: string | Buffer = 'x'): Sent => ({
  head: disposition(rest),
  content: Buffer.from(content),
})

describe('readParts', () => {
  it('gives each content as it was, in however many pieces it comes', async () => {
    const content = fc
      .array(fc.constantFrom('\r', '\n', '--', BOUNDARY, '-', 'a', '\r\n--', `\r\n-${BOUNDARY}`))
      .map((words) => Buffer.from(words.join('')))
      .filter((bytes) => !bytes.includes(`\r\n--${BOUNDARY}`))
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        async (contents, size) => {
          const sent = contents.map((bytes, at) => part(`name="n${at}"`, bytes))
          const found = await read(formOf(sent), size)
          expect(found.map(({ name, data }) => [name, data.toString('latin1')])).to.deep.equal(
            contents.map((bytes, at) => [`n${at}`, bytes.toString('latin1')]),
          )
        },
      ),
    )
  })

  it('reads names as clients write them', async () => {
    const names: readonly [string, string, string | null][] = [
      ['name="file"; filename="a b.png"', 'file', 'a b.png'],
      ['name=file; filename=a.png', 'file', 'a.png'],
      ['NAME="file"; FileName="é.png"', 'file', 'é.png'],
      ['filename="a.png"; name="file"', 'file', 'a.png'],
      ['name="file"; filename="a%22b.png"', 'file', 'a"b.png'],
      ['name="file"; filename="a\\"b.png"', 'file', 'a"b.png'],
      ['name="file"; filename="C:\\pictures\\a.png"', 'file', 'a.png'],
      ['name="file"; filename=""', 'file', ''],
      ['name="path"', 'path', null],
      ['', '', null],
    ]
    const found = await read(formOf(names.map(([rest]) => part(rest))))
    expect(found.map(({ name, filename }) => [name, filename])).to.deep.equal(
      names.map(([, name, filename]) => [name, filename]),
    )
  })

  it('accepts text before and after the parts, any headers, and none', async () => {
    const head = `X-Other: 1\r\ncontent-TYPE:  image/png\r\n${disposition('name="a"')}`
    const sent = [
      { head, content: Buffer.from('') },
      { head: '', content: Buffer.from('y') },
    ]
    const found = await read(formOf(sent, { before: 'Hello\r\n', after: '\r\nBye' }))
    expect(found.map(({ type, data }) => [type, data.toString()])).to.deep.equal([
      ['image/png', ''],
      [null, 'y'],
    ])
    expect(await read(formOf([]))).to.deep.equal([])
  })

  it('skips a part that was not read', async () => {
    const bytes = formOf([part('name="a"', Buffer.alloc(200_000, '\r\n')), part('name="b"')])
    const names: string[] = []
    for await (const { name } of readParts(inPieces(bytes, 1000), BOUNDARY)) names.push(name)
    expect(names).to.deep.equal(['a', 'b'])
  })

  it('refuses a body that is not a form, and headers that never end', async () => {
    const cut = formOf([part('name="a"')])
    expect(await refusal(cut.subarray(0, -6))).to.match(/ends before its last boundary/)
    expect(await refusal('')).to.match(/ends before its last boundary/)
    expect(await refusal(`--${BOUNDARY}x\r\n\r\n`)).to.match(/after a boundary/)
    for (const line of ['A: b\r\n'.repeat(5000), `A: ${'b'.repeat(20_000)}`])
      expect(await refusal(`--${BOUNDARY}\r\n${line}`)).to.match(/headers of a part are too long/)
    const mail = { head: 'Content-Transfer-Encoding: base64', content: Buffer.from('eA==') }
    expect(await refusal(formOf([mail]))).to.match(/Content-Transfer-Encoding/)
  })

  it('takes at most a hundred parts, counting those without a name', async () => {
    for (const [head, content] of [
      [disposition('name="a"'), 'x'],
      ['', ''],
    ] as const) {
      const parts = (count: number) =>
        formOf(Array.from({ length: count }, () => ({ head, content: Buffer.from(content) })))
      expect(await read(parts(100))).to.have.length(100)
      expect(await refusal(parts(101))).to.match(/more than 100 parts/)
    }
  })

  it('passes content on in large pieces, even if it is full of beginnings of the boundary', async () => {
    for (const unit of ['\r\n', '\r\n--', `\r\n-${BOUNDARY}`, '-']) {
      const content = unit.repeat(1_000_000 / unit.length)
      let pieces = 0
      const bytes = formOf([part('name="a"', content)])
      for await (const found of readParts(inPieces(bytes, 10_000), BOUNDARY))
        for await (const _ of found.content) pieces += 1
      expect(pieces, unit).to.be.within(90, 110)
    }
  })
})

describe('boundaryOf', () => {
  it('reads the boundary of a form', () => {
    for (const [type, boundary] of [
      ['multipart/form-data; boundary=abc', 'abc'],
      ['multipart/form-data; boundary="a b:c"', 'a b:c'],
      ['multipart/form-data; charset=utf-8; Boundary=abc; x=y', 'abc'],
    ] as const)
      expect(boundaryOf(type)).to.equal(boundary)
  })

  it('refuses an invalid boundary', () => {
    for (const rest of ['', '; boundary=', `; boundary=${'b'.repeat(71)}`, '; boundary=""'])
      expect(() => boundaryOf(`multipart/form-data${rest}`)).to.throw(/has no boundary/)
  })
})
