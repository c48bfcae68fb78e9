/** Which files of the source belong to the site: `include`, `exclude`, special and backup names. */

// jekyll/entry_filter.rb: the rules below

import { nameOf } from '../items/item.js'
import { matchesGlob } from './glob.js'

/** What the configuration says of inclusion; patterns are from the source's root. */
interface EntryRules {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
}

/** A name in a folder: does the site have it? */
export interface EntryFilter {
  /**
   * @param folder folder that is being read, '' for the root
   * @param entry path inside that folder (a bare name, or several segments)
   */
  keeps(folder: string, entry: string, isFolder: boolean): boolean
}

const SPECIAL = /^[._#~]/

/** The filter of a site. */
export function createEntryFilter(rules: EntryRules): EntryFilter {
  const exclude = rules.exclude.filter((pattern) => !rules.include.includes(pattern))
  const isIncluded = (entry: string, isFolder: boolean) =>
    matchesAny(rules.include, entry, isFolder) || matchesAny(rules.include, nameOf(entry), isFolder)
  const keeps: EntryFilter['keeps'] = (folder, entry, isFolder) => {
    if (entry.endsWith('.')) return false
    const included = isIncluded(entry, isFolder)
    const path = folder === '' ? entry : `${folder}/${entry}`
    if (!included && matchesAny(exclude, path, isFolder)) return false
    return included || !(isSpecial(entry) || entry.endsWith('~'))
  }
  // A site in memory asks again for each of its files.
  const known = new Map<string, Map<string, boolean>>()
  return {
    keeps(folder, entry, isFolder) {
      const ofFolder = known.get(folder) ?? new Map<string, boolean>()
      known.set(folder, ofFolder)
      const key = isFolder ? `${entry}/` : entry
      const before = ofFolder.get(key)
      if (before !== undefined) return before
      const isKept = keeps(folder, entry, isFolder)
      ofFolder.set(key, isKept)
      return isKept
    },
  }
}

function isSpecial(entry: string): boolean {
  return SPECIAL.test(entry) || SPECIAL.test(nameOf(entry))
}

/** Whether one of the patterns is the path, a prefix of it, or a glob of it. */
export function matchesAny(patterns: readonly string[], path: string, isFolder: boolean): boolean {
  return patterns.some((raw) => {
    const pattern = raw.startsWith('/') ? raw.slice(1) : raw
    return (
      path.startsWith(pattern) || matchesGlob(pattern, path) || (isFolder && pattern === `${path}/`)
    )
  })
}
