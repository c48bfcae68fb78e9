/** Images for tests, good ones and hostile ones. */

import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG whose header says what it likes, with these bytes as its pixels. */
export function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  header[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const KINDS = ['png', 'jpeg', 'gif', 'webp', 'avif'] as const

/** A whole image. */
export async function picture(
  kind: (typeof KINDS)[number],
  width: number,
  height: number,
): Promise<Buffer> {
  const create = { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } as const
  return sharp({ create }).toFormat(kind).toBuffer()
}

export { KINDS }

/** What is no good, by a name that says why. */
export async function hostilePictures(): Promise<ReadonlyMap<string, Buffer>> {
  const whole = await picture('jpeg', 300, 200)
  const png = await picture('png', 300, 200)
  const script = '<script>alert(document.domain)</script>'
  return new Map<string, Buffer>([
    ['bomb.png', pngOf(60_000, 60_000, Buffer.alloc(1000))],
    ['widest.png', pngOf(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10))],
    ['negative.png', pngOf(2 ** 32 - 1, 2, Buffer.alloc(10))],
    ['nothing.png', pngOf(0, 0, Buffer.alloc(10))],
    // 64 million pixels that are said and not there.
    ['hollow.png', pngOf(8000, 8000, Buffer.alloc(10))],
    ['header-only.png', png.subarray(0, 33)],
    ['cut.png', png.subarray(0, Math.floor(png.length / 2))],
    ['broken.png', Buffer.concat([png.subarray(0, 40), Buffer.alloc(500, 0xff)])],
    ['cut.jpg', whole.subarray(0, 200)],
    ['noise.jpg', Buffer.concat([whole.subarray(0, 160), Buffer.alloc(4000, 0xa5)])],
    ['segments.jpg', Buffer.from(`\xff\xd8${'\xff\xe0\x00\x02'.repeat(20_000)}`, 'latin1')],
    ['polyglot.gif', Buffer.from(`GIF89a/*\x00\x00*/=1;${script}`, 'latin1')],
    ['script.png', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['page.jpg', Buffer.from(`<!doctype html>${script}`)],
    ['paper.webp', Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj')],
    ['empty.png', Buffer.alloc(0)],
    ['turned.jpg', Buffer.from('\xff\xd8\xff\xe1\x00\x08Exif\0\0', 'latin1')],
    ['riff.webp', Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8X', 'latin1')],
  ])
}
