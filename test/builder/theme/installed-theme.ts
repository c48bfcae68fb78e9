/** Puts a version of a theme where fetched themes are, as whatever fetches them does. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ThemeFacts } from '../../../src/builder/theme/installed.js'

export interface GivenTheme {
  readonly folder: string
  /** `gems/x`, or the folder of a repository. */
  readonly below: string
  readonly facts?: Partial<ThemeFacts>
  readonly files: Readonly<Record<string, string | Uint8Array>>
}

/** @returns its id */
export function putTheme({ folder, below, facts = {}, files }: GivenTheme): string {
  const { version = '1.0.0', digest = 'f'.repeat(64) } = facts
  const id = `${below}/${version}-${digest.slice(0, 12)}`
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, id, 'files', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const all: ThemeFacts = {
    name: below.split('/').at(-1) ?? '',
    version,
    origin: 'https://gems.example',
    ref: null,
    digest,
    fetchedAt: 1,
    bytes: 1,
    files: Object.keys(files).length,
    authors: 'Ada',
    description: 'A theme.',
    metadata: {},
    dependencies: [],
    ...facts,
  }
  writeFileSync(join(folder, id, 'theme.json'), JSON.stringify(all))
  return id
}
