/**
 * Writes a build into a new folder beside the folder of the build before: files that did not change
 * are hard links to those of the former one, which nobody ever writes in place.
 */

import { linkSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OutputFile } from './writer.js'

interface FreshOptions {
  /** Folder of the former build, null to write everything. */
  readonly base: string | null
  /** Whether a path has the content that it has in the base. */
  readonly isUnchanged: (path: string) => boolean
  readonly signal?: AbortSignal | undefined
}

/** Fills a folder that is not there yet. @returns paths that were written, in order */
export async function writeFresh(
  destination: string,
  files: ReadonlyMap<string, OutputFile>,
  { base, isUnchanged, signal }: FreshOptions,
): Promise<string[]> {
  rmSync(destination, { recursive: true, force: true })
  mkdirSync(destination, { recursive: true })
  const folders = new Set([destination])
  const written: string[] = []
  for (const [path, file] of files) {
    const target = join(destination, path)
    makeFolders(dirname(target), folders)
    if (base !== null && isUnchanged(path) && isLinked(join(base, path), target)) continue
    signal?.throwIfAborted()
    writeFileSync(target, await file.content())
    if (file.modifiedAt !== undefined) setTime(target, file.modifiedAt)
    written.push(path)
  }
  return written
}

function makeFolders(folder: string, made: Set<string>): void {
  if (made.has(folder)) return
  mkdirSync(folder, { recursive: true })
  made.add(folder)
}

/** False where the file cannot be linked: too many links, another file system, gone. */
function isLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function setTime(path: string, epochMs: number): void {
  utimesSync(path, epochMs / 1000, epochMs / 1000)
}
