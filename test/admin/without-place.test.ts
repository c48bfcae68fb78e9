/** Pictures lose the data of where they were taken when they are uploaded, unless somebody wants to keep it. */

import { expect } from 'chai'
import { crc32 } from 'node:zlib'
import { withoutPlace } from '../../src/admin/api/without-place.js'
import { describeInBrowser, PATIENCE_MS, useAdmin } from './browser.js'
import { useOneSite } from './one-site.js'

const LATITUDE = 54_321_987

/** A TIFF with a maker before and an artist after its directory of GPS data, whose values lie at its end. */
function tiff(isLittle: boolean): Buffer {
  const data = Buffer.alloc(160)
  const view = new DataView(data.buffer, data.byteOffset)
  const put16 = (at: number, value: number) => view.setUint16(at, value, isLittle)
  const put32 = (at: number, value: number) => view.setUint32(at, value, isLittle)
  const entry = (
    at: number,
    [tag, type, count, value]: readonly [number, number, number, number],
  ) => {
    put16(at, tag)
    put16(at + 2, type)
    put32(at + 4, count)
    put32(at + 8, value)
  }
  data.write(isLittle ? 'II' : 'MM', 'latin1')
  put16(2, 42)
  put32(4, 8)
  put16(8, 3)
  entry(10, [0x010f, 2, 6, 60])
  entry(22, [0x8825, 4, 1, 80])
  entry(34, [0xc000, 4, 1, 77])
  // No other directory.
  put32(46, 0)
  data.write('Nikon\0', 60, 'latin1')
  put16(80, 2)
  entry(82, [1, 2, 2, isLittle ? 0x4e : 0x4e000000])
  entry(94, [2, 5, 3, 120])
  for (let at = 120; at < 144; at += 8) {
    put32(at, LATITUDE)
    put32(at + 4, 1_000_000)
  }
  return data
}

const XMP =
  'http://ns.adobe.com/xap/1.0/\0<x exif:GPSLatitude="54,19.3N" dc:creator="Ada"><exif:GPSLongitude>10,6E</exif:GPSLongitude></x>'

function segment(data: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** What follows the start of the picture is no segment, whatever it looks like. */
const PICTURE = Buffer.concat([Buffer.from([0xff, 0xda, 1, 2, 3]), segment(Buffer.from(XMP))])

function jpeg(isLittle: boolean): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff(isLittle)])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(exif),
    segment(Buffer.from(XMP)),
    PICTURE,
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(name, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])))
  return Buffer.concat([head, data, sum])
}

const png = () =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('eXIf', tiff(false)),
    chunk('IEND', Buffer.alloc(0)),
  ])

function webp(): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBPEXIF\0\0\0\0')
  head.writeUInt32LE(tiff(true).length, 16)
  return Buffer.concat([head, tiff(true)])
}

async function takenFrom(data: Buffer, type: string): Promise<Buffer> {
  const file = await withoutPlace(new File([Uint8Array.from(data)], 'mole', { type }))
  expect([file.name, file.type]).to.deep.equal(['mole', type])
  return Buffer.from(await file.arrayBuffer())
}

describe('pictures without where they were taken', () => {
  for (const isLittle of [true, false]) {
    it(`keep all else of a JPEG whose numbers are ${isLittle ? 'little' : 'big'}-endian`, async () => {
      const before = jpeg(isLittle)
      const after = await takenFrom(before, 'image/jpeg')
      expect(after.length).to.equal(before.length)
      const exif = after.subarray(12, 172)
      const view = new DataView(exif.buffer, exif.byteOffset)
      expect(view.getUint16(8, isLittle), 'entries').to.equal(2)
      expect(view.getUint16(22, isLittle), 'the second one').to.equal(0xc000)
      expect(view.getUint32(30, isLittle), 'its value').to.equal(77)
      expect(view.getUint32(34, isLittle), 'no other directory').to.equal(0)
      expect(exif.toString('latin1')).to.include('Nikon')
      expect(exif.subarray(80).every((byte) => byte === 0)).to.equal(true)
      const text = after.toString('latin1')
      expect(text).to.include('exif:GPSLatitude="        " dc:creator="Ada"')
      expect(text).to.include('<exif:GPSLongitude>     </exif:GPSLongitude>')
      expect(after.subarray(-PICTURE.length).equals(PICTURE), 'the picture').to.equal(true)
    })
  }

  it('have right sums in a PNG, and are read in a WebP', async () => {
    const after = await takenFrom(png(), 'image/png')
    const data = after.subarray(12, 8 + 8 + 160)
    expect(after.readUInt32BE(8 + 8 + 160)).to.equal(crc32(data))
    expect(data.includes(Buffer.from([LATITUDE >>> 24, (LATITUDE >>> 16) & 255]))).to.equal(false)
    const other = await takenFrom(webp(), 'image/webp')
    expect(other.equals(webp())).to.equal(false)
    expect(other.subarray(20 + 80).every((byte) => byte === 0)).to.equal(true)
  })

  it('are the same if there is no place, or what is there can’t be read', async () => {
    const lies = jpeg(true)
    // A directory that is said to be far behind the end.
    lies.writeUInt32LE(0xfffffff0, 12 + 4)
    for (const data of [Buffer.alloc(0), Buffer.from([0xff, 0xd8, 0xff]), lies.subarray(0, 172)])
      expect((await takenFrom(data, 'image/jpeg')).equals(data)).to.equal(true)
    const text = Buffer.from(XMP)
    expect((await takenFrom(text, 'text/plain')).equals(text)).to.equal(true)
  })
})

describeInBrowser('pictures that are uploaded', function () {
  this.timeout(4 * PATIENCE_MS)
  const admin = useAdmin()
  const site = useOneSite(admin, 'Mole')

  it('lose the place, unless the account’s screen says that this browser keeps it', async () => {
    const { page, context, complaints } = await site.open('/files')
    const upload = async (name: string) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
      const file = { name, mimeType: 'image/jpeg', buffer: jpeg(true) }
      await (await choosing).setFiles(file)
      await page.locator('.files').getByText(name).first().waitFor()
      return admin.api.git(site.id, 'show', `main:_uploads/${name}`)
    }
    // The picture itself, after all that is said of it, has the same letters.
    expect((await upload('without.jpg')).split('54,19.3N')).to.have.length(2)
    await page.goto(`${admin.url}/admin/account`)
    await page.getByText('Take out of pictures where they were taken').click()
    await page.goto(`${admin.url}/admin/sites/${site.id}/files`)
    expect((await upload('with.jpg')).split('54,19.3N')).to.have.length(3)
    expect(complaints).to.deep.equal([])
    await context.close()
  })
})
