/**
 * Converts line numbers of a file to line numbers of its text, without the front matter: some users see only the
 * text.
 */

import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { splitFrontMatter } from '../../content/front-matter/split.js'
import { checkPath } from '../../content/paths.js'
import type { JobDiagnostic } from '../../model/job.js'

/** For larger files, no line of the text is given. */
const MAX_BYTES = 4 * 1024 * 1024

/**
 * Adds `textLine` to the errors of a build.
 *
 * @param source the folder that was built
 */
export async function withTextLines(
  source: string,
  diagnostics: readonly JobDiagnostic[],
): Promise<JobDiagnostic[]> {
  const offsets = new Map<string, number | null>()
  const located: JobDiagnostic[] = []
  for (const one of diagnostics) {
    const { severity, path: name, line } = one
    if (severity !== 'error' || name === null || line === null) {
      located.push(one)
      continue
    }
    const known = offsets.get(name)
    const offset = known === undefined ? await linesBefore(source, name) : known
    offsets.set(name, offset)
    located.push({ ...one, textLine: offset === null || line <= offset ? null : line - offset })
  }
  return located
}

/** Number of lines before the text. Null for a file outside of the source, and for one that is too large. */
async function linesBefore(source: string, name: string): Promise<number | null> {
  if (checkPath(name) !== null) return null
  const file = path.join(source, name)
  try {
    const found = await lstat(file)
    if (!found.isFile() || found.size > MAX_BYTES) return null
    return linesOfFrontMatter(await readFile(file, 'utf8'))
  } catch {
    // For instance a file of a theme, or one that was deleted.
    return null
  }
}

/** Only looks for the end of the front matter: to parse its YAML could take long. */
function linesOfFrontMatter(text: string): number {
  const end = splitFrontMatter(text)?.bodyStart ?? 0
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
