/** An index for finding the deleted files of a site without reading all its ids. */

import type { Migration } from './migrate.js'

const sql = `
CREATE INDEX entry_ids_deleted ON entry_ids (site_id, deleted_at DESC, id) WHERE deleted_at IS NOT NULL;
`

export const deletedIds: Migration = { version: 7, sql }
