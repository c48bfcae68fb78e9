/**
 * Themes that were fetched, in a folder that all sites share: one folder for each theme, in it one for each version.
 * They are only read here: whatever fetches them puts a version there whole.
 *
 *     gems/just-the-docs/0.10.1-3f0c…/theme.json
 *     gems/just-the-docs/0.10.1-3f0c…/files/_layouts/default.html
 *     repositories/5ad0…/8c1f…/theme.json
 */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newestOf, satisfies } from '../../content/gems/version.js'
import { hasCode } from '../../system/errno.js'
import { folderOf, type WantedTheme } from './wanted.js'

/** What is kept of a version of a theme beside its files; plain data. */
export interface ThemeFacts {
  readonly name: string
  readonly version: string
  /** Where it came from: a URL. */
  readonly origin: string
  /** The branch, tag or commit that was asked for; null for the default branch, and for gems. */
  readonly ref: string | null
  /** SHA-256 of a gem, commit of a repository. */
  readonly digest: string
  /** Milliseconds since the Unix epoch. */
  readonly fetchedAt: number
  readonly bytes: number
  readonly files: number
  readonly authors: string
  readonly description: string
  readonly metadata: Readonly<Record<string, string>>
  /** What it needs to run. */
  readonly dependencies: readonly {
    readonly name: string
    readonly requirements: readonly string[]
  }[]
}

export interface InstalledTheme extends ThemeFacts {
  /** From the folder of fetched themes, `/` between segments: which version this is. */
  readonly id: string
}

/** The file beside the files of a version. */
export const FACTS_FILE = 'theme.json'
/** The folder of its files. */
export const FILES_FOLDER = 'files'

/** Every fetched theme, by its name and version. */
export async function listInstalled(folder: string): Promise<InstalledTheme[]> {
  const found: InstalledTheme[] = []
  for (const kind of ['gems', 'repositories'])
    for (const name of await namesIn(join(folder, kind)))
      found.push(...(await versionsIn(folder, `${kind}/${name}`)))
  const key = ({ name, fetchedAt }: InstalledTheme) => `${name}\0${String(fetchedAt).padStart(16)}`
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** The versions of one theme that are here. */
export function installedVersions(folder: string, wanted: WantedTheme): Promise<InstalledTheme[]> {
  return versionsIn(folder, folderOf(wanted))
}

async function versionsIn(folder: string, below: string): Promise<InstalledTheme[]> {
  const found: InstalledTheme[] = []
  for (const name of await namesIn(join(folder, below))) {
    const facts = await readFacts(join(folder, below, name, FACTS_FILE))
    if (facts !== null) found.push({ ...facts, id: `${below}/${name}` })
  }
  return found
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder)
    // What is being fetched has a hidden name.
    return names.filter((name) => !name.startsWith('.')).sort()
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return []
    throw error
  }
}

/** Null for a version that is damaged: it counts as not fetched. */
async function readFacts(file: string): Promise<ThemeFacts | null> {
  try {
    const facts: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isFacts(facts) ? facts : null
  } catch (error) {
    if (error instanceof SyntaxError || hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR'))
      return null
    throw error
  }
}

const TEXTS = ['name', 'version', 'origin', 'digest', 'authors', 'description'] as const

function isFacts(value: unknown): value is ThemeFacts {
  if (typeof value !== 'object' || value === null) return false
  const record: Partial<Record<string, unknown>> = { ...value }
  return (
    TEXTS.every((key) => typeof record[key] === 'string') &&
    typeof record['fetchedAt'] === 'number' &&
    Array.isArray(record['dependencies'])
  )
}

interface Choosing {
  /** The version that the site has had; null for none. */
  readonly chosen: string | null
  /** The release of Jekyll that it has to fit, if any of them does. */
  readonly jekyll: string
}

/**
 * Of the versions that are here, the one for a site: the locked one, else the one that it has had, else the newest that
 * fits. Null for none.
 */
export function chooseInstalled(
  wanted: WantedTheme,
  versions: readonly InstalledTheme[],
  { chosen, jekyll }: Choosing,
): InstalledTheme | null {
  const before = versions.find(({ id }) => id === chosen) ?? null
  if (wanted.kind === 'repository') return before ?? newestFetched(versions)
  const locked = versions.filter(({ version }) => version === wanted.locked)
  if (locked.length > 0) return newestFetched(locked)
  const allowed = versions.filter(({ version }) => satisfies(version, wanted.requirements))
  if (before !== null && allowed.includes(before)) return before
  const fitting = allowed.filter((theme) => fitsJekyll(theme.dependencies, jekyll))
  const choice = [fitting, allowed, versions].find(({ length }) => length > 0) ?? []
  const newest = newestOf(
    choice.map(({ version }) => version),
    [],
  )
  return newestFetched(choice.filter(({ version }) => version === newest))
}

/** If a theme with these dependencies runs on a release of Jekyll. */
export function fitsJekyll(dependencies: ThemeFacts['dependencies'], release: string): boolean {
  const needs = dependencies.filter(({ name }) => name === 'jekyll')
  return needs.every(({ requirements }) => satisfies(release, requirements))
}

function newestFetched(versions: readonly InstalledTheme[]): InstalledTheme | null {
  return versions.toSorted((a, b) => a.fetchedAt - b.fetchedAt).at(-1) ?? null
}
