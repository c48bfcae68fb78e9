/** Writes a build, or what differs from the build before, into a new folder. */

import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OutputFile } from './writer.js'

/** Fills a folder; what was there is removed before. */
export async function writeFresh(
  destination: string,
  files: readonly OutputFile[],
  signal: AbortSignal | undefined,
): Promise<void> {
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const folders = new Set([destination])
  for (const file of files) {
    signal?.throwIfAborted()
    const target = join(destination, file.path)
    makeFolders(dirname(target), folders)
    writeFileSync(target, await file.content())
    if (file.modifiedAt !== undefined) setTime(target, file.modifiedAt)
  }
}

function makeFolders(folder: string, made: Set<string>): void {
  if (made.has(folder)) return
  mkdirSync(folder, { recursive: true })
  made.add(folder)
}

function setTime(path: string, epochMs: number): void {
  utimesSync(path, epochMs / 1000, epochMs / 1000)
}
