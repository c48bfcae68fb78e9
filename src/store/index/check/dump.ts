/** Reads all rows of a site in a form for comparing indexes: without row numbers and generations. */

import type { Connection } from '../../connection.js'
import { HEAD_COLUMNS } from '../rows.js'

/** All rows of a site as plain data, equal for two indexes with the same content. */
export function dumpSite(db: Connection, siteId: string): Readonly<Record<string, unknown>> {
  const live = '(SELECT generation FROM generations WHERE site_id = ? AND live = 1)'
  const all = (sql: string) => db.prepare<[string]>(sql).all(siteId)
  return {
    site: all('SELECT commit_oid, facts FROM generations WHERE site_id = ? AND live = 1'),
    entries: all(
      `SELECT ${HEAD_COLUMNS}, e.shelf, e.title_key, e.path_key, e.relative_key, e.basename_key, e.owner_key, e.extension, e.content_type, e.folded, t.text, t.body
       FROM entries e JOIN generations g USING (generation) LEFT JOIN texts t ON t.row = e.row
       WHERE e.generation = ${live} ORDER BY e.path`,
    ),
    terms: all(
      `SELECT t.taxonomy, t.term, e.path FROM terms t JOIN entries e ON e.row = t.row
       WHERE t.generation = ${live} ORDER BY t.taxonomy, t.term, e.path`,
    ),
    commits: all(
      `SELECT seq, oid, author_name, author_email, author_key, time, message FROM commits
       WHERE generation = ${live} ORDER BY seq`,
    ),
    paths: all(
      `SELECT path, seq, old_path, blob FROM commit_paths WHERE generation = ${live} ORDER BY path, seq`,
    ),
  }
}
