/** Unpacks a ZIP into a folder of ours, under random names; its own names are only ever keys of a map. */

import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { GalleyError } from '../../errors.js'
import { readEntries } from './zip-entries.js'
import { quotedName, refused } from './zip-errors.js'
import { checkNames } from './zip-names.js'

export interface UnpackLimits {
  /** Bytes of all files, as they really come. */
  readonly unpackedBytes: number
  readonly files: number
  /** The error if a site has no room for so many bytes; null if it has. */
  /** True if the disk can't hold names that are equal but for case. */
  readonly refuseTwins?: boolean
  readonly refusal?: (bytes: number) => GalleyError | null
}

interface Context {
  readonly limits: UnpackLimits
  readonly report: (message: string) => void
  readonly signal: AbortSignal
}

/**
 * Path in the site -> file on disk. One folder around everything is taken off.
 *
 * @throws GalleyError `validation_failed`, which names the entry; `payload_too_large`
 */
export async function unpackZip(
  archive: string,
  folder: string,
  context: Context,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const zip = await openZip(archive)
  try {
    const entries = await readEntries(zip, context)
    const names = await checkNames(entries, {
      maxFolders: context.limits.files,
      refuseTwins: context.limits.refuseTwins === true,
    })
    const unpacked = new Map<string, string>()
    let bytes = 0
    for (const [entry, name] of names) {
      context.signal.throwIfAborted()
      const file = path.join(folder, String(unpacked.size))
      bytes += await unpackEntry(zip, entry, { file, before: bytes, limits: context.limits })
      unpacked.set(name, file)
      const counts = [unpacked.size, names.size].map((count) => count.toLocaleString('en-US'))
      context.report(`Unpacked ${counts.join(' of ')} files`)
    }
    return unpacked
  } finally {
    zip.close()
  }
}

async function openZip(archive: string): Promise<ZipFile> {
  // Imported when needed: nothing else of the server reads ZIPs.
  const { openPromise } = await import('yauzl')
  return openPromise(archive, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      throw refused('The ZIP', error instanceof Error ? error.message : 'is damaged')
    },
  )
}

interface Unpacking {
  readonly file: string
  /** Bytes of the entries before. */
  readonly before: number
  readonly limits: UnpackLimits
}

async function unpackEntry(
  zip: ZipFile,
  entry: Entry,
  { file, before, limits }: Unpacking,
): Promise<number> {
  let [bytes, checksum] = [0, 0]
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      checksum = crc32(chunk, checksum)
      const error = refusalOf(limits, before + bytes)
      if (error) done(error)
      else done(null, chunk)
    },
  })
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    await pipeline(stream, counter, createWriteStream(file, { flags: 'wx' }))
    // The reader of ZIPs compares sizes alone (APPNOTE.TXT 4.4.7).
    if (checksum !== entry.crc32) throw new Error('is damaged: its checksum is another')
  } catch (error) {
    if (error instanceof GalleyError || isSystemError(error)) throw error
    throw refused(quotedName(entry), error instanceof Error ? error.message : 'is damaged')
  }
  return bytes
}

function refusalOf({ unpackedBytes, refusal }: UnpackLimits, bytes: number): GalleyError | null {
  if (bytes <= unpackedBytes) return refusal?.(bytes) ?? null
  const most = unpackedBytes.toLocaleString('en-US')
  return new GalleyError('payload_too_large', `The ZIP unpacks to more than ${most} bytes.`)
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
