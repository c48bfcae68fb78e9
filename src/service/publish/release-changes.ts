/**
 * Makes a release out of the former one and what differs from it.
 *
 * Contents that differ from the whole release below are kept beside it, each under its hash, so that
 * the cost is that of the difference and not of the site. When much differs, the release becomes a
 * whole one: its files are hard links to those of the former, and never written in place.
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

/** What differs from a release before. */
export interface Difference {
  readonly former: StoredRelease
  /** Folder with the files that are new or changed; they are moved. */
  readonly folder: string
  /** What the folder holds, where the build says so; else it is read. */
  readonly contents?: ReleaseManifest | null
  /** Paths of the former release that are no more. */
  readonly removed: readonly string[]
  /** How many files the release has, where the build says so. */
  readonly files?: number
  /** Whether all of it is on the disk when this settles, and what it shares stays whole in a power cut. */
  readonly isDurable: boolean
}

/** Changes beyond this many files, or this part of the base, make a release whole. */
const MOST_CHANGES = 200
const MOST_PART = 0.25

/** What was built and what a release would be made of do not fit: it has to be built whole. */
export class NotAsBuilt extends Error {}

/** Fills the folder of a new release. @throws NotAsBuilt where it would not have as many files as were built */
export async function storeDifference(
  releases: string,
  id: string,
  { former, folder, contents: known, removed, files: expected, isDurable }: Difference,
): Promise<Pick<StoredRelease, 'base' | 'changes'>> {
  const { base } = former
  const files = { folder, manifest: known ?? (await makeManifest(folder)) }
  const before = former.changes ?? { changed: new Map(), removed: new Set<string>() }
  const added = addChanges(base.manifest, before, { fresh: files.manifest, gone: removed })
  const changes: ReleaseChanges = { base: base.id, ...added }
  const { size } = new ChangedManifest(base.manifest, changes)
  if (expected !== undefined && expected !== size)
    throw new NotAsBuilt(`A release of ${expected} files would have ${size}`)
  const root = path.join(releases, id)
  await mkdir(root, { recursive: true })
  if (changes.changed.size > Math.max(MOST_CHANGES, base.manifest.size * MOST_PART)) {
    const manifest = new Map(new ChangedManifest(base.manifest, changes))
    await makeWhole(path.join(root, FILES), { manifest, files, former })
    await writeManifest(root, manifest)
    if (isDurable) await syncTree(root)
    return { base: { id, manifest }, changes: null }
  }
  // Before they are moved: one of them may take the place of the same content that is live.
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

interface WholeParts {
  readonly manifest: ReleaseManifest
  readonly files: Files
  readonly former: StoredRelease
}

async function makeWhole(target: string, { manifest, files, former }: WholeParts): Promise<void> {
  if (files.manifest.size === manifest.size) return rename(files.folder, target)
  const made = new Set<string>()
  for (const name of manifest.keys()) {
    const file = path.join(target, name)
    const parent = path.dirname(file)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    if (files.manifest.has(name)) await rename(path.join(files.folder, name), file)
    else await linkOrCopy(former.fileOf(name), file)
  }
}

/** Removes the contents that only a release that goes has. */
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
