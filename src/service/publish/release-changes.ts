/**
 * Stores a release as the difference from an earlier one.
 *
 * New contents are stored beside the full release that it is based on, each under its hash. So the cost depends on
 * the size of the change, not of the site. If much differs, a new full release is made instead; unchanged files are
 * hard links to the previous release, which is safe because files of releases are never written in place.
 */

import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncAll, syncPath, syncTree } from '../../system/durable.js'
import { linkOrCopy } from '../../system/links.js'
import {
  addChanges,
  CHANGED,
  ChangedManifest,
  FILES,
  makeManifest,
  writeChanges,
  writeManifest,
  type ReleaseChanges,
  type ReleaseManifest,
} from './release-manifest.js'
import type { StoredRelease } from './release-reader.js'

/** A built difference from an earlier release. */
export interface Difference {
  readonly previous: StoredRelease
  /** Folder with the new and changed files; they are moved out of it. */
  readonly folder: string
  /** Its contents, if the build reported them; else the folder is read. */
  readonly contents?: ReleaseManifest | null
  /** Paths that the new release no longer has. */
  readonly removed: readonly string[]
  /** Number of files of the new release, if the build reported it. */
  readonly files?: number
  /**
   * True if the release must survive a power cut: everything is synced to disk before the function returns, and
   * before anything live is replaced.
   */
  readonly isDurable: boolean
}

/** More changes than this, or a larger part of the base, make a full release. */
const MAX_CHANGES = 200
const MAX_PART = 0.25

/** The output does not match the previous release; the site must be built from scratch. */
export class NotAsBuilt extends Error {}

/**
 * Fills the folder of a new release.
 * @throws NotAsBuilt if the release would not have as many files as the build reported
 */
export async function storeDifference(
  releases: string,
  id: string,
  { previous, folder, contents: known, removed, files: expected, isDurable }: Difference,
): Promise<Pick<StoredRelease, 'base' | 'changes'>> {
  const { base } = previous
  const files = { folder, manifest: known ?? (await makeManifest(folder)) }
  const before = previous.changes ?? { changed: new Map(), removed: new Set<string>() }
  const added = addChanges(base.manifest, before, { fresh: files.manifest, gone: removed })
  const changes: ReleaseChanges = { base: base.id, ...added }
  const { size } = new ChangedManifest(base.manifest, changes)
  if (expected !== undefined && expected !== size)
    throw new NotAsBuilt(`A release of ${expected} files would have ${size}`)
  const root = path.join(releases, id)
  await mkdir(root, { recursive: true })
  if (changes.changed.size > Math.max(MAX_CHANGES, base.manifest.size * MAX_PART)) {
    const manifest = new Map(new ChangedManifest(base.manifest, changes))
    await assembleFiles(path.join(root, FILES), { manifest, files, previous })
    await writeManifest(root, manifest)
    if (isDurable) await syncTree(root)
    return { base: { id, manifest }, changes: null }
  }
  // Must run before the files are moved: one may replace equal content that is live.
  if (isDurable) await syncAll([...files.manifest.keys()].map((name) => path.join(folder, name)))
  const contents = path.join(releases, base.id, CHANGED)
  await keepContents(contents, files)
  await writeChanges(root, changes)
  if (isDurable) {
    await syncPath(contents)
    await syncPath(path.dirname(contents))
    await syncTree(root)
  }
  return { base, changes }
}

interface Files {
  readonly folder: string
  readonly manifest: ReleaseManifest
}

async function keepContents(contents: string, { folder, manifest }: Files): Promise<void> {
  await mkdir(contents, { recursive: true })
  for (const [name, { sha256 }] of manifest) {
    await rename(path.join(folder, name), path.join(contents, sha256))
  }
}

interface FullRelease {
  readonly manifest: ReleaseManifest
  readonly files: Files
  readonly previous: StoredRelease
}

async function assembleFiles(
  target: string,
  { manifest, files, previous }: FullRelease,
): Promise<void> {
  if (files.manifest.size === manifest.size) return rename(files.folder, target)
  const made = new Set<string>()
  for (const name of manifest.keys()) {
    const file = path.join(target, name)
    const parent = path.dirname(file)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    if (files.manifest.has(name)) await rename(path.join(files.folder, name), file)
    else await linkOrCopy(previous.fileOf(name), file)
  }
}

/** Deletes the contents that only the removed release used. */
export async function removeContents(
  releases: string,
  gone: ReleaseChanges,
  kept: readonly ReleaseChanges[],
): Promise<void> {
  const used = new Set<string>()
  for (const { base, changed } of kept) {
    if (base === gone.base) for (const { sha256 } of changed.values()) used.add(sha256)
  }
  for (const { sha256 } of gone.changed.values()) {
    if (!used.has(sha256))
      await rm(path.join(releases, gone.base, CHANGED, sha256), { force: true })
  }
}
