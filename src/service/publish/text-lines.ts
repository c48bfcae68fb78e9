/** Lines of a text without its front matter, for whoever sees no more of the file than its text. */

import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { splitFrontMatter } from '../../content/front-matter/split.js'
import { checkPath } from '../../content/paths.js'
import type { JobDiagnostic } from '../../model/job.js'

/** Larger files are not read again to say where in them something is. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * Errors of a build with their lines in the texts.
 *
 * @param source the folder that was built
 */
export async function withTextLines(
  source: string,
  diagnostics: readonly JobDiagnostic[],
): Promise<JobDiagnostic[]> {
  const offsets = new Map<string, number | null>()
  const told: JobDiagnostic[] = []
  for (const one of diagnostics) {
    const { severity, path: name, line } = one
    if (severity !== 'error' || name === null || line === null) {
      told.push(one)
      continue
    }
    const known = offsets.get(name)
    const offset = known === undefined ? await linesBefore(source, name) : known
    offsets.set(name, offset)
    told.push({ ...one, textLine: offset === null || line <= offset ? null : line - offset })
  }
  return told
}

/** Lines before the text of a file; null for what is none of the source's, and for what is too large. */
async function linesBefore(source: string, name: string): Promise<number | null> {
  if (checkPath(name) !== null) return null
  const file = path.join(source, name)
  try {
    const found = await lstat(file)
    if (!found.isFile() || found.size > MOST_BYTES) return null
    return linesOfFrontMatter(await readFile(file, 'utf8'))
  } catch {
    // A file of a theme, or one that is gone: nothing is known of it.
    return null
  }
}

/** Where it ends is looked for without reading its YAML, which may be as long as the file. */
function linesOfFrontMatter(text: string): number {
  const end = splitFrontMatter(text)?.bodyStart ?? 0
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
