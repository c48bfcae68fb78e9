/**
 * Which code made a cached result: other code, other keys.
 */

import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cacheKey } from './disk-cache.js'

/** What may change a cached result, from this folder. */
const CODE = ['../markdown', '../highlight', '../highlight/lexers', '../highlight/words']
const ALSO = ['../render', '../sass', '../theme', '../theme/minima']
// It names the versions of the packages.
const PACKAGE = '../../../package.json'

let known: string | null = null

/** Changes with the code that converts, the packages, and the letters that this Node knows. */
export function codeVersion(): string {
  return (known ??= cacheKey(
    process.versions['unicode'] ?? '',
    stamp(new URL(PACKAGE, import.meta.url)),
    ...[...CODE, ...ALSO].flatMap(stamps),
  ))
}

function stamps(folder: string): string[] {
  const url = new URL(`${folder}/`, import.meta.url)
  const names = readdirSync(fileURLToPath(url)).filter((name) => /\.[jt]s$/.test(name))
  return names.sort().map((name) => `${name} ${stamp(new URL(name, url))}`)
}

function stamp(url: URL): string {
  const { size, mtimeMs } = statSync(fileURLToPath(url))
  return `${size} ${mtimeMs}`
}
