/** CRC-32 as zlib has it. */

const POLYNOMIAL = 0xedb88320

/** The checksum of a text's UTF-8, from 0 to 2^32 - 1. */
export function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
