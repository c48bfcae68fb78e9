/**
 * Takes out of pictures where they were taken: the GPS data of EXIF (TIFF 6.0, Exif 2.3) and of XMP, in JPEG, PNG and
 * WebP. Nothing else of the file changes, and its length stays.
 */

/** The file without a place; the same one if it has none. */
export async function withoutPlace(file: File): Promise<File> {
  const find = { 'image/jpeg': inJpeg, 'image/png': inPng, 'image/webp': inWebp }[file.type]
  if (!find) return file
  const bytes = new Uint8Array(await file.arrayBuffer())
  return find(bytes) ? new File([bytes], file.name, file) : file
}

const EXIF = 'Exif\0\0'
const XMP = 'http://ns.adobe.com/xap/1.0/\0'

/** @returns whether something was taken out, as of those below */
function inJpeg(bytes: Uint8Array): boolean {
  let isChanged = false
  // Segments: 0xFF, kind, and length with its own two bytes. The picture begins with 0xDA.
  for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const segment = bytes.subarray(at + 4, at + 2 + uint16(bytes, at + 2))
    if (bytes[at + 1] === 0xe1) {
      if (startsWith(segment, EXIF)) isChanged = inTiff(segment.subarray(EXIF.length)) || isChanged
      if (startsWith(segment, XMP)) isChanged = inXmp(segment) || isChanged
    }
    at += 2 + Math.max(2, uint16(bytes, at + 2))
  }
  return isChanged
}

function inPng(bytes: Uint8Array): boolean {
  let isChanged = false
  // Chunks: length, name, data, and a sum over name and data.
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + uint32(bytes, at)
    const name = latin(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, end)
    if ((name === 'eXIf' && inTiff(data)) || (name === 'iTXt' && inXmp(data))) {
      new DataView(bytes.buffer).setUint32(end, crc32(bytes.subarray(at + 4, end)))
      isChanged = true
    }
    at = end + 4
  }
  return isChanged
}

function inWebp(bytes: Uint8Array): boolean {
  let isChanged = false
  // Chunks of RIFF: name, length, and data to an even length.
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = uint32(bytes, at + 4, true)
    const name = latin(bytes.subarray(at, at + 4))
    const data = bytes.subarray(at + 8, at + 8 + length)
    const tiff = startsWith(data, EXIF) ? data.subarray(EXIF.length) : data
    if ((name === 'EXIF' && inTiff(tiff)) || (name === 'XMP ' && inXmp(data))) isChanged = true
    at += 8 + length + (length % 2)
  }
  return isChanged
}

/** The tag of the directory of GPS data. */
const GPS = 0x8825
/** Bytes of an entry of a directory: tag, type, count, and the value or where it is. */
const ENTRY = 12
/** Exif knows 32 of them. */
const MAX_TAGS = 64
/** Bytes of a value by its type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

function inTiff(tiff: Uint8Array): boolean {
  const isLittle = latin(tiff.subarray(0, 2)) === 'II'
  const first = uint32(tiff, 4, isLittle)
  const count = uint16(tiff, first, isLittle)
  for (let index = 0; index < count; index++) {
    const entry = first + 2 + index * ENTRY
    if (uint16(tiff, entry, isLittle) !== GPS) continue
    clear(tiff, uint32(tiff, entry + 8, isLittle), isLittle)
    // The entries behind it, and where the next directory is, move up.
    const end = first + 2 + count * ENTRY + 4
    tiff.copyWithin(entry, entry + ENTRY, end)
    tiff.fill(0, end - ENTRY, end)
    new DataView(tiff.buffer, tiff.byteOffset).setUint16(first, count - 1, isLittle)
    return true
  }
  return false
}

/** Clears a directory and its values. */
function clear(tiff: Uint8Array, directory: number, isLittle: boolean): void {
  const count = Math.min(MAX_TAGS, uint16(tiff, directory, isLittle))
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * ENTRY
    const size = (SIZES[uint16(tiff, entry + 2, isLittle)] ?? 1) * uint32(tiff, entry + 4, isLittle)
    const value = uint32(tiff, entry + 8, isLittle)
    if (size > 4) tiff.fill(0, value, value + size)
  }
  tiff.fill(0, directory, directory + 2 + count * ENTRY)
}

/** Values of attributes and elements such as `exif:GPSLatitude`, as spaces. */
function inXmp(xmp: Uint8Array): boolean {
  let isChanged = false
  for (const { 0: found, 1: name = '', index } of latin(xmp).matchAll(
    /(exif:GPS\w*)(?:="[^"]*|='[^']*|>[^<]*)/g,
  )) {
    const from = index + name.length + (found[name.length] === '>' ? 1 : 2)
    if (from >= index + found.length) continue
    xmp.fill(0x20, from, index + found.length)
    isChanged = true
  }
  return isChanged
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return latin(bytes.subarray(0, text.length)) === text
}

function latin(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes)
}

/** 0 past the end, as of the other. */
function uint16(bytes: Uint8Array, at: number, isLittle = false): number {
  const [first = 0, second = 0] = bytes.subarray(at, at + 2)
  return isLittle ? second * 256 + first : first * 256 + second
}

function uint32(bytes: Uint8Array, at: number, isLittle = false): number {
  const [first, second] = [uint16(bytes, at, isLittle), uint16(bytes, at + 2, isLittle)]
  return isLittle ? second * 65_536 + first : first * 65_536 + second
}

/** The sum of PNG (RFC 2083, appendix 15). */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
