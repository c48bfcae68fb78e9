/**
 * Where a build reads from: the one seam between the builder and files.
 *
 * A folder, or a Map in tests. Symbolic links are followed inside the source and refused outside it.
 * The builder opens no file in any other way, but for what `write/` compares before it writes.
 */

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join, sep } from 'node:path'

/** The files of a site; paths are from its root, `/` between segments, none leads with `/`. */
export interface Source {
  /**
   * Every file, in no promised order; folders are not listed.
   *
   * @param include names that are listed where the source would leave them out (`node_modules`)
   */
  list(include?: readonly string[]): AsyncIterable<string>
  /** @throws SourceError `missing` when there is no such regular file, `outside` for a link out of the source */
  read(path: string): Promise<Uint8Array>
  /** The first bytes, at least 64 of them where the file has so many. */
  head?(path: string): Promise<Uint8Array>
  /** Milliseconds since the Unix epoch of the last change, where the source knows. */
  modifiedAt?(path: string): Promise<number>
}

/** A path that cannot be read. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  constructor(
    readonly code: 'missing' | 'outside',
    readonly path: string,
  ) {
    super(code === 'missing' ? `${path}: no such file` : `${path}: leads outside the source`)
  }
}

interface FolderOptions {
  /** Folders that are not walked, as absolute paths (the destination of the build). */
  readonly skip?: readonly string[]
}

// They hold thousands of files, and Jekyll never reads them; `read` still reaches into them.
const NEVER_WALKED = new Set(['.git', '.jekyll-cache', '.sass-cache', '.svn'])
// Jekyll leaves it out at the root alone, and takes it when it is asked to.
const MODULES = 'node_modules'

/** The files below a folder of the disk. */
export function folderSource(root: string, options: FolderOptions = {}): Source {
  const realRoot = realpathSync(root)
  const skip = new Set(options.skip)
  const open = createOpener(realRoot)
  return {
    list: async function* (include = []) {
      const takesModules = include.some((entry) => entry.replace(/^\//, '').startsWith(MODULES))
      const left = takesModules ? [] : [join(realRoot, MODULES)]
      yield* walk({ realRoot, skip: new Set([...skip, ...left]) }, '', [realRoot])
    },
    read: async (path) => open(path, readWhole),
    head: async (path) => open(path, readHead),
    modifiedAt: async (path) => statSync(insidePath(realRoot, path)).mtimeMs,
  }
}

/** Whether the walk over a folder comes to the place of a file. */
export function isWalked(path: string, include: readonly string[]): boolean {
  const folders = path.split('/').slice(0, -1)
  if (folders.some((name) => NEVER_WALKED.has(name))) return false
  const takesModules = include.some((entry) => entry.replace(/^\//, '').startsWith(MODULES))
  return folders[0] !== MODULES || takesModules
}

/** How long the real path of a folder is believed, in milliseconds. */
const BELIEVED_MS = 20

/**
 * Opens files inside a root. Where a folder really is is asked for once in a while, not for each of its
 * thousands of files; that a file is no link is seen in the moment when it is opened.
 */
function createOpener(realRoot: string) {
  const folders = new Map<string, { readonly real: string; readonly until: number }>()
  const realFolder = (path: string, nameLength: number): string => {
    const folder = path.slice(0, path.length - nameLength)
    const now = performance.now()
    const known = folders.get(folder)
    if (known !== undefined && known.until > now) return known.real
    const real = insidePath(realRoot, folder, path)
    folders.set(folder, { real, until: now + BELIEVED_MS })
    return real
  }
  const openUnlinked = <Result>(path: string, run: OpenFile<Result>): Result | typeof LINK => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (NO_LINK === undefined || name === '' || name === '.' || name === '..') return LINK
    try {
      const folder = realFolder(path, name.length)
      return run(`${folder}${sep}${name}`, constants.O_RDONLY | NO_LINK)
    } catch (error) {
      if (isLink(error)) return LINK
      throw error
    }
  }
  return <Result>(path: string, run: OpenFile<Result>): Result => {
    try {
      const result = openUnlinked(path, run)
      return result === LINK ? run(insidePath(realRoot, path), constants.O_RDONLY) : result
    } catch (error) {
      throw isMissing(error) || error === NO_FILE ? new SourceError('missing', path) : error
    }
  }
}

type OpenFile<Result> = (file: string, flag: number) => Result

/** What has to be followed. */
const LINK = Symbol('a link')

// Not everywhere is there such a flag.
const NO_LINK: number | undefined = constants.O_NOFOLLOW

function isLink(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ELOOP', 'EMLINK'].includes(String(error.code))
  )
}

const readWhole: OpenFile<Uint8Array> = (path, flag) =>
  whileOpen(path, flag, (handle) => readFileSync(handle))

const readHead: OpenFile<Uint8Array> = (path, flag) =>
  whileOpen(path, flag, (handle) => {
    const bytes = new Uint8Array(256)
    return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0))
  })

