/** Starts modules as threads: built ones, or source files in tests. */

import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts the module `name` as a thread.
 *
 * @param name path without extension, relative to `from`: `./search-worker`
 * @param from `import.meta.url` of the caller
 */
export function startThread(
  { name, from }: { readonly name: string; readonly from: string },
  options: WorkerOptions = {},
): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`${name}.js`, from), options)
  // A thread does not inherit the loader of the process, so it registers its own.
  const file = JSON.stringify(new URL(`${name}.ts`, from).href)
  const body = `import('tsx/esm/api').then(({ register }) => { register(); return import(${file}) })`
  return new Worker(body, { ...options, eval: true })
}
