/** `galley themes …`: lists, fetches and removes the themes that sites share, also while a server runs. */

import path from 'node:path'
import type { Command } from 'commander'
import type { InstalledTheme } from '../builder/theme/installed.js'
import { parseRepository, type WantedTheme } from '../builder/theme/wanted.js'
import type { Config } from '../config.js'
import { dataFolders } from '../service/branch/folders.js'
import { createThemes, type Themes } from '../themes/themes.js'
import { CommandError } from './command-error.js'
import { counted, printJson, printTable, visible } from './output.js'
import { addDataFolder, configOf } from './settings.js'

interface Flags {
  readonly json?: true
}

export function addThemes(program: Command): void {
  const themes = program.command('themes').description('manage the themes that sites share')
  const add = (name: string, description: string) =>
    addDataFolder(themes.command(name).description(description)).option('--json', 'print JSON')
  add('list', 'list the themes that were fetched').action(list)
  add('fetch', 'fetch a theme: a gem, or owner/name[@branch or tag], or a URL')
    .argument(
      '<theme>',
      'such as just-the-docs, just-the-docs@0.10.1 or mmistakes/minimal-mistakes@4.26.2',
    )
    .action(fetchTheme)
  add('remove', 'remove a theme; sites that need it fetch it again')
    .argument('<theme>', 'its name, or the id that `list --json` prints')
    .action(removeThemes)
  add('clear', 'remove all themes; sites that need them fetch them again').action((flags: Flags) =>
    removeThemes(null, flags),
  )
}

/** The themes of a data folder, or of another one. */
export function themesOf(config: Config, folder = dataFolders(config.data).themes): Themes {
  const outgoing = { rules: { allow: config.allowAddresses }, timeout: TIMEOUT_MS }
  return createThemes({ ...config, folder, outgoing, now: Date.now })
}

/** Milliseconds without data. */
const TIMEOUT_MS = 30_000
const MB = 1024 * 1024

async function list(flags: Flags): Promise<void> {
  const found = await themesOf(configOf({ ...flags })).list()
  if (flags.json === true) return printJson({ themes: found })
  if (found.length === 0) return console.log('There are no themes.')
  printTable(found.map(rowOf))
}

function rowOf({ name, version, origin, ref, bytes, fetchedAt }: InstalledTheme): string[] {
  const day = new Date(fetchedAt).toISOString().slice(0, 10)
  const from = ref === null ? origin : `${origin}@${ref}`
  return [name, version, `${(bytes / MB).toFixed(1)} MB`, day, from].map(visible)
}

async function fetchTheme(name: string, flags: Flags): Promise<void> {
  const themes = themesOf(configOf({ ...flags }))
  const { signal } = new AbortController()
  // The newest Jekyll: a site that wants an older one fetches what fits by itself.
  const asking = { jekyll: NEWEST_JEKYLL, signal }
  const found = await themes.update(wantedOf(name), asking).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ThemeError')
      throw new CommandError(`The theme ${name} can't be fetched: ${error.message}.`)
    throw error
  })
  if (flags.json === true) return printJson(found)
  console.log(visible(`Fetched ${found.name} ${found.version} (${counted(found.files, 'file')}).`))
}

const NEWEST_JEKYLL = '4.4.1'

function wantedOf(name: string): WantedTheme {
  const repository = parseRepository(name)
  if (repository !== null) return repository
  const [, gem, locked = null] = /^([A-Za-z0-9_][\w.-]*)(?:@(\d[\w.]*))?$/.exec(name) ?? []
  if (gem !== undefined) return { kind: 'gem', name: gem, locked, requirements: [] }
  throw new CommandError(`${name} names no theme: give a gem, owner/name or a URL.`)
}

async function removeThemes(name: string | null, flags: Flags): Promise<void> {
  const themes = themesOf(configOf({ ...flags }))
  const found = (await themes.list()).filter(
    (theme) => name === null || theme.name === name || theme.id === name,
  )
  if (found.length === 0 && name !== null)
    throw new CommandError(`There is no theme ${name} in ${path.resolve(themes.folder)}.`)
  for (const { id } of found) await themes.remove(id)
  if (flags.json === true) return printJson({ removed: found.map(({ id }) => id) })
  console.log(`Removed ${counted(found.length, 'theme')}.`)
}
