/**
 * Which code made a cached result: other code, other keys.
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheKey } from './disk-cache.js'

/** What may change a cached result, from this folder. */
const CODE = ['../../kramdown', '../../highlight']
const ALSO = ['../render', '../sass', '../theme']
// It names the versions of the packages.
const PACKAGE = '../../../package.json'

let known: string | null = null

/** Changes with the code that converts, the packages, and the letters that this Node knows. */
export function codeVersion(): string {
  return (known ??= cacheKey(
    process.versions['unicode'] ?? '',
    stamp(new URL(PACKAGE, import.meta.url)),
    ...[...CODE, ...ALSO].flatMap(stampsBelowHere),
  ))
}

/** Changes with all code that builds, the packages, and this Node. */
export function builderVersion(): string {
  const { node, icu = '', tz = '', unicode = '' } = process.versions
  const files = ALL.flatMap(stampsBelowHere)
  return cacheKey(node, icu, tz, unicode, stamp(new URL(PACKAGE, import.meta.url)), ...files)
}

const ALL = ['../../builder', '../../kramdown', '../../liquid', '../../highlight', '../../content']

function stampsBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = names.filter((name) => /\.[jt]s$/.test(name))
  return code.sort().map((name) => `${name} ${stamp(join(folder, name))}`)
}

function stampsBelowHere(folder: string): string[] {
  return stampsBelow(fileURLToPath(new URL(folder, import.meta.url)))
}

function stamp(file: URL | string): string {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}
