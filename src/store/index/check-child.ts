/** The body of the process that looks the index through; one that is in the way can be killed. @see check.ts */

import { setPriority } from 'node:os'
import { openReader } from '../connection.js'
import { damageOfRows, damageOfTables, sitesBySize } from './check-rows.js'
import type { CheckNews } from './check.js'

/** Behind everybody who waits for an answer. */
const PRIORITY = 10

function tell(news: CheckNews): void {
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
