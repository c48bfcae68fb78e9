/**
 * Releases on disk: the files of each build with their manifest, and pointers to the releases that are served. A
 * pointer is a symbolic link that is replaced by one rename, so visitors see either the old release or the new one.
 *
 * A live release is synced to disk before the pointer moves. A preview can be built again, so it is not synced; one
 * that an earlier process made is compared with its manifest before it is served.
 *
 * @see src/service/README.md; release-manifest.ts for the files on disk
 */

import { mkdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { syncPath, syncTree } from '../../system/durable.js'
import type { NewId } from '../../model/ids.js'
import type { Release, ReleaseKind } from '../../model/release.js'
import type { Records } from '../../store/records/records.js'
import type { DataFolders } from '../branch/folders.js'
import { removeContents, storeDifference, type Difference } from './release-changes.js'
import {
  bytesOf,
  FILES,
  makeManifest,
  writeManifest,
  type ReleaseManifest,
} from './release-manifest.js'
import { onDisk, type SiteSpace } from '../space/site-space.js'
import { createReleaseReader, type StoredRelease } from './release-reader.js'
import { missingIsNull } from '../../system/errno.js'
import { removeTree } from '../../system/remove-tree.js'

export type { StoredRelease } from './release-reader.js'

export interface Releases {
  /**
   * Stores a built folder (it is moved) and records the release. No pointer moves.
   *
   * @throws GalleyError `insufficient_storage` if the site has no room for it
   */
  store(siteId: string, built: Built): Promise<StoredRelease>
  /** Like `store`, for a folder with only the differences from another release. */
  storeChanges(siteId: string, changes: BuiltChanges): Promise<StoredRelease>
  /** Serves a release from now on. */
  point(siteId: string, kind: ReleaseKind, releaseId: string): Promise<void>
  /** The release that is served; null for none. */
  current(siteId: string, kind: ReleaseKind): Promise<StoredRelease | null>
  /** The release that was stored last, served or not; null if there is none or its files are missing. */
  newest(siteId: string, kind: ReleaseKind): Promise<StoredRelease | null>
  /** @throws Error if its files are missing */
  open(siteId: string, releaseId: string): Promise<StoredRelease>
  /** Those that are kept, newest first: the served one, and of the others the newest, as many as are kept in all. */
  list(siteId: string, kind: ReleaseKind): Promise<Release[]>
  /** Deletes all releases, and serves none. */
  clear(siteId: string, kind: ReleaseKind): Promise<void>
  /** Deletes old releases. Those that kept ones are based on stay, without being listed. */
  prune(siteId: string, kind: ReleaseKind): Promise<void>
}

interface Built {
  readonly kind: ReleaseKind
  /** Id of the commit that was built. */
  readonly commit: string
  /** The user who started the build; null for the server itself. */
  readonly userId: string | null
  readonly folder: string
  /** @see Release */
  readonly address: string
  /** Its contents, if the build reported them; else the folder is read. */
  readonly contents?: ReleaseManifest | null
}

/** A build that reports its difference from an earlier release. */
type BuiltChanges = Built & Omit<Difference, 'isDurable'>

/** Pointers that are remembered, two for each site. */
const MAX_POINTERS = 10_000

interface ReleasesDependencies {
  readonly folders: DataFolders
  readonly records: Pick<Records, 'releases'>
  readonly now: () => number
  readonly newId: NewId
  readonly keep: () => number
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'refusal' | 'add'>
  /** Called after what is served has changed. */
  readonly pointed?: (siteId: string, kind: ReleaseKind, releaseId: string) => void
}

export function createReleases(dependencies: ReleasesDependencies): Releases {
  const { folders, records } = dependencies
  const reader = createReleaseReader((siteId) => folders.site(siteId).releases)
  const pointers = createPointers((siteId, kind) => folders.site(siteId)[kind])
  const { read: pointed, remove: unserve } = pointers
  return {
    open: (siteId, id) => reader.open(siteId, id),
    newest: async (siteId, kind) => {
      const [last] = records.releases.list(siteId, kind)
      return last === undefined ? null : reader.open(siteId, last.id).catch(() => null)
    },
    store: async (siteId, built) => {
      const id = dependencies.newId()
      const root = path.join(folders.site(siteId).releases, id)
      const manifest = await contentsOf(dependencies, siteId, built)
      await mkdir(root, { recursive: true })
      await rename(built.folder, path.join(root, FILES))
      await writeManifest(root, manifest)
      if (built.kind === 'live') await syncTree(root)
      const made = reader.made(siteId, id, { base: { id, manifest }, changes: null })
      return record(dependencies, made, { ...built, siteId })
    },
    storeChanges: async (siteId, built) => {
      const id = dependencies.newId()
      const contents = await contentsOf(dependencies, siteId, built)
      const difference = { ...built, contents, isDurable: built.kind === 'live' }
      const stored = await storeDifference(folders.site(siteId).releases, id, difference)
      return record(dependencies, reader.made(siteId, id, stored), { ...built, siteId })
    },
    point: async (siteId, kind, id) => {
      const site = folders.site(siteId)
      await replaceLink(path.join(path.basename(site.releases), id), site[kind])
      pointers.moved(siteId, kind, id)
      if (kind === 'live') await syncPath(path.dirname(site[kind]))
      dependencies.pointed?.(siteId, kind, id)
    },
    current: async (siteId, kind) => {
      const id = await pointed(siteId, kind)
      if (id === null) return null
      if (kind === 'live' || (await reader.isSound(siteId, id))) return reader.open(siteId, id)
      await unserve(siteId, kind)
      return null
    },
    list: async (siteId, kind) => {
      const served = await pointed(siteId, kind)
      return keptOf(records.releases.list(siteId, kind), served, dependencies.keep())
    },
    clear: async (siteId, kind) => {
      await unserve(siteId, kind)
      const all = records.releases.list(siteId, kind)
      await removeOthers({ ...dependencies, reader, siteId }, all, [])
    },
    prune: async (siteId, kind) => {
      const all = records.releases.list(siteId, kind)
      const kept = keptOf(all, await pointed(siteId, kind), dependencies.keep())
      await removeOthers({ ...dependencies, reader, siteId }, all, kept)
    },
  }
}

interface Removing extends ReleasesDependencies {
  readonly reader: ReturnType<typeof createReleaseReader>
  readonly siteId: string
}

/** Removes releases with their files, but for the kept ones and those that these are based on. */
async function removeOthers(
  { folders, records, reader, siteId }: Removing,
  all: readonly Release[],
  kept: readonly Release[],
): Promise<void> {
  const opened = await Promise.all(kept.map(({ id }) => reader.changesOf(siteId, id)))
  const changes = opened.filter((one) => one !== null)
  const needed = new Set([...kept.map(({ id }) => id), ...changes.map(({ base }) => base)])
  for (const { id } of all.filter((one) => !needed.has(one.id))) {
    const gone = await reader.changesOf(siteId, id)
    const { releases } = folders.site(siteId)
    records.releases.delete(id)
    reader.forget(id)
    if (gone !== null && needed.has(gone.base)) await removeContents(releases, gone, changes)
    await removeTree(path.join(releases, id))
  }
}

/** @param all newest first */
function keptOf(all: readonly Release[], served: string | null, keep: number): Release[] {
  const isServed = ({ id }: Release) => id === served
  const room = keep - all.filter(isServed).length
  const others = new Set(all.filter((one) => !isServed(one)).slice(0, Math.max(0, room)))
  return all.filter((one) => isServed(one) || others.has(one))
}

/** The contents of a built folder, whose bytes count from now on. @throws GalleyError `insufficient_storage` */
async function contentsOf(
  { space }: ReleasesDependencies,
  siteId: string,
  { contents, folder }: Built,
): Promise<ReleaseManifest> {
  const manifest = contents ?? (await makeManifest(folder))
  if (space === undefined) return manifest
  let bytes = onDisk(0)
  for (const { size } of manifest.values()) bytes += onDisk(size)
  const refusal = space.refusal(siteId, { bytes, isReduction: false })
  if (refusal !== null) throw refusal
  space.add(siteId, bytes)
  return manifest
}

/** Writes the record of a release whose files are stored. */
function record(
  { records, now }: ReleasesDependencies,
  release: StoredRelease,
  { siteId, kind, commit, userId, address }: Omit<Built, 'folder'> & { readonly siteId: string },
): StoredRelease {
  const { id, manifest } = release
  const files = manifest.size
  const bytes = bytesOf(manifest)
  const facts = { id, siteId, kind, commit, userId, address }
  records.releases.create({ ...facts, files, bytes, createdAt: now() })
  return release
}

/** Each is read from disk once: no other process moves one while this one holds the data folder. */
function createPointers(linkOf: (siteId: string, kind: ReleaseKind) => string) {
  const known = new Map<string, Promise<string | null>>()
  return {
    read(this: void, siteId: string, kind: ReleaseKind): Promise<string | null> {
      const key = `${kind} ${siteId}`
      const before = known.get(key)
      if (before !== undefined) return before
      if (known.size >= MAX_POINTERS) known.clear()
      const reading = readPointer(linkOf(siteId, kind))
      known.set(key, reading)
      reading.catch(() => known.delete(key))
      return reading
    },
    moved(this: void, siteId: string, kind: ReleaseKind, id: string) {
      known.set(`${kind} ${siteId}`, Promise.resolve(id))
    },
    async remove(this: void, siteId: string, kind: ReleaseKind) {
      await rm(linkOf(siteId, kind), { force: true })
      known.set(`${kind} ${siteId}`, Promise.resolve(null))
    },
  }
}

/** Ids of the releases that the links in the folder of a site lead to; null where there is none. */
export async function readPointers(root: string): Promise<Record<ReleaseKind, string | null>> {
  const [live, preview] = [path.join(root, 'live'), path.join(root, 'preview')]
  return { live: await readPointer(live), preview: await readPointer(preview) }
}

async function readPointer(link: string): Promise<string | null> {
  const target = await readlink(link).catch(missingIsNull)
  return target === null ? null : path.basename(target)
}

async function replaceLink(target: string, link: string): Promise<void> {
  const fresh = `${link}.new`
  await rm(fresh, { force: true })
  await symlink(target, fresh)
  await rename(fresh, link)
}
