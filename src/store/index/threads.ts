/** Starting the threads of the index: from what was built, or from source, as in tests. */

import { Worker } from 'node:worker_threads'

/** Starts `name`.js of this folder. */
export function startThread(name: string, workerData: unknown): Worker {
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL(`./${name}.js`, import.meta.url), { workerData })
  }
  // A thread does not inherit the program's loader, and registers its own.
  const file = JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href)
  const body = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(body, { eval: true, workerData })
}
