/**
 * Values that the server stores for itself, as texts by name. A name that ends with a blank or a colon and the id of a site
 * belongs to the site, and goes with it (`sites.ts`).
 */

import type { Connection } from '../connection.js'

/** Values by key. */
export interface Settings {
  find(key: string): string | null
  set(key: string, value: string): void
  /** True if there was one. */
  delete(key: string): boolean
}

/** The settings over one connection. */
export function createSettings(db: Connection): Settings {
  const one = db.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck()
  const set = db.prepare('INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM settings WHERE key = ?')
  return {
    find: (key) => one.get(key) ?? null,
    set: (key, value) => {
      set.run(key, value)
    },
    delete: (key) => remove.run(key).changes > 0,
  }
}
