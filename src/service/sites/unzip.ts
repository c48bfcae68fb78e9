/** Unpacks a ZIP into a folder of ours, under random names; its own names are only ever keys of a map. */

import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { checkPath } from '../../content/paths.js'
import { GalleyError } from '../../errors.js'
import { createYielder } from '../../system/yielding.js'
import { findCollision } from '../branch/path-collisions.js'

export interface UnpackLimits {
  /** Bytes of all files, as they really come. */
  readonly unpackedBytes: number
  readonly files: number
}

interface Context {
  readonly limits: UnpackLimits
  readonly report: (message: string) => void
  readonly signal: AbortSignal
}

/** Things that file managers add, a clone's own history, and names of submodules, which no ZIP has. */
const LEFT_OUT = /^(__MACOSX\/|\.git\/)|(^|\/)(\.DS_Store|Thumbs\.db|\.gitmodules)$/

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
    refuseOverlaps(entries)
    const names = await checkNames(entries)
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

async function readEntries(zip: ZipFile, { limits, signal }: Context): Promise<Entry[]> {
  const entries: Entry[] = []
  let folders = 0
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      if (entry.fileName.endsWith('/')) folders += 1
      else entries.push(entry)
      // Nothing is made of folders, but a ZIP may have millions of them, and each is read.
      if (entries.length > limits.files || folders > limits.files) {
        const what = entries.length > limits.files ? 'files' : 'folders'
        throw new GalleyError(
          'payload_too_large',
          `The ZIP contains more than ${limits.files} ${what}.`,
        )
      }
    }
  } catch (error) {
    if (error instanceof GalleyError) throw error
    signal.throwIfAborted()
    throw refused('The ZIP', error instanceof Error ? error.message : 'is damaged')
  }
  return entries
}

/** Bytes of an entry's header before its name (APPNOTE.TXT 4.3.7). */
const LOCAL_HEADER_BYTES = 30

/**
 * Files that share their bytes make a small ZIP unpack to very much: each is packed once, and unpacked for every
 * name. No program packs files so.
 *
 * @see https://www.bamsoftware.com/hacks/zipbomb/
 */
function refuseOverlaps(entries: readonly Entry[]): void {
  const byPlace = entries.toSorted(
    (one, two) => one.relativeOffsetOfLocalHeader - two.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const { fileName, relativeOffsetOfLocalHeader: start, compressedSize } of byPlace) {
    if (start < end) throw refused(JSON.stringify(fileName), 'overlaps another file of the ZIP')
    end = start + LOCAL_HEADER_BYTES + compressedSize
  }
}

/** Unix file type bits of an entry's attributes. */
const TYPE_MASK = 0o170000
const SYMBOLIC_LINK = 0o120000

async function checkNames(entries: readonly Entry[]): Promise<Map<Entry, string>> {
  const kept = entries.filter((entry) => !LEFT_OUT.test(entry.fileName))
  const around = commonFolder(kept.map((entry) => entry.fileName))
  const names = new Map<Entry, string>()
  const yieldIfDue = createYielder()
  for (const entry of kept) {
    await yieldIfDue()
    const name = entry.fileName.slice(around.length).normalize('NFC')
    if (LEFT_OUT.test(name)) continue
    const reason = checkPath(name) ?? reasonAgainst(entry)
    if (reason !== null) throw refused(JSON.stringify(entry.fileName), reason)
    names.set(entry, name)
  }
  const collision = await findCollision(names.values())
  if (collision) {
    const reason = `can't be beside "${collision.other}": on some systems they are one`
    throw refused(JSON.stringify(collision.path), reason)
  }
  return names
}

function reasonAgainst(entry: Entry): string | null {
  // What the reader of ZIPs has put where bytes are no UTF-8.
  if (entry.fileName.includes('\ufffd')) return 'is not UTF-8'
  if (((entry.externalFileAttributes >>> 16) & TYPE_MASK) === SYMBOLIC_LINK) {
    return 'is a symbolic link'
  }
  return entry.isEncrypted() ? 'is encrypted' : null
}

/** The one folder that everything lies in, with its slash, unless that means something to a site. */
function commonFolder(names: readonly string[]): string {
  const [first = ''] = names
  const folder = first.slice(0, first.indexOf('/') + 1)
  const isAround =
    folder !== '' && !/^[._]/.test(folder) && names.every((name) => name.startsWith(folder))
  return isAround ? folder : ''
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
      if (before + bytes <= limits.unpackedBytes) return done(null, chunk)
      const most = limits.unpackedBytes.toLocaleString('en-US')
      done(new GalleyError('payload_too_large', `The ZIP unpacks to more than ${most} bytes.`))
    },
  })
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry)
    await pipeline(stream, counter, createWriteStream(file, { flags: 'wx' }))
    // The reader of ZIPs compares sizes alone (APPNOTE.TXT 4.4.7).
    if (checksum !== entry.crc32) throw new Error('is damaged: its checksum is another')
  } catch (error) {
    if (error instanceof GalleyError || isSystemError(error)) throw error
    throw refused(
      JSON.stringify(entry.fileName),
      error instanceof Error ? error.message : 'is damaged',
    )
  }
  return bytes
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function refused(what: string, said: string): GalleyError {
  const reason = said.replace(/\.$/, '')
  return new GalleyError('validation_failed', `${what}: ${reason}.`, {
    details: [{ field: 'file', message: `${what}: ${reason}` }],
  })
}
