/** Reads the directory of a ZIP in pieces, and checks its limits before anything is kept. */

import type { Entry, ZipFile } from 'yauzl'
import { GalleyError } from '../../errors.js'
import { sortYielding } from '../../system/yielding.js'
import { quotedName, refused, tooLarge } from './zip-errors.js'

interface Reading {
  readonly limits: { readonly files: number }
  readonly signal: AbortSignal
}

/**
 * Limit per allowed file, in bytes, for names, extra fields and comments. They stay in memory until all is unpacked.
 * A file can have 64 kB of each (APPNOTE.TXT 4.4.10 to 4.4.12); files of sites have some dozens in all.
 */
const BYTES_A_FILE = 512

/**
 * The files of a ZIP in order; refuses files that share bytes.
 *
 * @throws GalleyError `validation_failed` for a damaged ZIP; `payload_too_large` for too many or too long entries
 */
export async function readEntries(zip: ZipFile, { limits, signal }: Reading): Promise<Entry[]> {
  const entries: Entry[] = []
  const most = limits.files * BYTES_A_FILE
  let [folders, bytes] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted()
      bytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (bytes > most) {
        throw tooLarge(`has more than ${most.toLocaleString('en-US')} bytes of names and comments`)
      }
      if (entry.fileName.endsWith('/')) folders += 1
      else entries.push(entry)
      // Folders are not created, but a ZIP may have millions of them, and each is read.
      if (entries.length > limits.files) throw tooLarge(`contains more than ${limits.files} files`)
      if (folders > limits.files) throw tooLarge(`contains more than ${limits.files} folders`)
    }
  } catch (error) {
    if (error instanceof GalleyError) throw error
    signal.throwIfAborted()
    throw refused('The ZIP', error instanceof Error ? error.message : 'is damaged')
  }
  await refuseOverlaps(entries)
  return entries
}

/** Bytes of an entry's header before its name (APPNOTE.TXT 4.3.7). */
const LOCAL_HEADER_BYTES = 30

/**
 * Refuses files that share bytes, by which a small ZIP could unpack to very much. No real program packs files so.
 *
 * @see https://www.bamsoftware.com/hacks/zipbomb/
 */
async function refuseOverlaps(entries: readonly Entry[]): Promise<void> {
  const byPlace = await sortYielding(
    entries,
    (one, two) => one.relativeOffsetOfLocalHeader - two.relativeOffsetOfLocalHeader,
  )
  let end = 0
  for (const entry of byPlace) {
    const start = entry.relativeOffsetOfLocalHeader
    if (start < end) throw refused(quotedName(entry), 'overlaps another file of the ZIP')
    end = start + LOCAL_HEADER_BYTES + entry.compressedSize
  }
}
