/** Writes a build, or what differs from the build before, into a new folder. */

import { mkdirSync, rmSync } from 'node:fs'
import { FreshFolder } from './fresh-folder.js'
import type { OutputFile } from './writer.js'

interface FreshOptions {
  /** Most bytes on disk; default no limit. */
  readonly mostBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Fills a folder; what was there is removed before. @throws SpaceError for more than the most bytes */
export async function writeFresh(
  destination: string,
  files: readonly OutputFile[],
  { mostBytes, signal }: FreshOptions,
): Promise<void> {
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const folder = new FreshFolder(destination, mostBytes)
  for (const file of files) {
    signal?.throwIfAborted()
    folder.write({ ...file, content: await file.content() })
  }
}
