/** The keys of a configuration that stand for flags of the command: where the site is and where it goes. */

import { parseYaml } from '../content/yaml/parse.js'
import { isYamlMap } from '../content/yaml/value.js'
import { text } from './base/settings.js'

/** What the files say; undefined for what none says. Paths are from where the command runs. */
interface ConfiguredFlags {
  readonly source?: string
  readonly destination?: string
  readonly quiet?: boolean
  readonly profile?: boolean
}

/** Reads the texts of configuration files, later ones over earlier; what is no YAML says nothing here. */
export function configuredFlags(files: readonly string[]): ConfiguredFlags {
  const flags: { -readonly [Key in keyof ConfiguredFlags]: ConfiguredFlags[Key] } = {}
  for (const file of files) {
    const { value } = parseYaml(file.replace(/^\ufeff/, ''))
    if (!isYamlMap(value)) continue
    for (const key of ['source', 'destination'] as const) {
      const path = text(value.get(key))
      if (path !== null && path !== '') flags[key] = path
    }
    for (const key of ['quiet', 'profile'] as const) {
      const given = value.get(key)
      if (typeof given === 'boolean') flags[key] = given
    }
  }
  return flags
}
