/** Exports a site's source at one commit as a ZIP. Read-only, so a server may run on the same data folder. */

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { GalleyError } from '../../errors.js'
import { detectGit } from '../../git/program/command.js'
import { createShared, openRepository } from '../../git/repository.js'
import { zipOf } from './site-zip.js'

interface ExportRequest {
  /** The bare repository. */
  readonly gitDir: string
  /** Path of the ZIP; an existing file is replaced when the new one is complete. */
  readonly file: string
  readonly report: (message: string) => void
}

interface Exported {
  readonly commit: string
  readonly files: number
  /** Symbolic links and submodules, which imports do not accept. */
  readonly leftOut: readonly string[]
}

/** Writes the files of `main`. @throws GalleyError `conflict` for a site without commits */
export async function exportSite({ gitDir, file, report }: ExportRequest): Promise<Exported> {
  const shared = createShared({ processes: 1 })
  const repository = await openRepository(gitDir, { native: (await detectGit()) !== null, shared })
  const fresh = `${file}.part`
  try {
    const commit = await repository.head()
    if (commit === null) throw new GalleyError('conflict', 'The site has no files to export.')
    const { stream, files, leftOut } = await zipOf(repository, {
      commit,
      report: (packed, of) => report(`Packed ${count(packed)} of ${count(of)} files`),
    })
    // In a shared folder another user may have made it, to read or redirect what is written.
    await rm(fresh, { force: true })
    await pipeline(stream, createWriteStream(fresh, { flags: 'wx' }))
    await rename(fresh, file)
    return { commit, files, leftOut }
  } finally {
    await rm(fresh, { force: true })
    await repository.close()
    await shared.close()
  }
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
