/**
 * The files of a commit as a ZIP, made as it is read: one file at a time, in little memory however large it is. Objects of
 * Git LFS that are here take the place of their pointers: who imports the ZIP has nowhere to fetch them from.
 */

import { PassThrough, pipeline, type Readable } from 'node:stream'
import { openContent } from '../../git/lfs/objects.js'
import type { Repository } from '../../git/repository.js'

interface ZipRequest {
  readonly commit: string
  /** Told of each file that is packed, and of how many there are. */
  readonly report?: (packed: number, of: number) => void
}

interface SiteZip {
  /** Fails with what reading a file fails with; destroyed, it reads no more. */
  readonly stream: Readable
  readonly files: number
  /** Symbolic links and submodules, which an import takes from no ZIP. */
  readonly leftOut: readonly string[]
}

/**
 * Modes of links, which mean nothing to a site here and are refused where a ZIP comes from strangers; and of
 * submodules: what they name is a commit elsewhere, and there are no bytes of it here.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['120000', '160000'])

/** Times that a ZIP can say. */
const [ZIP_FROM, ZIP_TO] = [Date.UTC(1980, 0, 2), Date.UTC(2107, 11, 30)]

/** Begins to read when the stream is read. */
export async function zipOf(
  repository: Repository,
  { commit, report }: ZipRequest,
): Promise<SiteZip> {
  const { ZipFile } = await import('yazl')
  const all = await repository.snapshot(commit).entries('', { sizes: true })
  const entries = all.filter(({ mode }) => !LEFT_OUT.has(mode))
  const leftOut = all.filter(({ mode }) => LEFT_OUT.has(mode)).map((entry) => entry.path)
  const { committer } = await repository.readCommit(commit)
  const mtime = new Date(Math.min(Math.max(committer.time * 1000, ZIP_FROM), ZIP_TO))
  const zip = new ZipFile()
  const stream = new PassThrough()
  const now: { file?: Readable } = {}
  // Who goes away leaves nothing open.
  pipeline(zip.outputStream, stream, () => now.file?.destroy())
  zip.once('error', (error: Error) => stream.destroy(error))
  let packed = 0
  for (const { path, mode, oid, size } of entries) {
    if (size === undefined) throw new Error(`The size of ${path} is not known`)
    const options = { mtime, mode: Number.parseInt(mode, 8) }
    const begin = async () => {
      packed += 1
      report?.(packed, entries.length)
      const content = await openContent(repository, { oid, size })
      now.file = content.open({ start: 0, end: content.size })
      now.file.once('error', (error) => stream.destroy(error))
      if (stream.destroyed) now.file.destroy()
      return now.file
    }
    zip.addReadStreamLazy(path, options, (answer) => {
      begin().then(
        (file) => answer(null, file),
        (error: Error) => stream.destroy(error),
      )
    })
  }
  zip.end()
  return { stream, files: entries.length, leftOut }
}
