/**
 * Counts the files of `src` that run for one PUT of one field, by V8's precise coverage. Only the work of the
 * request itself counts, from its arrival until its answer is sent. Watchers, timers, other requests and the
 * checkout after the answer do not count. Node's asynchronous context, which follows every callback and
 * promise, tells which work belongs to the request.
 */

import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Session, type Profiler } from 'node:inspector'
import { startApi } from '../api/server.js'

/** Files, from `src`, of which a function ran on the way of the request, sorted. */
export async function touchedByPut(): Promise<string[]> {
  const api = await startApi()
  try {
    const { id } = await api.site()
    const made = await api.post(`/v2/sites/${id}/collections/posts/documents`, { title: 'One' })
    const address = `/v2/documents/${String(made.json.id)}`
    // Once before, so that what is made at the first use is not counted.
    await api.put(address, { title: 'Two' })
    return await tracing(async () => void (await api.put(address, { title: 'Three' })))
  } finally {
    await api.finish()
  }
}

/** Runs something that sends one request to this process, and tells which files it went through. */
async function tracing(send: () => Promise<void>): Promise<string[]> {
  const session = new Session()
  session.connect()
  const context = new AsyncLocalStorage<true>()
  const touched = new Set<string>()
  let isOnWay = false
  /** Whoever ran until now is told from whoever runs next; only what the request ran is kept. */
  const turn = (isNext: boolean): void => {
    if (isNext === isOnWay) return
    const files = takeFiles(session)
    if (isOnWay) for (const file of files) touched.add(file)
    isOnWay = isNext
  }
  let isAnswered = false
  const look = (): void => turn(!isAnswered && context.getStore() === true)
  const hook = createHook({ before: look, after: look })
  const begin = (): void => {
    context.enterWith(true)
    look()
  }
  const end = (): void => {
    isAnswered = true
    look()
  }
  subscribe('http.server.request.start', begin)
  subscribe('http.server.response.finish', end)
  try {
    session.post('Profiler.enable')
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    hook.enable()
    await send()
    return [...touched].sort()
  } finally {
    hook.disable()
    unsubscribe('http.server.request.start', begin)
    unsubscribe('http.server.response.finish', end)
    session.disconnect()
  }
}

/** Files of which a function ran since the last time. */
function takeFiles(session: Session): string[] {
  let scripts: readonly Profiler.ScriptCoverage[] = []
  // The inspector of this very thread answers at once.
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error
    scripts = result
  })
  return scripts
    .filter(({ url }) => url.includes('/src/') && url.endsWith('.ts'))
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .map(({ url }) => url.slice(url.lastIndexOf('/src/') + 5))
}
