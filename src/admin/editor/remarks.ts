/** What the history of a document says of its commits: Galley's own messages name paths, which tell people nothing. Pure. */

import type { Revision } from '../api/types.js'
import type { Key } from '../text/catalogue.js'

/** What was done with the document's path, by what is written before and after it. */
const WITH_PATH: readonly (readonly [RegExp, RegExp, Key | null])[] = [
  [/^(?:Create|Update|Upload|Replace) $/, /^(?:: .*)?$/, null],
  [/^Restore $/, /^ from [0-9a-f]{10}$/, 'history.was-restored'],
  [/^Move (?:\S.* to )?$/, /^(?:: .*)?$/, 'history.was-moved'],
]

const WITHOUT: readonly (readonly [RegExp, Key])[] = [
  [/^(?:Create|Update|Change) \d+ files: /, 'history.with-others'],
  [/^(?:Create|Update|Delete|Move) \d+(?:, (?:update|delete|move) \d+)*$/, 'history.with-others'],
  [/^(?:Change|Rename) collection \S/, 'history.with-collection'],
  [/^Import \d+ files$/, 'history.with-import'],
  [/^Create the site$/, 'history.with-site'],
]

type Told = Pick<Revision, 'message' | 'path'>

/**
 * @returns a key for what was done if it was more than saving; null if it was that; else the first line that somebody
 * wrote
 */
export function remarkOf({ message, path }: Told): { key: Key } | { line: string } | null {
  const [line = ''] = message.split('\n')
  const at = line.indexOf(path)
  if (at > 0) {
    const [before, after] = [line.slice(0, at), line.slice(at + path.length)]
    const done = WITH_PATH.find(([start, end]) => start.test(before) && end.test(after))
    if (done) return done[2] === null ? null : { key: done[2] }
  }
  const done = WITHOUT.find(([pattern]) => pattern.test(line))
  return done ? { key: done[1] } : { line }
}
