/**
 * Releases on disk: the files of one build with their manifest, and the pointers to those that are
 * served. A pointer is a symbolic link that is replaced by one rename, so what is served changes
 * whole or not at all.
 *
 * @see architecture.md §1 (release), invariant 8
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink } from 'node:fs/promises'
import path from 'node:path'
import { replaceFile, syncFolder, syncTree } from '../git/durable.js'
import type { NewId } from '../model/ids.js'
import type { Release, ReleaseKind } from '../model/release.js'
import type { Records } from '../store/records/records.js'
import type { DataFolders } from './folders.js'
import { changedManifest, fillRelease } from './release-changes.js'

/** Path in the release -> content. */
export type ReleaseManifest = ReadonlyMap<
  string,
  { readonly sha256: string; readonly size: number }
>

/** A release as it can be served or deployed. */
export interface StoredRelease {
  readonly id: string
  /** Folder of the files. */
  readonly folder: string
  readonly manifest: ReleaseManifest
}

export interface Releases {
  /** Takes a built folder over (it is moved) and records it; nothing points to it yet. */
  store(siteId: string, built: Built): Promise<StoredRelease>
  /** As `store`, for a folder that holds only what differs from another release. */
  storeChanges(siteId: string, changes: BuiltChanges): Promise<StoredRelease>
  /** Serves a release from now on. */
  point(siteId: string, kind: ReleaseKind, releaseId: string): Promise<void>
  /** What is served, null for nothing. */
  current(siteId: string, kind: ReleaseKind): Promise<StoredRelease | null>
  /** @throws Error when its files are gone */
  open(siteId: string, releaseId: string): Promise<StoredRelease>
  /** Newest first. */
  list(siteId: string, kind: ReleaseKind): Release[]
  /** Removes all but the newest ones and what is served. */
  prune(siteId: string, kind: ReleaseKind): Promise<void>
}

export interface Built {
  readonly kind: ReleaseKind
  /** oid that was built. */
  readonly commit: string
  readonly folder: string
}

/** A build that says what differs from a release before it. */
export interface BuiltChanges extends Built {
  readonly former: StoredRelease
  /** Paths of the former release that are no more. */
  readonly removed: readonly string[]
}

interface Parts {
  readonly folders: DataFolders
  readonly records: Pick<Records, 'releases'>
  readonly now: () => number
  readonly newId: NewId
  readonly keep: number
}

const MANIFEST = 'manifest.json'
const FILES = 'files'
const MANIFESTS_KEPT = 64

export function createReleases(parts: Parts): Releases {
  const { folders, records } = parts
  const manifests = new Map<string, ReleaseManifest>()
  const openRelease = async (siteId: string, id: string): Promise<StoredRelease> => {
    const root = path.join(folders.site(siteId).releases, id)
    const manifest = manifests.get(id) ?? (await readManifest(root))
    manifests.delete(id)
    manifests.set(id, manifest)
    const [oldest] = manifests.keys()
    if (manifests.size > MANIFESTS_KEPT && oldest !== undefined) manifests.delete(oldest)
    return { id, folder: path.join(root, FILES), manifest }
  }
  const currentId = (siteId: string, kind: ReleaseKind) => readPointer(folders.site(siteId)[kind])
  return {
    open: openRelease,
    store: (siteId, built) => storeRelease(parts, siteId, built),
    storeChanges: async (siteId, changes) => {
      const old = records.releases.list(siteId, changes.kind).slice(parts.keep - 1)
      const taken = [await currentId(siteId, 'live'), await currentId(siteId, 'preview')]
      const spare = old.find(({ id }) => !taken.includes(id) && id !== changes.former.id)
      if (spare === undefined) return storeChanges(parts, siteId, { ...changes, spare: null })
      const opened = await openRelease(siteId, spare.id)
      manifests.delete(spare.id)
      return storeChanges(parts, siteId, { ...changes, spare: opened })
    },
    point: async (siteId, kind, id) => {
      const site = folders.site(siteId)
      await replaceLink(path.join(path.basename(site.releases), id), site[kind])
    },
    current: async (siteId, kind) => {
      const id = await currentId(siteId, kind)
      return id === null ? null : openRelease(siteId, id)
    },
    list: (siteId, kind) => records.releases.list(siteId, kind),
    prune: async (siteId, kind) => {
      const served = new Set([await currentId(siteId, 'live'), await currentId(siteId, 'preview')])
      const old = records.releases.list(siteId, kind).slice(parts.keep)
      for (const { id } of old.filter((release) => !served.has(release.id))) {
        records.releases.delete(id)
        manifests.delete(id)
        await rm(path.join(folders.site(siteId).releases, id), { recursive: true, force: true })
      }
    },
  }
}

