/**
 * Reads and writes the manifests of releases. A full release is a folder `files` with a `manifest.json`. A preview
 * after an edit is only a `changes.json`: the difference from the full release that it is based on. That one stores
 * the changed contents in its folder `changed`, each under its hash.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode } from '../../system/errno.js'
import type { WrittenFile } from '../../builder/base/request.js'
import { mapLimited } from '../../system/parallel.js'

/** Content of a file: `sha256` in lower-case hexadecimal, `size` in bytes. */
interface ContentFacts {
  readonly sha256: string
  readonly size: number
}

/** By path. */
export type ReleaseManifest = ReadonlyMap<string, ContentFacts>

/** How a release differs from the full release that it is based on. */
export interface ReleaseChanges {
  /** Id of the full release. */
  readonly base: string
  /** New and changed files; their contents are in the base's folder `changed`. */
  readonly changed: ReleaseManifest
  /** Files of the base that this release does not have. */
  readonly removed: ReadonlySet<string>
}

/** Folder with the files of a full release. */
export const FILES = 'files'
/** Folder with the contents that releases based on this one added. */
export const CHANGED = 'changed'
/** Manifest of a full release: `{path: {sha256, size}}`. */
export const MANIFEST = 'manifest.json'
/** The difference of a release from its base. */
export const CHANGES = 'changes.json'

/** A base manifest with changes applied. A lookup takes the same time however many files there are. */
export class ChangedManifest implements ReleaseManifest {
  readonly size: number
  #merged: ReleaseManifest | null = null

  constructor(
    private readonly base: ReleaseManifest,
    private readonly changes: Pick<ReleaseChanges, 'changed' | 'removed'>,
  ) {
    const added = [...changes.changed.keys()].filter((name) => !base.has(name)).length
    this.size = base.size + added - changes.removed.size
  }

  get(name: string): ContentFacts | undefined {
    const { changed, removed } = this.changes
    return changed.get(name) ?? (removed.has(name) ? undefined : this.base.get(name))
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** Bytes of all files. */
  get bytes(): number {
    let bytes = bytesOf(this.base)
    for (const name of this.changes.removed) bytes -= this.base.get(name)?.size ?? 0
    for (const [name, { size }] of this.changes.changed) {
      bytes += size - (this.base.get(name)?.size ?? 0)
    }
    return bytes
  }

  entries() {
    return this.#all().entries()
  }

  keys() {
    return this.#all().keys()
  }

  values() {
    return this.#all().values()
  }

  [Symbol.iterator]() {
    return this.entries()
  }

  forEach(run: (facts: ContentFacts, name: string, map: ReleaseManifest) => void): void {
    for (const [name, facts] of this.#all()) run(facts, name, this)
  }

  // Computed only when needed: sorted by path, like every manifest.
  #all(): ReleaseManifest {
    if (this.#merged !== null) return this.#merged
    const all = new Map(this.base)
    for (const name of this.changes.removed) all.delete(name)
    for (const [name, facts] of this.changes.changed) all.set(name, facts)
    this.#merged = sorted(all)
    return this.#merged
  }
}

/** Bytes of all files of a release. */
export function bytesOf(manifest: ReleaseManifest): number {
  if (manifest instanceof ChangedManifest) return manifest.bytes
  let bytes = 0
  for (const { size } of manifest.values()) bytes += size
  return bytes
}

function sorted(manifest: ReleaseManifest): ReleaseManifest {
  return new Map([...manifest].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Combines the changes of a release with later ones. */
export function addChanges(
  base: ReleaseManifest,
  before: Pick<ReleaseChanges, 'changed' | 'removed'>,
  after: { readonly fresh: ReleaseManifest; readonly gone: readonly string[] },
): Pick<ReleaseChanges, 'changed' | 'removed'> {
  const changed = new Map(before.changed)
  const removed = new Set(before.removed)
  for (const name of after.gone) {
    changed.delete(name)
    if (base.has(name)) removed.add(name)
  }
  for (const [name, facts] of after.fresh) {
    changed.set(name, facts)
    removed.delete(name)
  }
  return { changed, removed }
}

/** The manifest of the files that a build reported. */
export function manifestOf(files: readonly WrittenFile[]): ReleaseManifest {
  return sorted(new Map(files.map(([name, sha256, size]) => [name, { sha256, size }])))
}

const HASHED_AT_ONCE = 16
/** Files up to this size are read in one piece. */
const SMALL = 64 * 1024

/** Hashes the files of a folder, in the order of paths. */
export async function makeManifest(folder: string): Promise<ReleaseManifest> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const facts = await mapLimited(files, HASHED_AT_ONCE, async (file) => {
    const full = path.join(file.parentPath, file.name)
    const name = path.relative(folder, full).split(path.sep).join('/')
    const { size } = await stat(full)
    const sha256 = await (size <= SMALL ? hashSmall(full) : hashFile(full))
    return [name, { sha256, size }] as const
  })
  return sorted(new Map(facts))
}

async function hashSmall(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

/** SHA-256 of a file, in lower-case hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Writes the manifest of a full release into its folder. */
export async function writeManifest(root: string, manifest: ReleaseManifest): Promise<void> {
  await writeJsonAtomically(path.join(root, MANIFEST), Object.fromEntries(manifest))
}

/** @throws Error if it is missing or damaged */
export async function readManifest(root: string): Promise<ReleaseManifest> {
  return readJson(path.join(root, MANIFEST), (json: Record<string, ContentFacts>) => {
    return new Map(Object.entries(json))
  })
}

/** Writes the changes of a release that has no files of its own. */
export async function writeChanges(root: string, changes: ReleaseChanges): Promise<void> {
  const { base, changed, removed } = changes
  const json: StoredChanges = {
    base,
    changed: Object.fromEntries(changed),
    removed: [...removed],
  }
  await writeJsonAtomically(path.join(root, CHANGES), json)
}

interface StoredChanges {
  readonly base: string
  readonly changed: Readonly<Record<string, ContentFacts>>
  readonly removed: readonly string[]
}

/**
 * Null for a full release.
 * @throws Error if the changes are damaged
 */
export async function readChanges(root: string): Promise<ReleaseChanges | null> {
  try {
    return await readJson(path.join(root, CHANGES), (json: StoredChanges) => ({
      base: json.base,
      changed: new Map(Object.entries(json.changed)),
      removed: new Set(json.removed),
    }))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function readJson<Json, Value>(file: string, make: (json: Json) => Value): Promise<Value> {
  const json: Json = JSON.parse(await readFile(file, 'utf8'))
  return make(json)
}

async function writeJsonAtomically(file: string, json: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(json))
  await rename(`${file}.new`, file)
}
