/** Reads `galley.yml`. */

import { lstatSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseYaml } from './content/yaml/parse.js'
import { toJson, type YamlValue } from './content/yaml/value.js'
import { GalleyError } from './errors.js'
import { hasCode } from './system/errno.js'
import { didYouMean } from './system/nearest.js'

/**
 * Reads the texts of settings by their keys. Flat keys only; lists may be written as YAML lists.
 *
 * @param known all keys
 * @returns empty if there is no such file
 * @throws GalleyError `validation_failed` that names the file and what is wrong with it
 */
export function readSettingsFile(file: string, known: ReadonlySet<string>): Map<string, string> {
  const source = readIfThere(file)
  const { value, error } = parseYaml(source)
  if (error) {
    throw new GalleyError('validation_failed', `${file}:${error.line}: ${error.reason}`)
  }
  if (value === null) return new Map()
  if (!(value instanceof Map)) {
    throw new GalleyError('validation_failed', `${file} must be a mapping of settings to values.`)
  }
  const settings = new Map<string, string>()
  for (const [key, item] of value) {
    if (!known.has(String(key))) {
      const message = `${file}: unknown setting "${String(key)}"${didYouMean(String(key), known) || '.'}`
      throw new GalleyError('validation_failed', message)
    }
    settings.set(String(key), settingText(item))
  }
  return settings
}

/** Lists as comma-separated text; anything deeper is not a valid setting and fails its check. */
function settingText(value: YamlValue): string {
  if (Array.isArray(value)) return value.map(settingText).join(',')
  if (typeof value === 'string') return value
  if (value === null) return ''
  return JSON.stringify(toJson(value)).replace(/^"|"$/g, '')
}

function readIfThere(file: string): string {
  try {
    // To read a pipe or a device could take for ever.
    if (statSync(file).isFile()) return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return withoutFile(file)
    const folder = path.dirname(file)
    if (hasCode(error, 'EACCES')) {
      const message = `You may not read ${file}: run Galley as the user who owns ${folder}.`
      throw new GalleyError('validation_failed', message, { cause: error })
    }
    if (!hasCode(error, 'ENOTDIR')) throw error
    throw new GalleyError('validation_failed', `${folder} is not a folder (--data names one).`)
  }
  throw new GalleyError('validation_failed', `${file} is not a regular file: replace or remove it.`)
}

/** Whoever has a link wants settings: without them, a reload would fall back to what was turned off. */
function withoutFile(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return ''
  const message = `${file} leads to a file that is not there: make that one, or remove the link.`
  throw new GalleyError('validation_failed', message)
}
