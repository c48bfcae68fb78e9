/** Which files of `src` run for one PUT of one field, as V8 counts. */

import { Session } from 'node:inspector/promises'
import { startApi } from '../api/server.js'

interface Script {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
}

/** Files, from `src`, of which a function ran between the request and its answer. */
export async function touchedByPut(): Promise<string[]> {
  const api = await startApi()
  const session = new Session()
  session.connect()
  try {
    const { id } = await api.site()
    const made = await api.post(`/v2/sites/${id}/collections/posts/documents`, { title: 'One' })
    const address = `/v2/documents/${String(made.json.id)}`
    // Once before, so that what is made at the first use is not counted.
    await api.put(address, { title: 'Two' })
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await api.put(address, { title: 'Three' })
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return filesOf(result)
  } finally {
    session.disconnect()
    await api.finish()
  }
}

function filesOf(scripts: readonly Script[]): string[] {
  return scripts
    .filter(({ url }) => url.includes('/src/'))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => url.slice(url.lastIndexOf('/src/') + 5))
    .sort()
}
