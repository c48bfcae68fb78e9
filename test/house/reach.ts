/**
 * Which files of tests a change can reach: along what files name of each other. An import is such a name, and so is the path
 * of a thread, a child process, a script or a folder of recorded cases.
 */

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './sources.js'

const FOLDERS = ['src', 'test', 'bin']

/** What puts the whole product together. Nearly all of `src` gets there, so nearly every test would be reached by it. */
const WHOLE =
  /^(?:src\/(?:server|cli\/main|admin\/main|http\/routes\/all)\.tsx?|src\/application\/.*|bin\/.*)$/

/** Looks at every file of the sources and at the documents. */
const HOUSE = ['architecture', 'rooms', 'readme', 'regular-expressions'].map(
  (name) => `test/${name}.test.ts`,
)

/** One test of the whole server, and one of the web admin. */
const TYPICAL = { server: 'test/api/documents.test.ts', admin: 'test/admin/story.test.ts' }
const typicalFor = (file: string) =>
  file.startsWith('src/admin/') ? TYPICAL.admin : TYPICAL.server

/** Each file with the files and folders that it names, from the root. */
export type Names = ReadonlyMap<string, readonly string[]>

export interface Reach {
  /** Tests that name what has changed, or name what names it, and so on, but not by way of the whole product. */
  readonly near: readonly string[]
  /** Of those that are reached only by the whole product: the ones called like what has changed, and a typical one. */
  readonly named: readonly string[]
  /** The others. */
  readonly far: readonly string[]
}

/** Reads what all files name. */
export function readNames(): Names {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(name))
      .map((name) => `${folder}/${name.split(path.sep).join('/')}`),
  )
  return new Map(files.map((file) => [file, namedBy(file)]))
}

/** Types are gone when tests run. */
const TYPE_IMPORT = /^(?:import|export)\s+type\s[^'"]*?from\s+'[^']+'/gm
const QUOTED =
  /(['"`])((?:\.{1,2}|src|test|bin|fixtures)\/[^'"`\n]*|\.\.|[\w-]*(?:child|thread|worker))\1/g

function namedBy(file: string): string[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8').replace(TYPE_IMPORT, '')
  const found = [...text.matchAll(QUOTED)].flatMap(([, , name = '']) => resolve(file, name))
  return [...new Set(found)].filter((to) => to !== file)
}

/** What a name in a file stands for: a module, another file, or a folder; empty for nothing that is there. */
function resolve(file: string, quoted: string): string[] {
  const name = quoted.replaceAll(/\$\{[^}]*\}/g, '')
  const from = /^(?:src|test|bin|fixtures)\//.test(name) ? '.' : path.posix.dirname(file)
  const base = path.posix.normalize(path.posix.join(from, name)).replace(/\/$/, '')
  const bare = base.replace(/\.jsx?$/, '')
  const candidates = [`${bare}.ts`, `${bare}.tsx`, base, `${bare}.js`]
  return candidates.filter((one) => existsSync(path.join(ROOT, one)) && isNarrow(one)).slice(0, 1)
}

/** Not a folder that holds a whole floor or more, but for the web admin's: it is built as one. */
function isNarrow(name: string): boolean {
  if (!statSync(path.join(ROOT, name)).isDirectory()) return true
  return name === 'src/admin' || name.split('/').length > (name.startsWith('fixtures/') ? 1 : 2)
}

/** Finds the tests. @param changed files, from the root */
export function reachOf(names: Names, changed: readonly string[]): Reach {
  const tests = [...names.keys()].filter((file) => file.endsWith('.test.ts'))
  const near = climb(names, changed, (file) => !WHOLE.test(file))
  const all = climb(names, changed, () => true)
  if (changed.some((file) => file.startsWith('src/') || file.endsWith('.md')))
    for (const file of HOUSE) near.add(file)
  const beyond = tests.filter((file) => all.has(file) && !near.has(file))
  const sources = changed.filter((file) => file.startsWith('src/'))
  const words = new Set(sources.flatMap(wordsOf))
  const typical = new Set(sources.map(typicalFor))
  const isNamed = (file: string) =>
    typical.has(file) || wordsOf(file).some((word) => words.has(word))
  return {
    near: tests.filter((file) => near.has(file)),
    named: beyond.filter(isNamed),
    far: beyond.filter((file) => !isNamed(file)),
  }
}

/** All that names something changed, directly or not. @param isOpen whether what names a file is looked at as well */
function climb(
  names: Names,
  changed: readonly string[],
  isOpen: (file: string) => boolean,
): Set<string> {
  const users = new Map<string, string[]>()
  for (const [file, named] of names)
    for (const to of named) users.set(to, [...(users.get(to) ?? []), file])
  const found = new Set(changed)
  const left = [...changed]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    for (const place of placesOf(file))
      for (const user of users.get(place) ?? []) {
        if (found.has(user)) continue
        if (isOpen(user)) {
          found.add(user)
          left.push(user)
        }
      }
  }
  return found
}

/** A file and the folders it lies in. */
function placesOf(file: string): string[] {
  const parts = file.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** What a file and its folder are called, word by word: `src/service/media/media-tokens.ts` is media and tokens. */
function wordsOf(file: string): string[] {
  const parts = file.replace(/(?:\.test)?\.\w+$/, '').split('/')
  const room = parts.length > 3 ? parts.slice(-2) : parts.slice(-1)
  return room.flatMap((part) => part.split('-')).map((word) => word.replace(/s$/, ''))
}
