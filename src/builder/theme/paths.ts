/** Lists the files of a theme. */

import type { Source } from '../base/source.js'

/** Paths in their order. */
export async function pathsOf(source: Source): Promise<Set<string>> {
  const paths: string[] = []
  for await (const path of source.list()) paths.push(path)
  return new Set(paths.sort())
}
