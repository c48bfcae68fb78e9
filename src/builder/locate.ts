/** Finds the lines of what is said of a key: files are read again only when there is something to say. */

import { readText } from './read/text.js'
import type { Said } from './base/report.js'
import type { Diagnostic } from './base/request.js'
import { SourceError, type Source } from './base/source.js'

/** The diagnostics with line and column of the key that they are about, where the file has it. */
export async function located(said: readonly Said[], source: Source): Promise<Diagnostic[]> {
  return Promise.all(
    said.map(async ({ key, ...diagnostic }) => {
      const { path, line } = diagnostic
      if (key === null || path === null || line !== null) return diagnostic
      return { ...diagnostic, ...placeOf(await textOf(source, path), key) }
    }),
  )
}

async function textOf(source: Source, path: string): Promise<string> {
  try {
    return await readText(source, path)
  } catch (error) {
    if (error instanceof SourceError) return ''
    throw error
  }
}

/** Place of a key's value at the top of YAML or of front matter. */
function placeOf(text: string, key: string): Pick<Diagnostic, 'line' | 'column'> {
  const lines = text.split('\n')
  const hasFrontMatter = /^---\s*$/.test(lines[0] ?? '')
  const end = hasFrontMatter ? lines.findIndex((line, i) => i > 0 && /^---\s*$/.test(line)) : -1
  const index = lines.findIndex((line) =>
    line.replace(/^(["'])(\w+)\1/, '$2').startsWith(`${key}:`),
  )
  if (index < 0 || (end >= 0 && index > end)) return { line: null, column: null }
  const before = /^[^:]*:\s*/.exec(lines[index] ?? '')?.[0] ?? ''
  return { line: index + 1, column: before.length + 1 }
}
