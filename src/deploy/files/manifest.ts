/** Formats and parses the manifest that a deployment leaves on its target: the files with their checksums. Pure. */

import type { FileFacts, Manifest } from './deployer.js'
import { DeployError } from '../network/deploy-error.js'
import { MAX_VERSION } from './etag.js'
import { listingLimits } from './file-store.js'
import { createJsonCursor, type JsonCursor } from './json-cursor.js'
import { isReserved, isSafePath, MANIFEST_PATH } from './remote-name.js'
import { concatYielding, createYielder } from '../../system/yielding.js'

/** Longest manifest in bytes; a file takes about 200. */
export const MAX_MANIFEST_BYTES = 128 * 1024 * 1024

/** Most folders above all paths of a manifest. */
const MAX_FOLDERS = 2_000_000

/** Characters of JSON that are encoded at a time. */
const PIECE = 1024 * 1024

/**
 * A manifest as JSON: `{"galley": 1, "release", "files": {path: [sha256, size, md5, version]}, "pending"?}`, with
 * empty strings for unknown values. Yields to the event loop.
 *
 * @throws DeployError `local_error` if it is longer than the limit for reading
 */
export async function formatManifest(manifest: Manifest): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  let text = ''
  const flush = () => {
    const piece = Buffer.from(text)
    pieces.push(piece)
    bytes += piece.length
    text = ''
    if (bytes > MAX_MANIFEST_BYTES) throw tooLong()
  }
  const yieldIfDue = createYielder()
  for (const part of partsOf(manifest)) {
    text += part
    if (text.length < PIECE) continue
    flush()
    await yieldIfDue()
  }
  flush()
  return concatYielding(pieces)
}

function tooLong(): DeployError {
  const what = 'the list of files there and in the release would be longer than'
  const advice = `publish fewer files, or remove ${MANIFEST_PATH} there if Galley did not write it`
  return new DeployError('local_error', `${what} ${MAX_MANIFEST_BYTES} bytes; ${advice}`)
}

function* partsOf({ release, files, pending }: Manifest): Generator<string> {
  yield `{"galley":1,"release":${JSON.stringify(release)},"files":`
  yield* rowsOf(files)
  if (pending !== undefined) {
    yield ',"pending":'
    yield* rowsOf(pending)
  }
  yield '}'
}

function* rowsOf(files: ReadonlyMap<string, FileFacts>): Generator<string> {
  let before = '{'
  for (const [path, { sha256, size, md5 = '', version = '' }] of files) {
    yield `${before}${JSON.stringify(path)}:${JSON.stringify([sha256, size, md5, version])}`
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/**
 * Parses a manifest that may be incomplete, forged or written by another program. Reads row by row, so that it
 * neither blocks the event loop nor takes much memory.
 *
 * @returns null if anything in it was not written by Galley, even a single path
 */
export async function parseManifest(bytes: Uint8Array): Promise<Manifest | null> {
  const { buffer, byteOffset, byteLength } = bytes
  try {
    return await readManifest(createJsonCursor(Buffer.from(buffer, byteOffset, byteLength)))
  } catch (error) {
    if (error instanceof DeployError) return null
    throw error
  }
}

async function readManifest(json: JsonCursor): Promise<Manifest | null> {
  const yieldIfDue = createYielder()
  const known = new Map<unknown, unknown>()
  const rows = new Map<unknown, Map<string, FileFacts>>()
  const left = { folders: MAX_FOLDERS }
  json.expect('{')
  do {
    const key = json.value()
    json.expect(':')
    // Each key may occur once, and no others: else the manifest is not Galley's.
    if (known.has(key) || rows.has(key)) return null
    if (key === 'galley' || key === 'release') known.set(key, json.value())
    else if (key === 'files' || key === 'pending')
      rows.set(key, await readRows(json, { yieldIfDue, left }))
    else return null
  } while (json.take(','))
  json.expect('}')
  json.end()
  const [release, files, pending] = [known.get('release'), rows.get('files'), rows.get('pending')]
  if (known.get('galley') !== 1 || typeof release !== 'string' || files === undefined) return null
  return { release, files, ...(pending === undefined ? {} : { pending }) }
}

interface Reading {
  readonly yieldIfDue: () => Promise<void>
  /** Folders that may still follow. */
  readonly left: { folders: number }
}

async function readRows(
  json: JsonCursor,
  { yieldIfDue, left }: Reading,
): Promise<Map<string, FileFacts>> {
  const files = new Map<string, FileFacts>()
  json.expect('{')
  if (json.take('}')) return files
  do {
    await yieldIfDue()
    const path = json.value()
    json.expect(':')
    const facts = fromRow(json.value())
    const isOurs = typeof path === 'string' && isSafePath(path) && !isReserved(path)
    if (isOurs) left.folders -= path.split('/').length - 1
    if (!isOurs || left.folders < 0 || facts === null || files.size >= listingLimits.files)
      throw notOurs()
    files.set(path, facts)
  } while (json.take(','))
  json.expect('}')
  return files
}

function notOurs(): DeployError {
  return new DeployError('bad_remote', 'its manifest was not written by Galley')
}

function fromRow(row: unknown): FileFacts | null {
  if (!Array.isArray(row)) return null
  const [sha256, size, md5, version]: unknown[] = row
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null
  return { sha256, size, ...named('md5', md5), ...named('version', version) }
}

/** A checksum or an ETag; nothing if it is too long. */
function named<Name extends string>(name: Name, text: unknown): Partial<Record<Name, string>> {
  const isKnown = typeof text === 'string' && text !== '' && text.length <= MAX_VERSION
  return isKnown ? ({ [name]: text } as Partial<Record<Name, string>>) : {}
}

/** All paths of a manifest, each once. */
export function* oursIn(manifest: Manifest | null): Generator<string> {
  if (manifest === null) return
  yield* manifest.files.keys()
  for (const path of manifest.pending?.keys() ?? []) {
    if (!manifest.files.has(path)) yield path
  }
}
