/**
 * Builds a site that is written in the test: path -> text.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../src/builder/build.js'
import type { BuildReport, BuildRequest } from '../../src/builder/base/request.js'
import { mapSource } from '../../src/builder/base/source.js'
import { AS_RECORDED } from '../builder/recorded.js'

export interface BuiltSite {
  readonly report: BuildReport
  /** Output path -> text; empty when nothing was written. */
  readonly files: Readonly<Record<string, string>>
  /** Message of the first error, or null. */
  readonly error: string | null
  readonly warnings: readonly string[]
}

/** 1 June 2024, noon UTC. */
export const NOW = Date.UTC(2024, 5, 1, 12)

export async function buildSite(
  site: Readonly<Record<string, string | Uint8Array>>,
  request: Partial<BuildRequest> = {},
): Promise<BuiltSite> {
  const root = mkdtempSync(join(tmpdir(), 'galley-feature-'))
  const destination = join(root, 'out')
  try {
    const report = await build(
      { source: join(root, 'none'), destination, now: NOW, ...AS_RECORDED, ...request },
      { source: mapSource(new Map(Object.entries(site))) },
    )
    const messages = (severity: string) =>
      report.diagnostics.filter((one) => one.severity === severity).map(({ message }) => message)
    const [error = null] = messages('error')
    return { report, files: readAll(destination), error, warnings: messages('warning') }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function readAll(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter((path) => statSync(join(folder, path)).isFile()).sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** Text with front matter. */
export function page(frontMatter: string, body = ''): string {
  return `---\n${frontMatter}\n---\n${body}`
}
