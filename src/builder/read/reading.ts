/** What the readers share. */

import { defaultsFor } from '../../content/defaults.js'
import type { YamlMap } from '../../content/yaml/value.js'
import type { Item } from '../items/item.js'
import type { Reporter } from '../base/report.js'
import type { Settings } from '../base/settings.js'
import type { Theme } from '../items/site.js'
import type { Source } from '../base/source.js'
import type { Zone } from '../base/zone.js'
import { BuildError } from '../base/build-error.js'
import type { EntryFilter } from './entry-filter.js'
import type { KeptReads } from './kept.js'
import type { Tree } from './tree.js'

/** The source with its rules. */
export interface Reading {
  readonly settings: Settings
  readonly source: Source
  readonly tree: Tree
  readonly filter: EntryFilter
  readonly reporter: Reporter
  readonly theme: Theme | null
  readonly zone: Zone
  /** Milliseconds since the Unix epoch. */
  now: number
  /** Told of each item when it is read. */
  readonly onRead?: (item: Item) => void
  /** What is known of the files from reading them before; left out, all is read. */
  readonly kept?: KeptReads
  /** Told of a file that cannot be read as what it is, which is left out then; without it reading fails. */
  readonly tolerate?: (error: BuildError) => void
  /** Dates of the posts that were left out because they are in the future. */
  readonly futures: number[]
  /** Set when a date was read that depends on when the build is: one that is missing or leaves its day open. */
  readonly moment: { isRead: boolean }
}

/** Runs; what is wrong with one file is null where that is tolerated. @throws BuildError otherwise */
export async function tolerated<Result>(
  { tolerate }: Reading,
  run: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await run()
  } catch (error) {
    if (tolerate === undefined || !(error instanceof BuildError)) throw error
    tolerate(error)
    return null
  }
}

/** Front-matter defaults of a file; the path leaves `collections_dir` out. */
export function fileDefaults(settings: Settings, path: string, type: string | null): YamlMap {
  return defaultsFor(settings.content.defaults, {
    path: path.replace(/^\//, ''),
    type,
    collectionsDir: settings.collectionsDir,
  })
}
