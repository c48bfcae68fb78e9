/** Folders as tests compare them. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder with its bytes, by path; empty where there is no folder. */
export function contentsOf(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(folder, path), 'latin1')]))
}