/** What is no file, such as a pipe or a device, is not listed either: to read it could take for ever. */
const NO_FILE = new Error('This is no regular file.')
// To open a pipe would wait for somebody who writes into it.
const NO_WAIT: number | undefined = constants.O_NONBLOCK

function whileOpen<Result>(path: string, flag: number, read: (handle: number) => Result): Result {
  const handle = openSync(path, flag | (NO_WAIT ?? 0))
  try {
    if (!fstatSync(handle).isFile()) throw NO_FILE
    return read(handle)
  } finally {
    closeSync(handle)
  }
}

interface Walk {
  readonly realRoot: string
  readonly skip: ReadonlySet<string>
}

function* walk(context: Walk, folder: string, ancestors: readonly string[]): Generator<string> {
  for (const entry of readdirSync(join(context.realRoot, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile()) yield path
    else if (entry.isDirectory()) yield* walkFolder(context, path, ancestors)
    else if (entry.isSymbolicLink()) yield* walkLink(context, path, ancestors)
  }
}

function* walkFolder(context: Walk, path: string, ancestors: readonly string[]): Generator<string> {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const absolute = join(context.realRoot, path)
  if (NEVER_WALKED.has(name) || context.skip.has(absolute)) return
  yield* walk(context, path, ancestors)
}

function* walkLink(context: Walk, path: string, ancestors: readonly string[]): Generator<string> {
  const real = realOrNull(join(context.realRoot, path))
  if (real === null || !isInside(context.realRoot, real)) return
  if (statSync(real).isFile()) yield path
  else if (!ancestors.includes(real)) yield* walk(context, path, [...ancestors, real])
}

function insidePath(realRoot: string, path: string, asked = path): string {
  const real = realOrNull(join(realRoot, path))
  if (real === null) throw new SourceError('missing', asked)
  if (!isInside(realRoot, real)) throw new SourceError('outside', asked)
  return real
}

function realOrNull(path: string): string | null {
  try {
    // In one call of the system's: every file that is read comes through here.
    return realpathSync.native(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return (
    code === 'ENOENT' ||
    code === 'ENOTDIR' ||
    code === 'EISDIR' ||
    code === 'ELOOP' ||
    code === 'ENXIO'
  )
}

/** The first bytes of a file, or more of it. @throws SourceError */
export function headOf(source: Source, path: string): Promise<Uint8Array> {
  return source.head?.(path) ?? source.read(path)
}

/** Whether a file can be read at all. */
export async function canRead(source: Source, path: string): Promise<boolean> {
  try {
    await headOf(source, path)
    return true
  } catch (error) {
    if (error instanceof SourceError) return false
    throw error
  }
}

/** A source in which one file has another content, whether it is there or not. */
export function withFile(source: Source, { path, content, modifiedAt }: OverlaidFile): Source {
  return {
    list: async function* (include) {
      let isThere = false
      for await (const listed of source.list(include)) {
        isThere ||= listed === path
        yield listed
      }
      if (!isThere) yield path
    },
    read: async (asked) => (asked === path ? content : source.read(asked)),
    head: async (asked) => (asked === path ? content : headOf(source, asked)),
    modifiedAt: async (asked) =>
      asked === path ? modifiedAt : ((await source.modifiedAt?.(asked)) ?? modifiedAt),
  }
}

export interface OverlaidFile {
  readonly path: string
  readonly content: Uint8Array
  /** Milliseconds since the Unix epoch. */
  readonly modifiedAt: number
}

/** Files held in memory: path -> text or bytes. */
export function mapSource(files: ReadonlyMap<string, string | Uint8Array>): Source {
  const encoder = new TextEncoder()
  return {
    list: async function* () {
      yield* files.keys()
    },
    read: async (path) => {
      const content = files.get(path)
      if (content === undefined) throw new SourceError('missing', path)
      return typeof content === 'string' ? encoder.encode(content) : content
    },
  }
}
