/**
 * Fetches the objects of Git LFS that a site's pointers name, from the remote that the site was imported from or is synced
 * with. They are kept beside the git objects, count as the site's space, and take the place of their pointers in builds.
 *
 * What can't be fetched ends no job: whoever publishes a page with one of them gets the reason.
 *
 * @see src/git/lfs/objects.ts, src/http/README.md (Source)
 */

import { mkdir } from 'node:fs/promises'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { formatBytes } from '../../deploy/network/remote-text.js'
import { findObject, keepObject } from '../../git/lfs/objects.js'
import type { LfsPointer, PointerAt } from '../../git/lfs/pointer.js'
import { GitError } from '../../git/program/git-error.js'
import { RemoteError, type Remote } from '../../git/remote/http.js'
import { fetchObjects } from '../../git/remote/lfs.js'
import type { JobContext } from '../../jobs/job.js'
import type { JobDiagnostic } from '../../model/job.js'
import type { SiteRecord } from '../../model/site.js'
import { isFullDisk } from '../../system/errno.js'
import { freeSpace } from '../branch/disk.js'
import type { DataFolders } from '../branch/folders.js'
import type { SiteOptions } from '../sites/site-options.js'
import { onDisk, type SiteSpace } from '../space/site-space.js'
import {
  PATIENCE,
  persistently,
  remoteClause,
  syncAccount,
  withRemote,
  type Patience,
  type RemoteAccount,
} from './remote.js'

/** Why an object is not here, as a clause, by SHA-256. */
export type MissingReasons = ReadonlyMap<string, string>

interface Wanted extends JobContext {
  readonly siteId: string
  readonly pointers: readonly LfsPointer[]
}

interface WantedAgain extends JobContext {
  readonly pointers: readonly LfsPointer[]
  /** False where nobody waits: then what has just failed is not tried again. */
  readonly isAsked: boolean
}

/** Fetches objects; those that the site has are not fetched again. */
export interface LfsObjects {
  /** From a remote that is connected. */
  fetch(remote: Remote & RemoteAccount, wanted: Wanted): Promise<MissingReasons>
  /** From the remote that a site is synced with, if it is. */
  fetchFor(site: SiteRecord, wanted: WantedAgain): Promise<MissingReasons>
}

interface LfsObjectsDependencies {
  readonly folders: DataFolders
  readonly options: Pick<SiteOptions, 'open'>
  readonly outgoing: Outgoing
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'left' | 'add'>
  /** Most bytes of an object. */
  readonly maxBytes: number
  readonly now: () => number
  /** Retries; like those of a sync if left out. */
  readonly patience?: Patience
}

/** Objects that are fetched in one job, and how long that may take. */
const MAX_OBJECTS = 10_000
const MAX_FETCH_MS = 20 * 60_000
/** How long nobody asks again for what has failed, unless somebody publishes. */
const FAILED_MS = 5 * 60_000
const MAX_FAILED = 10_000

const NOT_SYNCED = 'the site is not synced with a repository that could have it'

export function createLfsObjects(dependencies: LfsObjectsDependencies): LfsObjects {
  const { outgoing, options, now } = dependencies
  const failed = new Map<string, { readonly reason: string; readonly until: number }>()
  const justFailed = (siteId: string, { sha256 }: LfsPointer): string | null => {
    const last = failed.get(`${siteId} ${sha256}`)
    return last !== undefined && last.until > now() ? last.reason : null
  }
  const fetch: LfsObjects['fetch'] = async (remote, wanted) => {
    const reasons = await fetchFrom(dependencies, remote, wanted)
    if (failed.size + reasons.size > MAX_FAILED) failed.clear()
    for (const [sha256, reason] of [...reasons].slice(0, MAX_FAILED)) {
      failed.set(`${wanted.siteId} ${sha256}`, { reason, until: now() + FAILED_MS })
    }
    return reasons
  }
  return {
    fetch,
    async fetchFor(site, { pointers, isAsked, ...context }) {
      const siteId = site.id
      if (site.sync !== 'githost') {
        return new Map(pointers.map(({ sha256 }) => [sha256, NOT_SYNCED]))
      }
      const skipped = pointers.flatMap((pointer): [string, string][] => {
        const reason = isAsked ? null : justFailed(siteId, pointer)
        return reason === null ? [] : [[pointer.sha256, reason]]
      })
      const reasons = new Map(skipped)
      const tried = pointers.filter(({ sha256 }) => !reasons.has(sha256))
      if (tried.length === 0) return reasons
      const account = syncAccount(options.open(site.syncOptions))
      const { signal } = context
      const found = await withRemote(outgoing, { account, signal }, (remote) =>
        fetch(remote, { ...context, siteId, pointers: tried }),
      )
      return new Map([...reasons, ...found])
    },
  }
}

