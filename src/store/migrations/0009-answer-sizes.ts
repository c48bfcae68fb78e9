/** The sizes of stored answers, and an index of the large ones by age, to limit their total size. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE requests ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE requests SET bytes = length(CAST(answer AS BLOB)) WHERE answer IS NOT NULL;
CREATE INDEX requests_large ON requests (user_id, at, bytes) WHERE bytes > 2048;
`

export const answerSizes: Migration = { version: 9, sql }
