/** Opens releases, and keeps the last ones opened: every request for a page asks for one. */

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

/** A release as it can be served or deployed. */
export interface StoredRelease {
  readonly id: string
  readonly manifest: ReleaseManifest
  /** Folder of the files of a whole release, or of the base. */
  readonly folder: string
  /** Full path of a file of the manifest. */
  readonly fileOf: (name: string) => string
  /** The files, as a build takes them that begins from this release. */
  readonly outputs: FormerOutputs
  /** The whole release that this one is or is based on. */
  readonly base: WholeRelease
  /** Null for a whole release. */
  readonly changes: ReleaseChanges | null
}

interface WholeRelease {
  readonly id: string
  readonly manifest: ReleaseManifest
}

interface ReleaseReader {
  /** @throws Error when it is not there */
  open(siteId: string, id: string): Promise<StoredRelease>
  /** A release that was made just now. */
  made(siteId: string, id: string, parts: ReleaseParts): StoredRelease
  /** How a release differs from its base; null for one that is whole, or cannot be read. */
  changesOf(siteId: string, id: string): Promise<ReleaseChanges | null>
  /** Whether the files are those of the manifest: made by this process, or read once. */
  isSound(siteId: string, id: string): Promise<boolean>
  forget(id: string): void
}

type ReleaseParts = Pick<StoredRelease, 'base' | 'changes'>

const KEPT = 64
const READ_AT_ONCE = 16

/** @param releasesOf folder of a site's releases */
export function createReleaseReader(releasesOf: (siteId: string) => string): ReleaseReader {
  const kept = new Map<string, StoredRelease>()
  const checks = new Map<string, Promise<boolean>>()
  const keep = (release: StoredRelease): StoredRelease => {
    kept.delete(release.id)
    kept.set(release.id, release)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return release
  }
  // Releases of one base have its manifest once.
  const readBase = async (siteId: string, id: string): Promise<WholeRelease> => {
    for (const { base } of kept.values()) if (base.id === id) return base
    return { id, manifest: await readManifest(path.join(releasesOf(siteId), id)) }
  }
  const open = async (siteId: string, id: string): Promise<StoredRelease> => {
    const known = kept.get(id)
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
      const known = kept.get(id)
      if (known !== undefined) return known.changes
      return readChanges(path.join(releasesOf(siteId), id)).catch(() => null)
    },
    isSound: (siteId, id) => {
      const checked = checks.get(id) ?? check(siteId, id)
      checks.set(id, checked)
      return checked
    },
    forget: (id) => {
      kept.delete(id)
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
