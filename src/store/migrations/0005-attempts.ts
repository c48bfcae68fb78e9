/** Recent wrong guesses of secrets, counted by place. */

import type { Migration } from './migrate.js'

const sql = `
CREATE TABLE attempts (
  place TEXT PRIMARY KEY,
  failures INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_until ON attempts (until);
`

export const attempts: Migration = { version: 5, sql }
