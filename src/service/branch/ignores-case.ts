/** Finds out whether a disk takes names that are equal but for case for one. */

import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryName } from '../../system/durable.js'

/** True if the file system of a folder ignores case, as those of macOS and Windows usually do. */
export function ignoresCase(folder: string): boolean {
  const name = temporaryName('.case-')
  const probe = path.join(folder, `${name}-a`)
  writeFileSync(probe, '')
  try {
    return existsSync(path.join(folder, `${name}-A`))
  } finally {
    rmSync(probe, { force: true })
  }
}
