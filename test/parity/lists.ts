/**
 * Lists of public sites, by repository and commit, and their checkouts: `worked` are sites that were
 * looked into, `checked` those that are looked at as a score, `fresh` those that nobody has seen.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Listed {
  /** `owner/name` on GitHub. */
  readonly repo: string
  /** 40 hexadecimal digits. */
  readonly commit: string
}

/** The sites of `fixtures/parity/<name>.json`. @throws Error for a list that is not there */
export function readList(name: string): readonly Listed[] {
  const file = new URL(`../../fixtures/parity/${encodeURIComponent(name)}.json`, import.meta.url)
  if (!existsSync(file)) throw new Error(`There is no list ${name} in fixtures/parity.`)
  return JSON.parse(readFileSync(file, 'utf8')) as Listed[]
}

/** Folders of a list's sites; those that are not there are fetched, and those that cannot be are named. */
export function fetchList(name: string, into: string): { folders: string[]; missing: string[] } {
  const folders: string[] = []
  const missing: string[] = []
  for (const site of readList(name)) {
    const folder = join(into, site.repo.replace('/', '+'))
    if (existsSync(folder) || fetchSite(folder, site)) folders.push(folder)
    else missing.push(site.repo)
  }
  return { folders, missing }
}

function fetchSite(folder: string, { repo, commit }: Listed): boolean {
  mkdirSync(folder, { recursive: true })
  const url = `https://github.com/${repo}.git`
  const isThere = [
    ['init', '-q'],
    ['fetch', '-q', '--depth', '1', url, commit],
    ['checkout', '-q', 'FETCH_HEAD'],
  ].every((args) => spawnSync('git', args, { cwd: folder, stdio: 'ignore' }).status === 0)
  if (!isThere) rmSync(folder, { recursive: true, force: true })
  return isThere
}
