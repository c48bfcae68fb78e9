/** Settings as options of a command: the flags of `config.ts`. */

import type { Command } from 'commander'
import { readConfig, settingsHelp, type Config, type SettingHelp } from '../config.js'

/** Adds the flags of all settings: for the command that runs the server. */
export function addSettings(command: Command): Command {
  return addFlags(command, settingsHelp())
}

/** Adds `--data`, which is what a command needs that works on a server or its folder. */
export function addDataFolder(command: Command): Command {
  const rows = settingsHelp().filter(({ name }) => name === 'data')
  return addFlags(command, rows).addHelpText('after', OTHER_SETTINGS)
}

const OTHER_SETTINGS =
  '\nOther settings come from the environment and galley.yml in the data folder, as for `galley serve`.'

function addFlags(command: Command, rows: readonly SettingHelp[]): Command {
  for (const row of rows) {
    const fallback = row.fallback === '' ? '' : ` (default: ${row.fallback})`
    command.option(`${row.flag} <value>`, row.help + fallback)
  }
  return command
}

/** The configuration under the options of a command. */
export function configOf(options: Readonly<Record<string, unknown>>): Config {
  const flags: Record<string, string> = {}
  for (const { name } of settingsHelp()) {
    const value = options[name]
    if (typeof value === 'string') flags[name] = value
  }
  return readConfig({ flags, environment: process.env })
}
