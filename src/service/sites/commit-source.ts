/** The files of a commit, for what looks at a site without building it. */

import { SourceError, type Source } from '../../builder/base/source.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'

/** Bytes of a file that are read. */
const READ_BYTES = 1024 * 1024

/** Every file; without links and submodules. */
export async function commitSource(
  repository: Repository,
  snapshot: Snapshot,
): Promise<Source & { readonly count: number; readonly paths: readonly string[] }> {
  const entries = await snapshot.entries()
  const oids = new Map(
    entries.filter(({ mode }) => mode.startsWith('100')).map(({ path, oid }) => [path, oid]),
  )
  return {
    count: entries.length,
    paths: entries.map(({ path }) => path),
    list: async function* () {
      yield* oids.keys()
    },
    read: async (path) => {
      const oid = oids.get(path)
      if (oid === undefined) throw new SourceError('missing', path)
      return (await repository.readBlobStart(oid, READ_BYTES)).data
    },
  }
}

/** A commit of which a few files are read by their names; nothing is listed. */
export function namedFiles(repository: Repository, commit: string): Source {
  const snapshot = repository.snapshot(commit)
  return {
    list: async function* () {},
    read: async (path) => {
      const entry = await snapshot.entry(path)
      if (entry === null || !entry.mode.startsWith('100')) throw new SourceError('missing', path)
      return (await repository.readBlobStart(entry.oid, READ_BYTES)).data
    },
  }
}
