/** The sizes of remembered answers, of the larger ones in order of age, so that what is kept has a bound. */

import type { Migration } from './migrate.js'

const sql = `
ALTER TABLE requests ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE requests SET bytes = length(CAST(answer AS BLOB)) WHERE answer IS NOT NULL;
CREATE INDEX requests_large ON requests (user_id, at, bytes) WHERE bytes > 2048;
`

export const answerSizes: Migration = { version: 9, sql }
