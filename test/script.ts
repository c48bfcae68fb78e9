/** Running a module of the tests as a program. */

import { fileURLToPath } from 'node:url'

/**
 * The words that run a module: with the loader that compiles it, where the tests run from source themselves.
 *
 * @param name without its ending, relative to `from`: `./serve`
 * @param from `import.meta.url` of who asks
 */
export function scriptWords(name: string, from: string): [string, ...string[]] {
  const isSource = from.endsWith('.ts')
  const file = fileURLToPath(new URL(`${name}${isSource ? '.ts' : '.js'}`, from))
  return [process.execPath, ...(isSource ? ['--import', import.meta.resolve('tsx')] : []), file]
}
