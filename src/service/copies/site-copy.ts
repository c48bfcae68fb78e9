/**
 * Copies a site: what is new in its repository as a pack, objects of Git LFS, and what it serves. What is the same as at
 * the last copy is not read again.
 */

import { createHash } from 'node:crypto'
import { createReadStream, lstatSync, readdirSync, type Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { GalleyError } from '../../errors.js'
import { listObjects } from '../../git/lfs/objects.js'
import { listRefs, onlyThere, packNew, type Ref } from '../../git/refs/object-packs.js'
import { RELEASE_KINDS } from '../../model/release.js'
import { hasCode, missingIsNull } from '../../system/errno.js'
import { filesBelow } from '../operations/backup-staging.js'
import { readChanges } from '../publish/release-manifest.js'
import { readPointers } from '../publish/releases.js'
import type { DataFolders } from '../branch/folders.js'
import type { PieceReader, PieceWriter, Stored } from './pieces.js'
import type { FileGroup, PackCopy, SiteCopy } from './point.js'

interface SiteRound {
  readonly folders: DataFolders
  readonly siteId: string
  /** Null at the first time. */
  readonly last: SiteCopy | null
  /** Commits of its releases, which the records name; refs may not name them any more. */
  readonly commits: readonly string[]
  readonly writer: PieceWriter
  readonly reader: PieceReader
  readonly signal: AbortSignal
}

/** Milliseconds after which a change of a file gives it another time. */
export const SETTLED_MS = 1000

/**
 * A text that changes when a ref or what is served does; null if that was so recently that the next change may have the
 * same times. It takes some calls of the system for metadata, of all sites at every round: in the background, they would
 * take seven times the processor time.
 */
export function siteSign(folders: DataFolders, siteId: string, now: number): string | null {
  const { root, repository } = folders.site(siteId)
  const signs: string[] = []
  for (const name of ['packed-refs', 'refs', 'lfs']) {
    if (!addSigns(path.join(repository, name), now, signs)) return null
  }
  // Links, each of which is replaced as a whole.
  for (const kind of RELEASE_KINDS) signs.push(textOf(timesOf(path.join(root, kind))))
  return signs.join(' ')
}

/** Adds those of a file, or of a folder and those below it: replacing a file changes the times of the one that it is in. */
function addSigns(name: string, now: number, signs: string[]): boolean {
  const found = timesOf(name)
  signs.push(textOf(found))
  if (found === undefined) return true
  if (now - found.mtimeMs < SETTLED_MS) return false
  if (!found.isDirectory()) return true
  const below = foldersIn(name)
  return below?.every((folder) => addSigns(folder, now, signs)) ?? false
}

/** Paths of the folders in a folder; null if that was removed meanwhile. */
function foldersIn(folder: string): string[] | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const below = entries.filter((entry) => entry.isDirectory())
    return below.map(({ name }) => path.join(folder, name))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/** Undefined if it does not exist. */
const timesOf = (name: string) => lstatSync(name, { throwIfNoEntry: false })

function textOf(found: Stats | undefined): string {
  return found === undefined ? '-' : `${found.ino}:${found.mtimeMs}:${found.size}`
}

/** @returns `last` itself if nothing has changed; null if the repository does not exist any more */
export async function copySite(round: SiteRound): Promise<SiteCopy | null> {
  const { folders, siteId, last } = round
  const { root, repository } = folders.site(siteId)
  if ((await stat(repository).catch(missingIsNull)) === null) return null
  const { live, preview } = await readPointers(root)
  const groups = await copyGroups(round, [live, preview])
  // After what is served: the commits of releases are older than the releases.
  const refs = await listRefs(repository, round.signal)
  const packs = await copyPacks(round, refs)
  const site: SiteCopy = { live, preview, refs, packs, groups }
  return last !== null && JSON.stringify(last) === JSON.stringify(site) ? last : site
}

/** With more packs than this, the small ones at the end become one. */
const MAX_PACKS = 8

/**
 * The packs that stay. The others are small beside what is before them, so that in the end an object is written only as
 * often as the number of packs has digits.
 */
export function packsToKeep<P extends Pick<PackCopy, 'bytes'>>(packs: readonly P[]): readonly P[] {
  if (packs.length < MAX_PACKS) return packs
  let at = packs.length - 1
  let sum = packs[at]?.bytes ?? 0
  for (; at > 0; at -= 1) {
    const before = packs[at - 1]?.bytes ?? 0
    if (before >= 2 * sum) break
    sum += before
  }
  return packs.slice(0, at)
}

async function copyPacks(round: SiteRound, refs: readonly Ref[]): Promise<readonly PackCopy[]> {
  const { last, folders, siteId, commits, writer, signal } = round
  const gitDir = folders.site(siteId).repository
  const wanted = [...new Set([...refs.map(([, oid]) => oid), ...commits])]
  const before = new Set(last?.packs.flatMap(({ tips }) => tips))
  if (last !== null && wanted.every((oid) => before.has(oid))) return last.packs
  const kept = packsToKeep(last?.packs ?? [])
  const known = [...new Set(kept.flatMap(({ tips }) => tips))]
  const tips = await onlyThere(gitDir, wanted, signal)
  const there = new Set(tips)
  const lost = refs.find(([, oid]) => !there.has(oid))
  if (lost !== undefined) {
    // Git would find the whole copy damaged.
    throw new GalleyError('conflict', `${lost[0]} names ${lost[1]}, which is not there.`)
  }
  let bytes = 0
  const counted = async function* () {
    for await (const piece of packNew({ gitDir, tips, known, signal })) {
      bytes += piece.length
      yield piece
    }
  }
  const stored = await writer.add(counted())
  return bytes === 0 ? kept : [...kept, { tips, bytes, stored }]
}

async function copyGroups(
  round: SiteRound,
  releases: readonly (string | null)[],
): Promise<Readonly<Record<string, FileGroup>>> {
  const { folders, siteId } = round
  const { root, repository, releases: folder } = folders.site(siteId)
  const groups: Record<string, FileGroup> = {}
  for (const id of new Set(releases)) {
    if (id === null) continue
    const changes = await readChanges(path.join(folder, id))
    for (const one of changes === null ? [id] : [changes.base, id]) {
      const name = `releases/${one}`
      // It never changes.
      const all = () => filesBelow(path.join(root, name))
      groups[name] = await copyGroup(round, { name, root, sign: one, all })
    }
  }
  const objects = (await listObjects(repository)).sort()
  if (objects.length === 0) return groups
  const name = path.basename(repository)
  const all = () => Promise.resolve(objects)
  return { ...groups, [name]: await copyGroup(round, { name, root, sign: signOf(objects), all }) }
}

function signOf(names: readonly string[]): string {
  return createHash('sha256').update(names.join('\n')).digest('hex')
}

interface Group {
  /** Folder of the group below `root`. */
  readonly name: string
  readonly root: string
  readonly sign: string
  /** Paths of its files below its folder. */
  readonly all: () => Promise<readonly string[]>
}

async function copyGroup(
  { last, writer, reader }: SiteRound,
  { name, root, sign, all }: Group,
): Promise<FileGroup> {
  const before = last?.groups[name]
  if (before?.sign === sign) return before
  const known = before === undefined ? {} : await reader.json<Record<string, Stored>>(before.files)
  const files: Record<string, Stored> = {}
  for (const file of await all()) {
    files[file] = known[file] ?? (await writer.add(createReadStream(path.join(root, name, file))))
  }
  return { sign, files: await writer.addJson(files) }
}
