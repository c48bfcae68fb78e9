/** Settings as options of a command: the flags of `config.ts`. */

import type { Command } from 'commander'
import { readConfig, settingsHelp, type Config, type SettingName } from '../config.js'

/** Adds the flags of some settings, or of all. */
export function addSettings(command: Command, names?: readonly SettingName[]): Command {
  for (const row of settingsHelp()) {
    if (names && !names.includes(row.name)) continue
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
