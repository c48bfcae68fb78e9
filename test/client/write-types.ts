/** `npm run client:types`: brings `src/client/api.ts` up to date. */

import { writeFile } from 'node:fs/promises'
import { startApi } from '../api/server.js'
import { clientTypes } from './types.js'

const TYPES = new URL('../../src/client/api.ts', import.meta.url)

const api = await startApi()
try {
  const { json } = await api.get('/v2/openapi.json')
  await writeFile(TYPES, clientTypes(json))
} finally {
  await api.finish()
}
