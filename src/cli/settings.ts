/** Turns the settings of `config.ts` into options of a command. */

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
