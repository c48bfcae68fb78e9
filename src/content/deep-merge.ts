/** Merges maps as Jekyll merges data. */

import { isYamlMap } from './yaml/value.js'
import type { YamlMap } from './yaml/value.js'

/**
 * A new map of `under` and `over`: nested maps are merged, other values come from `over`, and a null in `over` replaces
 * no value. The keys of `under` come first.
 *
 * @see jekyll/utils.rb: deep_merge_hashes
 */
export function deepMerge(under: YamlMap, over: YamlMap): YamlMap {
  const merged: YamlMap = new Map(under)
  for (const [key, value] of over) {
    const old = merged.get(key)
    if (old === undefined || value !== null) {
      const isBoth = old !== undefined && isYamlMap(old) && isYamlMap(value)
      merged.set(key, isBoth ? deepMerge(old, value) : value)
    }
  }
  return merged
}
