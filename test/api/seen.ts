/**
 * Which statuses and error codes of which operations the tests have seen. With `GALLEY_API_SEEN`
 * (a folder) they are kept for `npm run api:coverage`.
 */

import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Route } from '../../src/http/route.js'
import type { Answer } from './client.js'

const seen = new Map<string, number>()
const folder = process.env['GALLEY_API_SEEN']

if (folder !== undefined && folder !== '') {
  process.once('exit', () => {
    mkdirSync(folder, { recursive: true })
    // A process may have this module twice: from source, and as a test loads it.
    const file = path.join(folder, `${process.pid}-${randomUUID()}.json`)
    writeFileSync(file, JSON.stringify(Object.fromEntries(seen)))
  })
}

/** Takes note of an answer of an operation. */
export function recordExchange({ operation }: Route, { status, json }: Answer): void {
  const code = status >= 400 && typeof json['error'] === 'string' ? json['error'] : ''
  const key = `${operation} ${status} ${code}`.trim()
  seen.set(key, (seen.get(key) ?? 0) + 1)
}
