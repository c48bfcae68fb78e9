/**
 * Loads the builder from one file with the code that V8 has made of it, which `bin/builder-cache.js` keeps
 * beside it: to parse and compile it takes longer than to build a small site.
 *
 * It stands in `dist/bundle`, next to both files. Their names hold the digest of the text, and that of the
 * code what made it, since V8 itself compares only lengths.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Script } from 'node:vm'

/** Path of the code for this program, of the bundle of that digest. */
export function cachePath(bundle) {
  const { node, v8 } = process.versions
  return bundle.replace(/\.cjs$/, `.${node}-${v8}-${process.platform}-${process.arch}.cache`)
}

/** Compiles a bundle. `load` gives a module of it by its name. */
export function compile(bundle, cachedData) {
  const text = readFileSync(bundle, 'latin1')
  const script = asWithoutLimit(
    () =>
      new Script(`(function (exports, require, __filename, importModule) {${text}\n})`, {
        filename: bundle,
        cachedData,
      }),
  )
  const modules = {}
  script.runInThisContext()(modules, createRequire(bundle), bundle, importModule)
  return { script, load: (name) => modules.load[name]() }
}

/** From here, which is where the bundle is. */
function importModule(name) {
  return import(name)
}

/**
 * V8 takes no code that was made with other flags, and the limit of memory is one. It counts when the heap
 * is made, so that to take it back for a moment changes nothing else.
 */
function asWithoutLimit(run) {
  const flag = process.execArgv.findLast((each) => each.startsWith('--max-old-space-size='))
  if (flag === undefined) return run()
  setFlagsFromString('--max-old-space-size=0')
  try {
    return run()
  } finally {
    setFlagsFromString(flag)
  }
}

/** A module of the builder; where there is no code for this program, by `otherwise`. */
export async function loadBuilder(bundle, name, otherwise) {
  const file = fileURLToPath(new URL(bundle, import.meta.url))
  const code = readIfThere(cachePath(file))
  return code === null ? otherwise() : compile(file, code).load(name)
}

function readIfThere(file) {
  try {
    return readFileSync(file)
  } catch {
    return null
  }
}
