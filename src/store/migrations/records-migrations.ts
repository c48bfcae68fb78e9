import type { Migration } from './migrate.js'
import { start } from './0001-start.js'

/** Every step of the records' schema, oldest first. */
export const RECORDS_MIGRATIONS: readonly Migration[] = [start]
