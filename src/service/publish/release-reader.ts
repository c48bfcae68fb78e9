/** Opens stored releases, and caches the last ones: every request for a page needs one. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FormerOutputs } from '../../builder/base/request.js'
import { mapLimited } from '../../system/parallel.js'
import {
  CHANGED,
  ChangedManifest,
  CHANGES,
  FILES,
  MANIFEST,
  readChanges,
  readManifest,
  type ReleaseChanges,
  type ReleaseManifest,
} from './release-manifest.js'

/** A release that can be served or deployed. */
export interface StoredRelease {
  readonly id: string
  readonly manifest: ReleaseManifest
  /** Folder with the files of the full release: of this one, or of its base. */
  readonly folder: string
  /** Absolute path of a file of the manifest. */
  readonly fileOf: (name: string) => string
  /** The files in the form that the builder takes to reuse them. */
  readonly outputs: FormerOutputs
  /** This release, or the full release that it is based on. */
  readonly base: FullRelease
  /** Null for a full release. */
  readonly changes: ReleaseChanges | null
}

interface FullRelease {
  readonly id: string
  readonly manifest: ReleaseManifest
}

interface ReleaseReader {
  /** @throws Error if it is missing */
  open(siteId: string, id: string): Promise<StoredRelease>
  /** Adds a release that was just stored to the cache. */
  made(siteId: string, id: string, parts: ReleaseParts): StoredRelease
  /** The difference from the base; null for a full release, or one that cannot be read. */
  changesOf(siteId: string, id: string): Promise<ReleaseChanges | null>
  /** True if the files match the manifest. Releases of this process are known to; others are read once to check. */
  isSound(siteId: string, id: string): Promise<boolean>
  forget(id: string): void
}

type ReleaseParts = Pick<StoredRelease, 'base' | 'changes'>

const MAX_OPEN = 64
const READ_AT_ONCE = 16

/** @param releasesOf folder of a site's releases */
export function createReleaseReader(releasesOf: (siteId: string) => string): ReleaseReader {
  const opened = new Map<string, StoredRelease>()
  const checks = new Map<string, Promise<boolean>>()
  const keep = (release: StoredRelease): StoredRelease => {
    opened.delete(release.id)
    opened.set(release.id, release)
    const [oldest] = opened.keys()
    if (opened.size > MAX_OPEN && oldest !== undefined) opened.delete(oldest)
    return release
  }
  // Releases with the same base share its manifest in memory.
  const readBase = async (siteId: string, id: string): Promise<FullRelease> => {
    for (const { base } of opened.values()) if (base.id === id) return base
    return { id, manifest: await readManifest(path.join(releasesOf(siteId), id)) }
  }
  const open = async (siteId: string, id: string): Promise<StoredRelease> => {
    const known = opened.get(id)
    if (known !== undefined) return keep(known)
    const releases = releasesOf(siteId)
    const changes = await readChanges(path.join(releases, id))
    return keep(
      releaseAt(releases, id, { changes, base: await readBase(siteId, changes?.base ?? id) }),
    )
  }
  const check = async (siteId: string, id: string): Promise<boolean> => {
    try {
      return await isAsManifest(await open(siteId, id))
    } catch {
      return false
    }
  }
  return {
    open,
    made: (siteId, id, made) => {
      checks.set(id, Promise.resolve(true))
      return keep(releaseAt(releasesOf(siteId), id, made))
    },
    changesOf: async (siteId, id) => {
      const known = opened.get(id)
      if (known !== undefined) return known.changes
      return readChanges(path.join(releasesOf(siteId), id)).catch(() => null)
    },
    isSound: (siteId, id) => {
      const checked = checks.get(id) ?? check(siteId, id)
      checks.set(id, checked)
      return checked
    },
    forget: (id) => {
      opened.delete(id)
      checks.delete(id)
    },
  }
}

function releaseAt(releases: string, id: string, { base, changes }: ReleaseParts): StoredRelease {
  const folder = path.join(releases, base.id, FILES)
  const contents = path.join(releases, base.id, CHANGED)
  const file = path.join(releases, id, CHANGES)
  return {
    id,
    base,
    changes,
    folder,
    outputs: {
      files: folder,
      manifest: path.join(releases, base.id, MANIFEST),
      changes: changes === null ? null : { file, contents },
    },
    manifest: changes === null ? base.manifest : new ChangedManifest(base.manifest, changes),
    fileOf: (name) => {
      const content = changes?.changed.get(name)
      return content === undefined ? path.join(folder, name) : path.join(contents, content.sha256)
    },
  }
}

async function isAsManifest({ manifest, fileOf }: StoredRelease): Promise<boolean> {
  const same = await mapLimited([...manifest], READ_AT_ONCE, async ([name, { sha256 }]) => {
    const bytes = await readFile(fileOf(name))
    return createHash('sha256').update(bytes).digest('hex') === sha256
  })
  return !same.includes(false)
}
