/**
 * Sites that are older than the rule for sites without a Gemfile stay as they were: as by Jekyll 4.3. What they say in a
 * Gemfile or in `jekyll_version` counts as before.
 */

import type { Migration } from './migrate.js'

const sql = `INSERT INTO settings (key, value) SELECT 'jekyll of ' || id, '4.3' FROM sites;`

export const keptJekyll: Migration = { version: 14, sql }