async function fetchFrom(
  dependencies: LfsObjectsDependencies,
  remote: Remote & RemoteAccount,
  { siteId, pointers, signal, report }: Wanted,
): Promise<Map<string, string>> {
  const { folders, space, maxBytes, now, patience = PATIENCE } = dependencies
  const { repository, work } = folders.site(siteId)
  const reasons = new Map<string, string>()
  const absent = await absentOf(repository, pointers)
  const wanted = allowed(absent, reasons, { maxBytes, room: await roomFor(dependencies, siteId) })
  if (wanted.length === 0) return reasons
  report(`Fetching ${filesOf(wanted)} of Git LFS`)
  await mkdir(work, { recursive: true })
  const left = new Map(wanted.map((pointer) => [pointer.sha256, pointer]))
  const keep = async (pointer: LfsPointer, content: AsyncIterable<Uint8Array>) => {
    await keepObject(repository, { ...pointer, folder: work }, refusingTexts(content))
    space?.add(siteId, onDisk(pointer.size))
    left.delete(pointer.sha256)
    reasons.delete(pointer.sha256)
    report(`Fetched ${count(wanted.length - left.size)} of ${filesOf(wanted)} of Git LFS`)
  }
  const late = AbortSignal.timeout(MAX_FETCH_MS)
  const limited = { ...remote, signal: AbortSignal.any([signal, late]) }
  const fetching = { branch: remote.branch, keep, now }
  try {
    await persistently(patience, signal, async () => {
      const failed = await fetchObjects(limited, { ...fetching, pointers: [...left.values()] })
      const passing = [...failed].filter(([, error]) => mayPass(error))
      for (const [sha256, error] of failed) {
        if (!mayPass(error)) left.delete(sha256)
        reasons.set(sha256, reasonOf(remote, error))
      }
      const [first] = passing
      if (first !== undefined) throw first[1]
    })
  } catch (error) {
    if (signal.aborted || !(error instanceof GitError)) throw error
    const minutes = MAX_FETCH_MS / 60_000
    const slow = `fetching takes more than ${minutes} minutes; the next preview or publish goes on`
    const reason = late.aborted ? slow : reasonOf(remote, error)
    for (const sha256 of left.keys()) if (!reasons.has(sha256)) reasons.set(sha256, reason)
  }
  return reasons
}

async function absentOf(gitDir: string, pointers: readonly LfsPointer[]): Promise<LfsPointer[]> {
  const absent: LfsPointer[] = []
  for (const pointer of new Map(pointers.map((one) => [one.sha256, one])).values()) {
    if ((await findObject(gitDir, pointer)) === null) absent.push(pointer)
  }
  return absent
}

/** Bytes on disk that the site's limit and the disk, without its reserve, both leave. */
async function roomFor(
  { folders, space }: LfsObjectsDependencies,
  siteId: string,
): Promise<number> {
  const { bytes } = await freeSpace(folders.site(siteId).root)
  return Math.min(bytes, space?.left(siteId) ?? Number.POSITIVE_INFINITY)
}

/** Those within the limits; the others get their reasons. */
function allowed(
  absent: readonly LfsPointer[],
  reasons: Map<string, string>,
  { maxBytes, room }: { readonly maxBytes: number; readonly room: number },
): LfsPointer[] {
  let left = room
  const wanted: LfsPointer[] = []
  for (const pointer of absent) {
    const { sha256, size } = pointer
    if (size > maxBytes) {
      const most = `a file may have ${formatBytes(maxBytes)} (--upload-bytes)`
      reasons.set(sha256, `it has ${formatBytes(size)}, and ${most}`)
    } else if (wanted.length === MAX_OBJECTS) {
      reasons.set(sha256, `no more than ${count(MAX_OBJECTS)} are fetched at once`)
    } else if (onDisk(size) > left) {
      reasons.set(
        sha256,
        `there is no room for its ${formatBytes(size)} on the disk, or within the site's limit (--site-bytes)`,
      )
    } else {
      left -= onDisk(size)
      wanted.push(pointer)
    }
  }
  return wanted
}

/** A byte order mark and the dashes that begin front matter. */
const FENCE_BYTES = 6

/**
 * A build would render an object with front matter, and its drafts, roles and history are those of the pointer, which is
 * no text. So it is never kept.
 */
async function* refusingTexts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0)
  let isChecked = false
  const check = () => {
    if (/^\uFEFF?---/.test(head.toString('utf8', 0, FENCE_BYTES))) {
      throw new GitError('refused', 'it is a text with front matter, which only git can keep')
    }
    isChecked = true
  }
  for await (const piece of content) {
    if (!isChecked) {
      head = Buffer.concat([head, piece])
      if (head.length < FENCE_BYTES) continue
      check()
      yield head
    } else yield piece
  }
  if (isChecked) return
  check()
  yield head
}

function mayPass(error: GitError): boolean {
  return error instanceof RemoteError && error.transient
}

function reasonOf(remote: RemoteAccount, error: GitError): string {
  if (error instanceof RemoteError) return remoteClause(remote, error)
  if (error.code !== 'io') return error.message
  return isFullDisk(error) ? 'the disk of this server is full' : 'it could not be written here'
}

function filesOf(pointers: readonly LfsPointer[]): string {
  const bytes = pointers.reduce((sum, { size }) => sum + size, 0)
  const files = pointers.length === 1 ? '1 file' : `${count(pointers.length)} files`
  return `${files} (${formatBytes(bytes)})`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** What to do where an object is not to be had. */
export const LFS_REMEDY =
  'Push it there from a clone that has it (`git lfs push --all`), or put the files themselves into the repository ' +
  '(`git lfs fetch --all`, `git lfs migrate export --everything --include="*"`), and push.'

/** A warning of a job that has fetched, for each pointer whose object is not here. */
export function missingWarnings(
  pointers: readonly PointerAt[],
  reasons: MissingReasons,
): JobDiagnostic[] {
  return pointers.flatMap(({ path, sha256 }) => {
    const reason = reasons.get(sha256)
    if (reason === undefined) return []
    const message = `Git LFS keeps this file elsewhere, and it could not be fetched: ${reason}. A publish with it fails. ${LFS_REMEDY}`
    return [{ severity: 'warning' as const, path, line: null, column: null, message }]
  })
}
