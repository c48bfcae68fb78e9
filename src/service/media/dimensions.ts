/**
 * Reads width and height of an image from the first bytes of its file. It decodes nothing and takes a limited number
 * of steps, so a hostile file does no harm.
 *
 * @see PNG 1.2 §4.1.1; GIF89a §18; ITU T.81 Annex B; Exif 2.32 §4.6; RFC 9649 (WebP); ISO/IEC 23008-12 (`ispe`)
 */

/** Known kinds of images; detected by content, not by name. */
type ImageKind = 'png' | 'gif' | 'jpeg' | 'webp' | 'avif'

/** As browsers show it: with the rotation of the Exif data applied. */
export interface Dimensions {
  readonly kind: ImageKind
  readonly width: number
  readonly height: number
}

/** Number of bytes that are examined. */
export const HEADER_BYTES = 128 * 1024

/** Most segments of a JPEG before its size. */
const MAX_SEGMENTS = 500

/** Null if it is not a known image, or if its size is not in these bytes. */
export function dimensionsOf(head: Buffer): Dimensions | null {
  try {
    const found = png(head) ?? gif(head) ?? jpeg(head) ?? webp(head) ?? avif(head)
    return found && found.width > 0 && found.height > 0 ? found : null
  } catch (error) {
    // The file ends within a number.
    if (error instanceof RangeError) return null
    throw error
  }
}

function hasAt(head: Buffer, at: number, text: string): boolean {
  return head.toString('latin1', at, at + text.length) === text
}

function png(head: Buffer): Dimensions | null {
  if (!hasAt(head, 0, '\x89PNG\r\n\x1a\n') || !hasAt(head, 12, 'IHDR')) return null
  return { kind: 'png', width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

function gif(head: Buffer): Dimensions | null {
  if (!hasAt(head, 0, 'GIF87a') && !hasAt(head, 0, 'GIF89a')) return null
  return { kind: 'gif', width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

function jpeg(head: Buffer): Dimensions | null {
  if (!hasAt(head, 0, '\xff\xd8\xff')) return null
  let at = 2
  let isTurned = false
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    if (head.readUInt8(at) !== 0xff) return null
    const marker = head.readUInt8(at + 1)
    const length = head.readUInt16BE(at + 2)
    if (isFrame(marker)) {
      const [height, width] = [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)]
      const turned = { kind: 'jpeg', width: height, height: width } as const
      return isTurned ? turned : { kind: 'jpeg', width, height }
    }
    if (length < 2) return null
    if (marker === 0xe1) isTurned ||= isTurnedBy(head.subarray(at + 4, at + 2 + length))
    at += 2 + length
  }
  return null
}

/** True for start-of-frame markers: C0 to CF without the tables among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

const ORIENTATION = 0x0112
const MAX_TAGS = 200

/** True if the Exif data swaps width and height (orientations 5 to 8). */
function isTurnedBy(exif: Buffer): boolean {
  if (!hasAt(exif, 0, 'Exif\0\0')) return false
  const tiff = exif.subarray(6)
  const isLittle = hasAt(tiff, 0, 'II')
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const tags = Math.min(short(start), MAX_TAGS)
    for (let tag = 0; tag < tags; tag += 1) {
      const at = start + 2 + tag * 12
      if (short(at) === ORIENTATION) return short(at + 8) >= 5 && short(at + 8) <= 8
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return false
}

function webp(head: Buffer): Dimensions | null {
  if (!hasAt(head, 0, 'RIFF') || !hasAt(head, 8, 'WEBP')) return null
  if (hasAt(head, 12, 'VP8X')) {
    return { kind: 'webp', width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  }
  if (hasAt(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21)
    return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (!hasAt(head, 12, 'VP8 ')) return null
  const [width, height] = [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff]
  return { kind: 'webp', width, height }
}

/** For images with one item: the first size is that of the image. */
function avif(head: Buffer): Dimensions | null {
  if (!hasAt(head, 4, 'ftypavif')) return null
  const at = head.indexOf('ispe', 0, 'latin1')
  if (at < 0) return null
  return { kind: 'avif', width: head.readUInt32BE(at + 8), height: head.readUInt32BE(at + 12) }
}
