/* oxlint-disable no-console -- it prints */

/**
 * `npm run parity -- --as-is`: builds sites with Galley exactly as they are, with nothing taken out, and counts how many
 * are built, how many of them with their theme, and why the others are not. Themes are fetched into `--themes`, as
 * `galley build --fetch-themes` does; GALLEY_GEM_SERVER, GALLEY_GIT_HOST and GALLEY_ALLOW_ADDRESSES say from where.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { build } from '../../src/builder/build.js'
import { fetchTheme } from '../../src/cli/build-theme.js'

interface AsIs {
  readonly themes: string
  /** Every warning. */
  readonly isVerbose: boolean
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

interface Row {
  readonly name: string
  readonly isBuilt: boolean
  /** Whether it has a theme, and has got it. */
  readonly theme: 'none' | 'here' | 'missing'
  readonly why: string
}

/** @returns whether every site is built with its theme */
export async function buildAsTheyAre(folders: readonly string[], options: AsIs): Promise<boolean> {
  const rows: Row[] = []
  for (const folder of folders) rows.push(await buildOne(folder, options))
  console.log('\n| site | built | theme | why not |\n|---|---|---|---|')
  for (const { name, isBuilt, theme, why } of rows)
    console.log(`| ${name} | ${isBuilt ? 'yes' : 'NO'} | ${theme} | ${why} |`)
  const built = rows.filter(({ isBuilt }) => isBuilt)
  const themed = rows.filter(({ theme }) => theme !== 'none')
  const isWhole = ({ isBuilt, theme }: Row) => isBuilt && theme !== 'missing'
  console.log(
    `\n${built.length} of ${rows.length} sites are built as they are; of ${themed.length} with a theme, ` +
      `${themed.filter(isWhole).length} have it.`,
  )
  return rows.every(isWhole)
}

async function buildOne(folder: string, { themes, isVerbose, now }: AsIs): Promise<Row> {
  const name = basename(folder)
  const destination = mkdtempSync(join(tmpdir(), 'galley-as-is-'))
  try {
    const request = { source: folder, destination, now }
    const place = await fetchTheme(request, themes)
    const report = await build({ ...request, themes: place })
    if (isVerbose)
      for (const { path, message } of report.diagnostics) console.log(`  ${path}: ${message}`)
    const absent = report.diagnostics.find(({ message }) => THEME.test(message))?.message
    const error = report.diagnostics.find(({ severity }) => severity === 'error')
    const theme = absent !== undefined ? 'missing' : namesTheme(folder) ? 'here' : 'none'
    const why = error === undefined ? (absent ?? '') : `${error.path}: ${error.message}`
    return { name, isBuilt: report.ok, theme, why: why.replace(/\s+/g, ' ').slice(0, 200) }
  } finally {
    rmSync(destination, { recursive: true, force: true })
  }
}

const THEME = /^The (?:remote )?theme '/

function namesTheme(folder: string): boolean {
  try {
    return /^(?:remote_)?theme\s*:\s*\S/m.test(readFileSync(join(folder, '_config.yml'), 'utf8'))
  } catch {
    // A site without settings.
    return false
  }
}
