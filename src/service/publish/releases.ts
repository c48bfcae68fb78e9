/**
 * Releases on disk: the files of one build with their manifest, and the pointers to those that are
 * served. A pointer is a symbolic link that is replaced by one rename, so what is served changes
 * whole or not at all.
 *
 * What is live is durable before it is pointed to. A preview can be built again, so it is not; one
 * that an earlier process has made is held against its manifest before it is served.
 *
 * @see CONTRIBUTING.md; release-manifest.ts for what is on disk
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
import { createReleaseReader, type StoredRelease } from './release-reader.js'
import { hasCode } from '../../system/errno.js'
import { removeTree } from '../../system/remove-tree.js'

export type { StoredRelease } from './release-reader.js'

export interface Releases {
  /** Takes a built folder over (it is moved) and records it; nothing points to it yet. */
  store(siteId: string, built: Built): Promise<StoredRelease>
  /** As `store`, for a folder that holds only what differs from another release. */
  storeChanges(siteId: string, changes: BuiltChanges): Promise<StoredRelease>
  /** Serves a release from now on. */
  point(siteId: string, kind: ReleaseKind, releaseId: string): Promise<void>
  /** What is served, null for nothing. */
  current(siteId: string, kind: ReleaseKind): Promise<StoredRelease | null>
  /** The release that was stored last, wherever the pointer is; null where there is none or it is gone. */
  newest(siteId: string, kind: ReleaseKind): Promise<StoredRelease | null>
  /** @throws Error when its files are gone */
  open(siteId: string, releaseId: string): Promise<StoredRelease>
  /** Newest first. */
  list(siteId: string, kind: ReleaseKind): Release[]
  /** Removes all but the newest ones, what is served, and what those are based on. */
  prune(siteId: string, kind: ReleaseKind): Promise<void>
}

interface Built {
  readonly kind: ReleaseKind
  /** oid that was built. */
  readonly commit: string
  /** Who asked for it; null for the server itself. */
  readonly userId: string | null
  readonly folder: string
  /** What the folder holds, where the build says so; else it is read. */
  readonly contents?: ReleaseManifest | null
}

/** A build that says what differs from a release before it. */
type BuiltChanges = Built & Omit<Difference, 'isDurable'>

interface ReleasesDependencies {
  readonly folders: DataFolders
  readonly records: Pick<Records, 'releases'>
  readonly now: () => number
  readonly newId: NewId
  readonly keep: number
  /** Told what is served from now on. */
  readonly pointed?: (siteId: string, kind: ReleaseKind, releaseId: string) => void
}

export function createReleases(dependencies: ReleasesDependencies): Releases {
  const { folders, records } = dependencies
  const reader = createReleaseReader((siteId) => folders.site(siteId).releases)
  const pointed = (siteId: string, kind: ReleaseKind) => readPointer(folders.site(siteId)[kind])
  return {
    open: (siteId, id) => reader.open(siteId, id),
    newest: async (siteId, kind) => {
      const [last] = records.releases.list(siteId, kind)
      return last === undefined ? null : reader.open(siteId, last.id).catch(() => null)
    },
    store: async (siteId, built) => {
      const id = dependencies.newId()
      const root = path.join(folders.site(siteId).releases, id)
      const manifest = built.contents ?? (await makeManifest(built.folder))
      await mkdir(root, { recursive: true })
      await rename(built.folder, path.join(root, FILES))
      await writeManifest(root, manifest)
      if (built.kind === 'live') await syncTree(root)
      const made = reader.made(siteId, id, { base: { id, manifest }, changes: null })
      return record(dependencies, made, { ...built, siteId })
    },
    storeChanges: async (siteId, built) => {
      const id = dependencies.newId()
      const difference = { ...built, isDurable: built.kind === 'live' }
      const stored = await storeDifference(folders.site(siteId).releases, id, difference)
      return record(dependencies, reader.made(siteId, id, stored), { ...built, siteId })
    },
    point: async (siteId, kind, id) => {
      const site = folders.site(siteId)
      await replaceLink(path.join(path.basename(site.releases), id), site[kind])
      if (kind === 'live') await syncPath(path.dirname(site[kind]))
      dependencies.pointed?.(siteId, kind, id)
    },
    current: async (siteId, kind) => {
      const id = await pointed(siteId, kind)
      if (id === null) return null
      if (kind === 'live' || (await reader.isSound(siteId, id))) return reader.open(siteId, id)
      await rm(folders.site(siteId)[kind], { force: true })
      return null
    },
    list: (siteId, kind) => records.releases.list(siteId, kind),
    prune: async (siteId, kind) => {
      const served = [await pointed(siteId, 'live'), await pointed(siteId, 'preview')]
      const all = records.releases.list(siteId, kind)
      const kept = all.filter(({ id }, i) => i < dependencies.keep || served.includes(id))
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
    },
  }
}

/** The files are there: the record. */
function record(
  { records, now }: ReleasesDependencies,
  release: StoredRelease,
  { siteId, kind, commit, userId }: Omit<Built, 'folder'> & { readonly siteId: string },
): StoredRelease {
  const { id, manifest } = release
  const files = manifest.size
  const bytes = bytesOf(manifest)
  const facts = { id, siteId, kind, commit, userId }
  records.releases.create({ ...facts, files, bytes, createdAt: now() })
  return release
}

async function readPointer(link: string): Promise<string | null> {
  try {
    return path.basename(await readlink(link))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

async function replaceLink(target: string, link: string): Promise<void> {
  const fresh = `${link}.new`
  await rm(fresh, { force: true })
  await symlink(target, fresh)
  await rename(fresh, link)
}
