/**
 * The default theme of a new site: the files below `theme/`, with today's date on the first post.
 *
 * @see src/http/README.md (Sites)
 */

import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('theme', import.meta.url))

/** Placeholder for the day of creation in file names of the theme. */
const DAY = '0000-00-00'

/** Files that npm would leave out of a package under their real names. */
const RENAMED: ReadonlyMap<string, string> = new Map([['_gitignore', '.gitignore']])

/** Content by path; `day` is `YYYY-MM-DD` in the site's time zone. */
export async function readTheme(day: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(FOLDER, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(FOLDER, file).split(path.sep).join('/')
    files.set(RENAMED.get(name) ?? name.replace(DAY, day), await readFile(file))
  }
  return files
}
