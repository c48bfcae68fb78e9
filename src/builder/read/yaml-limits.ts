/** What the builder reads of YAML: all that Jekyll does, in a process with limits of its own. */

import type { YamlLimits } from '../../content/yaml/parse.js'

// A data file may be a table of thousands of rows, and front matter hold one.
export const BUILD_YAML_LIMITS: YamlLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxNodes: 10_000_000,
  maxAliases: 10_000,
}
