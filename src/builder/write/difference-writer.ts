/** Writes what differs from the outputs of a former build, and leaves those as they are. */

import { createHash } from 'node:crypto'
import type { WrittenFile } from '../base/request.js'
import { FreshFolder } from './fresh-folder.js'
import type { OutputFile } from './writer.js'

/** Former outputs. SHA-256 in lower-case hexadecimal, null for what is not there. */
interface Former {
  readonly paths: Iterable<string>
  hashOf(path: string): string | null
}

interface DifferenceOptions<File> {
  readonly former: Former
  /** SHA-256 of a file that is known without its content. */
  readonly knownHash: (file: File) => string | null
  /** Told of the others. */
  readonly onHash: (file: File, sha256: string) => void
  readonly onWritten: (done: number) => void
  /** Most bytes on disk; default no limit. */
  readonly maxBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

interface DifferenceResult {
  readonly written: readonly WrittenFile[]
  /** Former paths that are no more. */
  readonly removed: readonly string[]
  /** Of all, those that stay included. */
  readonly files: number
}

/**
 * Fills an empty folder. Of two files with one path the later wins.
 *
 * @throws SpaceError for more than the most bytes
 */
export async function writeDifference<File extends OutputFile>(
  destination: string,
  files: readonly File[],
  options: DifferenceOptions<File>,
): Promise<DifferenceResult> {
  const { former, knownHash, onHash } = options
  const byPath = new Map(files.map((file) => [file.path, file]))
  const folder = new FreshFolder(destination, options.maxBytes)
  const written: WrittenFile[] = []
  let done = 0
  for (const file of byPath.values()) {
    options.signal?.throwIfAborted()
    if (++done % 200 === 0) options.onWritten(done)
    const before = former.hashOf(file.path)
    if (file.isThere === true) continue
    const known = knownHash(file)
    if (known !== null && known === before) continue
    const content = await file.content()
    const sha256 = createHash('sha256').update(content).digest('hex')
    onHash(file, sha256)
    if (sha256 === before) continue
    folder.write({ ...file, content })
    written.push([file.path, sha256, content.byteLength])
  }
  const removed = [...former.paths].filter((path) => !byPath.has(path))
  return { written, removed, files: byPath.size }
}
