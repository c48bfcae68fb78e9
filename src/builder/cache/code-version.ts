/** Which code made a cached result: other code, other keys. */

import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasCode } from '../../system/errno.js'
import { cacheKey } from './disk-cache.js'

/** What may change a cached result, from this folder. */
const CONVERTING = [
  '../../kramdown',
  '../../highlight',
  '../base',
  '../convert',
  '../render',
  '../sass',
  '../theme',
]
/** All that builds. */
const BUILDING = [
  '../../builder',
  '../../kramdown',
  '../../liquid',
  '../../highlight',
  '../../content',
]
// It names the versions of the packages.
const PACKAGE = '../../../package.json'
// A digest of all code, left by `npm run build`: to look at 300 files would take longer than a small build.
const DIGEST = '../../code-digest.txt'

let known: string | null = null

/** Changes with the code that converts, the packages, and the letters that this Node knows. */
export function codeVersion(): string {
  return (known ??= cacheKey(process.versions['unicode'] ?? '', ...codeIn(CONVERTING)))
}

/** Changes with all code that builds, the packages, and this Node. */
export function builderVersion(): string {
  const { node, icu = '', tz = '', unicode = '' } = process.versions
  return cacheKey(node, icu, tz, unicode, ...codeIn(BUILDING))
}

function codeIn(folders: readonly string[]): string[] {
  const code = builtDigest() ?? folders.flatMap(stampsBelow).join('\n')
  return [stamp(new URL(PACKAGE, import.meta.url)), code]
}

/** Null where this runs from the sources. */
function builtDigest(): string | null {
  try {
    return readFileSync(new URL(DIGEST, import.meta.url), 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function stampsBelow(below: string): string[] {
  const folder = fileURLToPath(new URL(below, import.meta.url))
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const code = names.filter((name) => /\.(?:[jt]s|html|s?css|svg)$/.test(name))
  return code.sort().map((name) => `${name} ${stamp(join(folder, name))}`)
}

function stamp(file: URL | string): string {
  const { size, mtimeMs } = statSync(file)
  return `${size} ${mtimeMs}`
}
