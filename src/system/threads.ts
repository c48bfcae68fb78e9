/** Starting a module as a thread: from what was built, or from source, as tests do. */

import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts the module `name` as a thread.
 *
 * @param name without its ending, relative to `from`: `./search-worker`
 * @param from `import.meta.url` of who asks
 */
export function startThread(
  { name, from }: { readonly name: string; readonly from: string },
  options: WorkerOptions = {},
): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`${name}.js`, from), options)
  // A thread does not inherit the program's loader, and registers its own.
  const file = JSON.stringify(new URL(`${name}.ts`, from).href)
  const body = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(body, { ...options, eval: true })
}
