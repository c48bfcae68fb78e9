/**
 * Brings the destination to what the build made: writes what changed, removes what is obsolete.
 *
 * The only place where the builder writes. It is called when everything is rendered, so a build that
 * fails leaves the destination as it was. No path is followed through a symbolic link.
 */

import {
  closeSync,
  existsSync,
  fstatSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { BuildError } from '../base/build-error.js'
import { stateOf, type FileState } from './file-state.js'

/** One file of the output. */
export interface OutputFile {
  /** From the destination's root, made by `outputPath`. */
  readonly path: string
  content(): Promise<Uint8Array> | Uint8Array
  /** Milliseconds since the Unix epoch, for files that keep the time of their source. */
  readonly modifiedAt?: number
  /** Its file is known to be in the destination as it should be. */
  readonly isThere?: boolean
}

interface WriteOptions {
  /** Paths from the destination's root that are left alone. */
  readonly keepFiles: readonly string[]
  readonly signal?: AbortSignal | undefined
  readonly onWritten?: (done: number) => void
  /** Told of the state of each file that has the content now. */
  readonly onState?: (path: string, state: FileState) => void
}

interface WriteResult {
  readonly written: number
  readonly removed: number
}

/**
 * A destination that holds the source would remove it.
 *
 * @throws BuildError when it does
 */
export function checkDestination(source: string, destination: string): void {
  const from = realParent(source)
  const to = realParent(destination)
  if (from === to || from.startsWith(to.endsWith('/') ? to : `${to}/`)) {
    throw new BuildError('Destination directory cannot be or contain the Source directory.')
  }
}

function realParent(path: string): string {
  if (existsSync(path)) return realpathSync(path)
  const parent = dirname(path)
  return parent === path ? path : join(realParent(parent), path.slice(parent.length))
}

/** Writes the files below the destination. Of two with one path the later wins. */
export async function writeSite(
  destination: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const removed = removeObsolete(destination, byPath, options.keepFiles)
  const folders = new Folders(destination)
  let written = 0
  let done = 0
  for (const file of byPath.values()) {
    options.signal?.throwIfAborted()
    const path = join(destination, file.path)
    const isNew = folders.make(dirname(path))
    if (file.isThere !== true) {
      const content = await file.content()
      const known = isNew ? null : stateWith(path, content)
      if (known === null) written++
      const state = known ?? write(path, content, file.modifiedAt)
      options.onState?.(file.path, state)
    }
    if (++done % 200 === 0) options.onWritten?.(done)
  }
  return { written, removed }
}

/** Makes folders, each once, and knows which ones were not there before. */
class Folders {
  readonly #isNew = new Map<string, boolean>()

  constructor(destination: string) {
    const made = mkdirSync(destination, { recursive: true })
    this.#isNew.set(destination, made !== undefined)
  }

  /** Whether a folder below the destination is one of those that were made. */
  make(folder: string): boolean {
    const known = this.#isNew.get(folder)
    if (known !== undefined) return known
    const isNew = this.make(dirname(folder)) || !isFolder(folder)
    if (isNew) mkdirSync(folder)
    this.#isNew.set(folder, isNew)
    return isNew
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** State of a file that has the content already; what else stands in its place is removed. */
function stateWith(path: string, content: Uint8Array): FileState | null {
  const state = lstatSync(path, { throwIfNoEntry: false })
  if (state === undefined) return null
  if (!state.isFile()) rmSync(path, { recursive: true, force: true })
  const isSame =
    state.isFile() && state.size === content.length && readFileSync(path).equals(content)
  return isSame ? stateOf(state) : null
}

function write(path: string, content: Uint8Array, modifiedAt: number | undefined): FileState {
  const handle = openSync(path, 'w')
  try {
    writeFileSync(handle, content)
    if (modifiedAt !== undefined) futimesSync(handle, modifiedAt / 1000, modifiedAt / 1000)
    return stateOf(fstatSync(handle))
  } finally {
    closeSync(handle)
  }
}

/** What is there but is no longer made goes, and so does what stands where a folder is needed. */
function removeObsolete(
  destination: string,
  files: ReadonlyMap<string, unknown>,
  keepFiles: readonly string[],
): number {
  if (!existsSync(destination)) return 0
  const folders = foldersOf(files.keys())
  const kept = foldersOf(keepFiles.map((path) => path.replace(/^\/+/, '')))
  let removed = 0
  const visit = (folder: string) => {
    for (const entry of readdirSync(join(destination, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      // jekyll/cleaner.rb: keep_file_regex is a prefix of the path
      if (keepFiles.some((keep) => path.startsWith(keep))) continue
      const wanted = entry.isDirectory()
        ? folders.has(path) || kept.has(path)
        : files.has(path) && !entry.isSymbolicLink()
      if (wanted && entry.isDirectory()) visit(path)
      if (wanted) continue
      rmSync(join(destination, path), { recursive: true, force: true })
      removed++
    }
  }
  visit('')
  return removed
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      folders.add(path.slice(0, at))
    }
  }
  return folders
}
