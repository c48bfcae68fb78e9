/** The thread of `unpack.ts`: unpacks one gem or one pack, whatever that takes. */

import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { GitError } from '../git/program/git-error.js'
import { parseGemspec } from '../content/gems/gemfile.js'
import { hasCode } from '../system/errno.js'
import { readGem } from './gem-file.js'
import { isOfTheme } from './names.js'
import { readPackFiles } from './pack-files.js'
import { ThemeError } from './theme-error.js'
import type { FromUnpacking, UnpackStart } from './unpack.js'

const start: UnpackStart = workerData

interface Written {
  bytes: number
  files: number
  /** Texts of its gemspecs. */
  readonly gemspecs: string[]
}

async function unpack(): Promise<FromUnpacking> {
  const written: Written = { bytes: 0, files: 0, gemspecs: [] }
  if (start.kind === 'gem') {
    const { facts, files } = await readGem(readFileSync(start.file))
    await writeAll(files, written)
    return { kind: 'done', facts, ...written }
  }
  await writeAll(readPackFiles(createReadStream(start.file), start.commit), written)
  const spec = parseGemspec(written.gemspecs[0] ?? '')
  const { version, summary, dependencies } = spec
  const facts = { name: '', version: version ?? '', authors: '', metadata: {}, dependencies }
  return { kind: 'done', facts: { ...facts, description: summary ?? '' }, ...written }
}

async function writeAll(
  files: AsyncIterable<{ readonly path: string; readonly data: Buffer }>,
  written: Written,
): Promise<void> {
  const folders = new Set<string>()
  for await (const { path, data } of files) {
    if (!isOfTheme(path)) continue
    const file = join(start.folder, path)
    if (!folders.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    folders.add(dirname(file))
    // Never through a link, and never twice.
    writeFileSync(file, data, { flag: 'wx' })
    written.bytes += data.length
    written.files += 1
    if (/^[^/]+\.gemspec$/.test(path)) written.gemspecs.push(data.toString('utf8'))
  }
}

function clauseOf(error: unknown): string | null {
  if (error instanceof ThemeError || error instanceof GitError) return error.message
  const isTwice = ['EEXIST', 'ENOTDIR', 'EISDIR'].some((code) => hasCode(error, code))
  return isTwice ? 'it has several files of one name' : null
}

try {
  parentPort?.postMessage(await unpack())
} catch (error) {
  const clause = clauseOf(error)
  if (clause === null) throw error
  parentPort?.postMessage({ kind: 'refused', clause } satisfies FromUnpacking)
}
