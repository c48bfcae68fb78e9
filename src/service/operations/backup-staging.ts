/**
 * Makes a consistent snapshot of a data folder while a server writes to it: a folder of hard links.
 *
 * Objects and releases never change after they are written. So a hard link is a copy that costs nothing and stays
 * when a repack or publish removes the original. The order makes it consistent: records first, then refs, then the
 * objects, which were written before the refs.
 *
 * @see SECURITY.md
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DataFolders } from '../branch/folders.js'
import { listObjects } from '../../git/lfs/objects.js'
import { readChanges } from '../publish/release-manifest.js'
import { readPointers } from '../publish/releases.js'
import { hasCode, missingIsNull } from '../../system/errno.js'
import { linkOrCopy } from '../../system/links.js'

/** Attempts per site; a repack or deletion that moves files makes one fail. */
const TRIES = 5

/** The releases that a site served; null for none. */
export interface Pointers {
  readonly live: string | null
  readonly preview: string | null
}

/** The folders of a site, or of one in the trash. */
interface SiteFolders {
  readonly repository: string
  /** Folder with `releases` and the pointers; null for a site in the trash. */
  readonly root: string | null
}

/**
 * Links a site into `target`.
 *
 * @returns what it served; null if its repository does not exist any more
 */
export async function stageSite(
  folders: DataFolders,
  siteId: string,
  target: string,
): Promise<Pointers | null> {
  const { root, repository } = folders.site(siteId)
  const inTrash = path.join(folders.trash, siteId, path.basename(repository))
  for (let left = TRIES; ; left -= 1) {
    for (const place of [
      { repository, root },
      { repository: inTrash, root: null },
    ]) {
      try {
        return await stageFrom(place, target)
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    }
    if (left === 0) return null
  }
}

async function stageFrom({ repository, root }: SiteFolders, target: string): Promise<Pointers> {
  const goal = path.join(target, path.basename(repository))
  await stageRefs(repository, goal)
  await stageObjects(repository, goal)
  for (const name of await listObjects(repository)) {
    await linkFile(path.join(repository, name), path.join(goal, name))
  }
  if (root === null) return { live: null, preview: null }
  const pointers = await readPointers(root)
  for (const id of new Set([pointers.live, pointers.preview])) {
    if (id === null) continue
    const release = path.join('releases', id)
    const changes = await readChanges(path.join(root, release))
    if (changes !== null) {
      const base = path.join('releases', changes.base)
      await linkAll(path.join(root, base), path.join(target, base))
    }
    await linkAll(path.join(root, release), path.join(target, release))
  }
  return pointers
}

/** Refs are copied: they are small, and change by rename. */
async function stageRefs(repository: string, goal: string): Promise<void> {
  await mkdir(goal, { recursive: true })
  await writeFile(path.join(goal, 'HEAD'), await readFile(path.join(repository, 'HEAD')))
  // Loose refs before packed ones: git writes `packed-refs` before it removes loose refs.
  for (const name of await filesBelow(path.join(repository, 'refs'))) {
    if (name.endsWith('.lock')) continue
    const file = path.join('refs', name)
    await mkdir(path.dirname(path.join(goal, file)), { recursive: true })
    const text = await readFile(path.join(repository, file)).catch(missingIsNull)
    if (text) await writeFile(path.join(goal, file), text)
  }
  const packed = await readFile(path.join(repository, 'packed-refs')).catch(missingIsNull)
  if (packed) await writeFile(path.join(goal, 'packed-refs'), packed)
}

/**
 * Loose objects before packs: objects that a repack removes are in a pack that was complete before. Packs are listed
 * again, because a removed pack is replaced by another.
 */
async function stageObjects(repository: string, goal: string): Promise<void> {
  const objects = path.join(repository, 'objects')
  for (const folder of await readdir(objects)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue
    const names = await readdir(path.join(objects, folder)).catch(missingIsNull)
    for (const name of names ?? []) {
      if (!/^[0-9a-f]{38}$/.test(name)) continue
      const file = path.join('objects', folder, name)
      await linkFile(path.join(repository, file), path.join(goal, file)).catch(missingIsNull)
    }
  }
  await stagePacks(path.join(objects, 'pack'), path.join(goal, 'objects', 'pack'))
}

const PACK_FILE = /^pack-[0-9a-f]{40}\.(pack|idx)$/

async function stagePacks(packs: string, goal: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      const names = (await readdir(packs)).filter((name) => PACK_FILE.test(name))
      for (const name of names) await linkFile(path.join(packs, name), path.join(goal, name))
      return
    } catch (error) {
      if (left === 0 || !isMissing(error)) throw error
    }
  }
}

async function linkAll(from: string, to: string): Promise<void> {
  for (const name of await filesBelow(from)) {
    await linkFile(path.join(from, name), path.join(to, name))
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true })
  try {
    await linkOrCopy(from, to)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  }
}

/** Paths of all files below a folder; none if it does not exist. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    missingIsNull,
  )
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .sort()
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT')
}
