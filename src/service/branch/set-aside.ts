/**
 * Sets sites aside whose index can't be made, so that one of them never keeps a server from starting or serving the
 * others. Requests for such a site get `unavailable`, with the reason; only pushes and clones are taken, so that
 * somebody can mend it. It is tried again when its `main` moves, and by `galley reindex`.
 *
 * If it is the database that refuses the new rows, those of an older commit are served meanwhile.
 *
 * Indexing can also end the whole process (memory), which nobody can catch. So while a site is indexed, a file in its
 * folder names the commit. If the next start finds the file, the process has died meanwhile; after that has happened
 * {@link MAX_DEATHS} times with one commit, the commit is not tried again.
 */

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { GalleyError } from '../../errors.js'
import { isStop } from '../../store/store-error.js'
import { isDatabaseError, isFullDisk } from '../../system/errno.js'
import type { DataFolders } from './folders.js'
import type { Readiness } from './readiness.js'

export interface SetAside {
  /** True if a process died while it indexed the site. Such a site is tried after the others, and alone. */
  isSuspect(siteId: string): boolean
  /** True if the site is set aside now, even if older rows of it are served. */
  isAside(siteId: string): boolean
  /**
   * Runs work that makes a site ready. If that fails, the site is set aside; else it is not any more. A commit that
   * is not tried again is told once.
   */
  ready(siteId: string, work: () => Promise<void>): Promise<void>
  /** Indexes a commit. @throws GalleyError `unavailable` without trying, if that has ended the process repeatedly */
  index(siteId: string, commit: string, work: () => Promise<void>): Promise<void>
  /** Lets the commit be tried again. */
  forgive(siteId: string): void
}

interface SetAsideDependencies {
  readonly folders: Pick<DataFolders, 'site'>
  readonly readiness: Pick<Readiness, 'block' | 'unblock'>
  /** Null if the index has no rows of the site. */
  readonly indexedCommit: (siteId: string) => string | null
  readonly warn: (fields: object, message: string) => void
}

/** Deaths of the process after which a commit is not tried again. */
const MAX_DEATHS = 2

/** What the file says. */
interface Attempt {
  readonly commit: string
  /** How often the process has died meanwhile. */
  readonly deaths: number
}

export function createSetAside(dependencies: SetAsideDependencies): SetAside {
  const { folders, readiness, indexedCommit, warn } = dependencies
  const aside = new Map<string, 'blocked' | 'served'>()
  const file = (siteId: string) => folders.site(siteId).indexing
  const takeBack = (siteId: string) => {
    if (aside.delete(siteId)) readiness.unblock(siteId)
  }
  return {
    isSuspect: (siteId) => readAttempt(file(siteId)) !== null,
    isAside: (siteId) => aside.has(siteId),
    forgive: (siteId) => rmSync(file(siteId), { force: true }),
    async ready(siteId, work) {
      try {
        await work()
        takeBack(siteId)
      } catch (error) {
        // Rows of an older commit are served while the disk is full: only then can something be deleted.
        if (isStop(error) || (isFullDisk(error) && indexedCommit(siteId) !== null)) throw error
        // Errors for users say themselves what is wrong; `history-guard.ts` has blocked the site already.
        if (error instanceof GalleyError && !(error instanceof DeadlyCommit)) throw error
        const isKnown = aside.get(siteId) === 'blocked'
        if (!isKnown && isDatabaseError(error) && indexedCommit(siteId) !== null) {
          aside.set(siteId, 'served')
          throw error
        }
        if (isKnown && error instanceof DeadlyCommit) return
        if (!isKnown) warn({ siteId, error }, 'a site is set aside: it can’t be indexed')
        aside.set(siteId, 'blocked')
        readiness.block(siteId, error instanceof GalleyError ? error : failed(error), {
          isMendable: true,
        })
        throw error
      }
    },
    async index(siteId, commit, work) {
      const before = readAttempt(file(siteId))
      const deaths = before?.commit === commit ? before.deaths + 1 : 0
      if (deaths >= MAX_DEATHS) throw new DeadlyCommit(commit)
      writeAttempt(file(siteId), { commit, deaths })
      try {
        await work()
        takeBack(siteId)
      } finally {
        rmSync(file(siteId), { force: true })
      }
    },
  }
}

/** The error for a commit that is not tried again. */
class DeadlyCommit extends GalleyError {
  constructor(commit: string) {
    super(
      'unavailable',
      `This site is set aside: the server ended ${MAX_DEATHS} times while it indexed commit ${commit}. Push a commit that mends the site, or run \`galley reindex\` to try again.`,
      { retryAfter: RETRY_SECONDS },
    )
  }
}

const RETRY_SECONDS = 60

function failed(cause: unknown): GalleyError {
  return new GalleyError(
    'unavailable',
    'This site is set aside: it could not be indexed, and is tried again. The log of the server says why; a push that changes what is wrong mends it.',
    { retryAfter: RETRY_SECONDS, cause },
  )
}

/** Null if there is none, or none that can be read. */
function readAttempt(file: string): Attempt | null {
  try {
    const { commit, deaths }: Partial<Attempt> = JSON.parse(readFileSync(file, 'utf8'))
    return typeof commit === 'string' && typeof deaths === 'number' ? { commit, deaths } : null
  } catch {
    return null
  }
}

/** Without it, a death is not counted: a full disk must not keep the site from being read in. */
function writeAttempt(file: string, attempt: Attempt): void {
  try {
    writeFileSync(file, JSON.stringify(attempt), { mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
  }
}
