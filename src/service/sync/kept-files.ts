/**
 * Files that the remote removed and this site had changed: they stay, and are reported until somebody has settled it, by a
 * change of the file, by its deletion, or by saying that it stays. Stored with the records, so it survives restarts.
 */

import type { Snapshot } from '../../git/objects/snapshot.js'
import type { JobDiagnostic } from '../../model/job.js'
import type { Records } from '../../store/records/records.js'

interface KeptFile {
  readonly path: string
  /** What it was when it was kept; another content is somebody's decision. */
  readonly oid: string
}

/** Most files that are remembered; the oldest are dropped. */
const MAX_KEPT = 1000

interface KeptFiles {
  /** Remembers files of a snapshot, and forgets what is settled. @returns the paths that are not */
  note(siteId: string, snapshot: Snapshot, paths: readonly string[]): Promise<string[]>
  /** Paths of files that are still as they were kept. */
  standing(siteId: string, snapshot: Snapshot): Promise<string[]>
  /** Reports a file no more. @returns false if it was not reported */
  settle(siteId: string, path: string): boolean
}

export function createKeptFiles({ settings }: Pick<Records, 'settings'>): KeptFiles {
  const keyOf = (siteId: string) => `sync-kept:${siteId}`
  const find = (siteId: string): KeptFile[] => parse(settings.find(keyOf(siteId)))
  const keep = (siteId: string, files: readonly KeptFile[]) => {
    if (files.length === 0) settings.delete(keyOf(siteId))
    else settings.set(keyOf(siteId), JSON.stringify(files.slice(-MAX_KEPT)))
  }
  const standing = async (siteId: string, snapshot: Snapshot): Promise<KeptFile[]> => {
    const left: KeptFile[] = []
    for (const file of find(siteId)) {
      if ((await snapshot.entry(file.path))?.oid === file.oid) left.push(file)
    }
    return left
  }
  return {
    async note(siteId, snapshot, paths) {
      const fresh = new Set(paths)
      const files = (await standing(siteId, snapshot)).filter(({ path }) => !fresh.has(path))
      for (const path of fresh) {
        const entry = await snapshot.entry(path)
        if (entry) files.push({ path, oid: entry.oid })
      }
      keep(siteId, files)
      return files.map(({ path }) => path)
    },
    standing: async (siteId, snapshot) =>
      (await standing(siteId, snapshot)).map(({ path }) => path),
    settle(siteId, path) {
      const files = find(siteId)
      keep(
        siteId,
        files.filter((file) => file.path !== path),
      )
      return files.some((file) => file.path === path)
    },
  }
}

function parse(text: string | null): KeptFile[] {
  const found: unknown = text === null ? [] : JSON.parse(text)
  return Array.isArray(found) ? found.filter(isKeptFile) : []
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false
  return 'path' in value && typeof value.path === 'string' && 'oid' in value
}

/** A warning of a job for each file. */
export function keptWarnings(paths: readonly string[]): JobDiagnostic[] {
  return paths.map((path) => ({
    severity: 'warning',
    path,
    line: null,
    column: null,
    message: `Removed on the remote, but changed here, so it was kept: change or delete it, or say in the settings of the sync that it stays.`,
  }))
}
