/**
 * Warns of files of a ZIP that Git LFS keeps elsewhere: it may have only pointers, which are never published
 * (`publish/lfs-pointers.ts`). Where a ZIP is from, nobody knows, so nothing can be fetched.
 *
 * @see gitattributes(5); https://github.com/git-lfs/git-lfs/blob/main/docs/man/git-lfs-track.adoc
 */

import type { Source } from '../../builder/base/source.js'
import { isAttributesPath } from '../../content/git-files.js'
import type { JobDiagnostic } from '../../model/job.js'
import { createYielder } from '../../system/yielding.js'

/** Most files of attributes that are read, and most patterns that are named. */
const MAX_READ = 100
const MAX_NAMED = 5
/** Bytes of a file of attributes that are looked at. */
const MAX_BYTES = 100_000

/** Its pattern, which may be quoted. */
const TRACKED = /^\s*("(?:[^"\\]|\\.)*"|[^\s#"]\S*)\s(?:.*\s)?filter=lfs(?:\s|$)/

/** A warning for each `.gitattributes` that hands files to Git LFS. */
export async function lfsWarnings(source: Source): Promise<JobDiagnostic[]> {
  const paths: string[] = []
  const yieldIfDue = createYielder()
  for await (const path of source.list()) {
    await yieldIfDue()
    if (isAttributesPath(path) && paths.push(path) === MAX_READ) break
  }
  const warnings: JobDiagnostic[] = []
  for (const path of paths) {
    await yieldIfDue()
    const bytes = Buffer.from(await source.read(path)).subarray(0, MAX_BYTES)
    const lines = bytes.toString('utf8').split('\n')
    const tracked = lines.flatMap((line, at) => {
      const pattern = TRACKED.exec(line)?.[1]
      return pattern === undefined ? [] : [{ pattern, line: at + 1 }]
    })
    const [first] = tracked
    if (first === undefined) continue
    const named = tracked.slice(0, MAX_NAMED).map(({ pattern }) => pattern)
    const more = tracked.length > MAX_NAMED ? ' and others' : ''
    warnings.push({
      severity: 'warning',
      path,
      line: first.line,
      column: null,
      message:
        `Git LFS keeps ${named.join(', ')}${more} elsewhere. Where the ZIP has only pointers, what they name can't be fetched, ` +
        'unless the site is synced with the repository that has it: a preview shows the pointers, and a publish with one of ' +
        'them fails. Import the repository by its address, or put the files themselves into the ZIP.',
    })
  }
  return warnings
}
