/** A site's source at one commit, as a ZIP. Reads only: a server may run on the same folder. */

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GalleyError } from '../../errors.js'
import { detectGit } from '../../git/program/command.js'
import { createShared, openRepository, type Repository } from '../../git/repository.js'

interface ExportRequest {
  /** The bare repository. */
  readonly gitDir: string
  /** ZIP to write; what was there is replaced when all is written. */
  readonly file: string
  readonly report: (message: string) => void
}

interface Exported {
  readonly commit: string
  readonly files: number
  /** Symbolic links and submodules, which an import takes from no ZIP. */
  readonly leftOut: readonly string[]
}

/** Writes the files of `main`. @throws GalleyError `conflict` for a site without a commit */
export async function exportSite({ gitDir, file, report }: ExportRequest): Promise<Exported> {
  const shared = createShared({ processes: 1 })
  const repository = await openRepository(gitDir, { native: (await detectGit()) !== null, shared })
  const fresh = `${file}.part`
  try {
    const commit = await repository.head()
    if (commit === null) throw new GalleyError('conflict', 'The site has no files to export.')
    const written = await writeZip(repository, { commit, file: fresh, report })
    await rename(fresh, file)
    return { commit, ...written }
  } finally {
    await rm(fresh, { force: true })
    await repository.close()
    await shared.close()
  }
}

interface Target {
  readonly commit: string
  readonly file: string
  readonly report: (message: string) => void
}

/**
 * Modes of links, which mean nothing to a site here and are refused where a ZIP comes from strangers; and of
 * submodules: what they name is a commit elsewhere, and there are no bytes of it here.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['120000', '160000'])

/** Times that a ZIP can say. */
const [ZIP_FROM, ZIP_TO] = [Date.UTC(1980, 0, 2), Date.UTC(2107, 11, 30)]

async function writeZip(
  repository: Repository,
  { commit, file, report }: Target,
): Promise<Omit<Exported, 'commit'>> {
  const { ZipFile } = await import('yazl')
  const all = await repository.snapshot(commit).entries()
  const entries = all.filter(({ mode }) => !LEFT_OUT.has(mode))
  const leftOut = all.filter(({ mode }) => LEFT_OUT.has(mode)).map((entry) => entry.path)
  const { committer } = await repository.readCommit(commit)
  const mtime = new Date(Math.min(Math.max(committer.time * 1000, ZIP_FROM), ZIP_TO))
  const zip = new ZipFile()
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject))
  let done = 0
  for (const { path, mode, oid } of entries) {
    const options = { mtime, mode: Number.parseInt(mode, 8) }
    // Lazily: one file at a time is in memory.
    zip.addReadStreamLazy(path, options, (answer) => {
      done += 1
      report(`Packed ${count(done)} of ${count(entries.length)} files`)
      repository.readBlob(oid).then(
        (data) => answer(null, Readable.from([data])),
        (error: unknown) => zip.emit('error', error),
      )
    })
  }
  zip.end()
  await Promise.race([pipeline(zip.outputStream, createWriteStream(file)), failed])
  return { files: entries.length, leftOut }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
