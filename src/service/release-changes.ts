/**
 * Makes the folder of a release out of the former one and what differs from it.
 *
 * Files are hard links to those of other releases: they are removed and put anew, never written in
 * place. An old release that nobody is served, and that would go anyway, is turned into the new one,
 * so that the cost is that of the difference and not of the site.
 */

import { link, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ReleaseManifest } from './releases.js'

/** A folder of files and what it holds. */
export interface ReleaseFiles {
  readonly folder: string
  readonly manifest: ReleaseManifest
}

/** What a new release is made of. */
export interface ReleaseParts {
  /** What the release shall hold. */
  readonly manifest: ReleaseManifest
  /** Files that are new; they are moved. */
  readonly fresh: ReleaseFiles
  /** Holds all the others. */
  readonly former: ReleaseFiles
}

/** Makes a folder, which holds `before` already (nothing, where it is not there), hold the release. */
export async function fillRelease(
  folder: string,
  before: ReleaseManifest,
  { manifest, fresh, former }: ReleaseParts,
): Promise<void> {
  const differs = (name: string) => manifest.get(name)?.sha256 !== before.get(name)?.sha256
  for (const name of before.keys()) {
    if (differs(name)) await rm(path.join(folder, name), { recursive: true, force: true })
  }
  const made = new Set<string>()
  for (const name of manifest.keys()) {
    if (!differs(name)) continue
    const target = path.join(folder, name)
    const parent = path.dirname(target)
    if (!made.has(parent)) await mkdir(parent, { recursive: true })
    made.add(parent)
    // An old folder may be left where a file belongs now.
    await rm(target, { recursive: true, force: true })
    if (fresh.manifest.has(name)) await rename(path.join(fresh.folder, name), target)
    else await link(path.join(former.folder, name), target)
  }
}

/** The manifest of a release after changes, in the order of paths. */
export function changedManifest(
  former: ReleaseManifest,
  fresh: ReleaseManifest,
  removed: readonly string[],
): ReleaseManifest {
  const manifest = new Map(former)
  for (const name of removed) manifest.delete(name)
  const isNew = [...fresh.keys()].some((name) => !manifest.has(name))
  for (const [name, content] of fresh) manifest.set(name, content)
  return isNew ? new Map([...manifest].sort(([a], [b]) => (a < b ? -1 : 1))) : manifest
}
