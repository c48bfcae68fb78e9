/** The main file of the process that checks the index. It can be killed at any time. @see check.ts */

import { setPriority } from 'node:os'
import { openReader } from '../../connection.js'
import { damageOfRows, damageOfTables, sitesBySize } from './check-rows.js'
import type { CheckMessage } from './check.js'

/** Low, so that the server and its requests come first. */
const PRIORITY = 10

function tell(news: CheckMessage): void {
  process.send?.(news)
}

function look(path: string, isBySite: boolean): string | null {
  const db = openReader(path)
  for (const { siteId, generation } of isBySite ? sitesBySize(db) : []) {
    const damage = damageOfRows(db, generation)
    if (damage !== null) return damage
    tell({ kind: 'site', siteId })
  }
  return damageOfTables(db)
}

const [, , path = '', order] = process.argv
setPriority(PRIORITY)
tell({ kind: 'end', damage: look(path, order === 'by-site') })
process.disconnect()
