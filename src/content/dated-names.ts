/**
 * Reads file names that begin with a date, as those of posts do.
 *
 * @see jekyll/document.rb: merge_date!, DATE_FILENAME_MATCHER
 */

import { parseTime } from './dates.js'

/** The parts of `2024-01-02-my-post.md`; the extension with its dot. */
interface DatedName {
  readonly date: string
  readonly slug: string
  readonly extension: string
}

const DATED_NAME = /^(?:.*\/)?(\d{2,4}-\d{1,2}-\d{1,2})-([^/]*)(\.[^./]+)$/

/** The parts of a dated file name, or null. The path may have folders; the day may not exist. */
export function readDatedName(path: string): DatedName | null {
  const [, date, slug, extension] = DATED_NAME.exec(path) ?? []
  if (date === undefined || slug === undefined || extension === undefined) return null
  return { date, slug, extension }
}

/** Why the day in a dated file name is refused: it does not exist, so a build would fail. Null for a good name. */
export function impossibleDay(path: string): string | null {
  const named = readDatedName(path)
  if (named === null || parseTime(named.date, 'UTC') !== null) return null
  return `must name a day: there is no day ${named.date}, and the name of a post begins with YYYY-MM-DD-`
}

/** As `impossibleDay`, for a path from the site's root; null if it is not a post. */
export function impossiblePost(path: string): string | null {
  return /(^|\/)_posts\//.test(path) ? impossibleDay(path) : null
}
