/** The gems that a site names: those that `bundle exec jekyll` would have. */

import { SourceError, type Source } from '../base/source.js'
import { readText } from './text.js'
import {
  GEMFILE,
  GEMFILE_LOCK,
  parseGemfile,
  parseGemfileLock,
  type Gemfile,
} from '../../content/gems/gemfile.js'

/** A site's Gemfile and its lock. */
export interface Gems {
  /** Null for none. */
  readonly gemfile: Gemfile | null
  /** Versions by gem, empty without a lock. */
  readonly lock: ReadonlyMap<string, string>
}

export async function readGems(source: Source): Promise<Gems> {
  const [gemfile, lock] = [await textOf(source, GEMFILE), await textOf(source, GEMFILE_LOCK)]
  return {
    gemfile: gemfile === null ? null : parseGemfile(gemfile),
    lock: parseGemfileLock(lock ?? ''),
  }
}

/** The text of a file, null for none. */
export async function textOf(source: Source, path: string): Promise<string | null> {
  try {
    return await readText(source, path)
  } catch (error) {
    if (error instanceof SourceError) return null
    throw error
  }
}