async function storeRelease(parts: Parts, siteId: string, built: Built): Promise<StoredRelease> {
  const id = parts.newId()
  const root = path.join(parts.folders.site(siteId).releases, id)
  const manifest = await makeManifest(built.folder)
  await mkdir(root, { recursive: true })
  await rename(built.folder, path.join(root, FILES))
  // A preview is made again soon; what is live must not be empty files after a power cut.
  if (built.kind === 'live') await syncTree(root)
  return record(parts, siteId, { ...built, id, root, manifest })
}

interface Spared extends BuiltChanges {
  /** A release that is turned into the new one; null for none. */
  readonly spare: StoredRelease | null
}

async function storeChanges(
  parts: Parts,
  siteId: string,
  { spare, former, removed, ...built }: Spared,
): Promise<StoredRelease> {
  const { releases } = parts.folders.site(siteId)
  const id = parts.newId()
  const root = path.join(releases, id)
  const fresh = { folder: built.folder, manifest: await makeManifest(built.folder) }
  const manifest = changedManifest(former.manifest, fresh.manifest, removed)
  if (spare === null) await mkdir(root, { recursive: true })
  else {
    parts.records.releases.delete(spare.id)
    await rename(path.join(releases, spare.id), root)
    await rm(path.join(root, MANIFEST), { force: true })
  }
  const before: ReleaseManifest = spare?.manifest ?? new Map()
  await fillRelease(path.join(root, FILES), before, { manifest, fresh, former })
  return record(parts, siteId, { ...built, id, root, manifest })
}

interface Filled extends Built {
  readonly id: string
  readonly root: string
  readonly manifest: ReleaseManifest
}

/** The files are there: the manifest, then the record. */
async function record(
  parts: Parts,
  siteId: string,
  { id, root, manifest, kind, commit }: Filled,
): Promise<StoredRelease> {
  await replaceFile(path.join(root, MANIFEST), JSON.stringify(Object.fromEntries(manifest)))
  const bytes = [...manifest.values()].reduce((sum, { size }) => sum + size, 0)
  const createdAt = parts.now()
  const files = manifest.size
  parts.records.releases.create({ id, siteId, kind, commit, files, bytes, createdAt })
  return { id, folder: path.join(root, FILES), manifest }
}

async function makeManifest(folder: string): Promise<ReleaseManifest> {
  const manifest = new Map<string, { sha256: string; size: number }>()
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of found.filter((entry) => entry.isFile())) {
    const full = path.join(file.parentPath, file.name)
    const name = path.relative(folder, full).split(path.sep).join('/')
    manifest.set(name, { sha256: await hashFile(full), size: (await stat(full)).size })
  }
  return new Map([...manifest].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** SHA-256 of a file, in lower-case hexadecimal. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

async function readManifest(root: string): Promise<ReleaseManifest> {
  const json: Record<string, { sha256: string; size: number }> = JSON.parse(
    await readFile(path.join(root, MANIFEST), 'utf8'),
  )
  return new Map(Object.entries(json))
}

async function readPointer(link: string): Promise<string | null> {
  try {
    return path.basename(await readlink(link))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function replaceLink(target: string, link: string): Promise<void> {
  const fresh = `${link}.new`
  await rm(fresh, { force: true })
  await symlink(target, fresh)
  await rename(fresh, link)
  await syncFolder(path.dirname(link))
}
