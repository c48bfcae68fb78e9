/** Turns the settings of `config.ts` into options of a command. */

import { isDeepStrictEqual } from 'node:util'
import type { Command } from 'commander'
import { readConfig, settingsHelp, type Config, type SettingHelp } from '../config.js'

/** Adds the flags of all settings, for `galley serve`. */
export function addSettings(command: Command): Command {
  return addFlags(command, settingsHelp())
}

/** Adds `--data`, for commands that use a data folder. */
export function addDataFolder(command: Command): Command {
  const rows = settingsHelp().filter(({ name }) => name === 'data')
  return addFlags(command, rows).addHelpText('after', OTHER_SETTINGS)
}

const OTHER_SETTINGS =
  '\nOther settings come from environment variables and from galley.yml in the data folder, as for `galley serve`.'

function addFlags(command: Command, rows: readonly SettingHelp[]): Command {
  for (const row of rows) {
    const fallback = row.fallback === '' ? '' : ` (default: ${row.fallback})`
    // `--https` alone is `--https true`.
    const isFlag = row.fallback === 'true' || row.fallback === 'false'
    command.option(`${row.flag} ${isFlag ? '[value]' : '<value>'}`, row.help + fallback)
  }
  return command
}

/** Reads the configuration; flags of the command take precedence. @throws GalleyError for an invalid setting */
export function configOf(options: Readonly<Record<string, unknown>>): Config {
  const flags: Record<string, string> = {}
  for (const { name } of settingsHelp()) {
    const value = options[name]
    if (typeof value === 'string' || value === true) flags[name] = String(value)
  }
  return readConfig({ flags, environment: process.env })
}

/** What became of settings that were read again; the keys in `galley.yml`. */
interface AdoptedSettings {
  readonly changed: readonly string[]
  /** These have other values now, which the next start takes. */
  readonly waiting: readonly string[]
}

/** Gives a configuration in use those values of another one that a running server can take. */
export function adoptSettings(config: Config, read: Config): AdoptedSettings {
  const differing = settingsHelp().filter(
    ({ name }) => !isDeepStrictEqual(config[name], read[name]),
  )
  const live = differing.filter(({ isLive }) => isLive)
  Object.assign(config, Object.fromEntries(live.map(({ name }) => [name, read[name]])))
  const keys = (rows: readonly SettingHelp[]) => rows.map(({ key }) => key)
  return { changed: keys(live), waiting: keys(differing.filter(({ isLive }) => !isLive)) }
}
