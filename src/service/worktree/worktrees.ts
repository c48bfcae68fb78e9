/**
 * Keeps working trees up to date with `main`. They are derived from the commit and updated shortly after the answer,
 * so many writes in a row are written to disk once.
 *
 * Files that a user has edited on disk are left as they are; the watcher commits them. Every access to a tree holds
 * the tree's lock. That is not the site's lock, so comparing a hundred thousand files blocks no writes. The site's
 * lock may be taken while the tree's lock is held, never the other way round.
 */

import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import type { Repository } from '../../git/repository.js'
import type { Change } from '../../git/diff/diff.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import { openWorktree, type Worktree } from '../../git/worktree/worktree.js'
import { readFormerBlobs } from '../../git/worktree/former-blobs.js'
import type { DataFolders } from '../branch/folders.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import { copyName } from './disk-merge.js'

export interface Worktrees {
  /** Updates the tree to `main`, soon. */
  follow(siteId: string): void
  /** Updates the tree at once; creates a missing one. */
  followNow(siteId: string): Promise<void>
  /** Runs with the tree locked and up to date; `follow` updates it again. */
  use<Result>(
    siteId: string,
    work: (tree: Worktree, follow: () => Promise<void>) => Promise<Result>,
  ): Promise<Result>
  /**
   * Stops work on the tree of a site that is being deleted, at the next file. Until `takeUp`, new work fails before it
   * has touched the disk: its folder may be gone, and would be made again.
   */
  abandon(siteId: string): void
  /** Ends that, and updates the tree, soon, if the site still exists. */
  takeUp(siteId: string): void
  /** Resolves when nothing uses the tree any more. */
  forget(siteId: string): Promise<void>
  /** Writes pending updates to disk, and waits for those that have begun. */
  flush(): Promise<void>
  /** Stops all work at the next file; the next start continues. */
  stop(): void
  /** Aborted by {@link stop}. */
  readonly ending: AbortSignal
}

interface WorktreesDependencies {
  readonly folders: DataFolders
  readonly repositories: Repositories
  readonly locks: Locks
  /** When the machine was started. */
  readonly boot: Boot
  readonly onError: (error: unknown, siteId: string) => void
  readonly warn: (fields: object, message: string) => void
}

/** A start of the machine. */
export interface Boot {
  readonly id: string
  /** Milliseconds since the Unix epoch. */
  readonly time: number
}

const DELAY_MS = 100
/** Most edited files of a site that are tried again: each is compared by content. */
const MAX_LEFT = 1000

export function createWorktrees(dependencies: WorktreesDependencies): Worktrees {
  const { folders, repositories, locks } = dependencies
  const stopping = new AbortController()
  const ending = stopping.signal
  const sure: SureTrees = new Map()
  const trees = createOpenTrees(dependencies, ending)
  const locked = <Result>(siteId: string, work: () => Promise<Result>) =>
    locks.run(`tree ${siteId}`, work)
  const follow = async (siteId: string): Promise<void> => {
    const place = folders.site(siteId)
    // If a user removed the whole tree, that does not count as deletion of all files.
    if (!existsSync(place.tree)) {
      trees.close(siteId)
      await removeState(place.treeState)
    }
    const repository = await repositories.get(siteId)
    const [tree, note] = [await trees.open(siteId), noteOf(place.treeState)]
    await followSure(dependencies, sure, { siteId, repository, tree, note })
  }
  const working = <Result>(siteId: string, work: () => Promise<Result>) =>
    locked(siteId, async () => {
      trees.refuseAbandoned(siteId)
      return work()
    })
  const followNow = (siteId: string) => working(siteId, () => follow(siteId))
  const pending = createPending(async (siteId) => {
    await followNow(siteId).catch((error: unknown) => {
      // A late notice about a deleted site, which has no tree any more.
      const isGone = !existsSync(folders.site(siteId).repository)
      if (!ending.aborted && !trees.isAbandoned(siteId) && !isGone)
        dependencies.onError(error, siteId)
    })
  })
  return {
    followNow,
    use: (siteId, work) =>
      working(siteId, async () => {
        await follow(siteId)
        return work(await trees.open(siteId), () => follow(siteId))
      }),
    follow: pending.add,
    abandon: trees.abandon,
    takeUp: (siteId) => {
      trees.takeUp(siteId)
      if (existsSync(folders.site(siteId).repository)) pending.add(siteId)
    },
    forget: async (siteId) => {
      pending.cancel(siteId)
      sure.delete(siteId)
      await locked(siteId, async () => trees.close(siteId))
    },
    flush: pending.flush,
    stop: () => stopping.abort(),
    ending,
  }
}

/**
 * Updates that wait a moment before they begin.
 *
 * @param update must not fail
 */
function createPending(update: (siteId: string) => Promise<void>) {
  const waiting = new Map<string, NodeJS.Timeout>()
  const begun = new Set<Promise<void>>()
  const cancel = (siteId: string): void => {
    clearTimeout(waiting.get(siteId))
    waiting.delete(siteId)
  }
  const begin = (siteId: string): void => {
    cancel(siteId)
    const running = update(siteId).finally(() => begun.delete(running))
    begun.add(running)
  }
  return {
    add: (siteId: string): void => {
      if (waiting.has(siteId)) return
      waiting.set(
        siteId,
        setTimeout(() => begin(siteId), DELAY_MS),
      )
    },
    cancel,
    flush: async (): Promise<void> => {
      for (const siteId of waiting.keys()) begin(siteId)
      await Promise.all(begun)
    },
  }
}

interface OpenTree {
  readonly worktree: Worktree
  /** Aborted when the site is deleted. */
  readonly end: AbortController
}

/**
 * Open trees; each is opened once.
 *
 * @param ending aborted when the server stops
 */
function createOpenTrees(
  { folders, repositories }: Pick<WorktreesDependencies, 'folders' | 'repositories'>,
  ending: AbortSignal,
) {
  const trees = new Map<string, OpenTree>()
  /** Sites that are being deleted. */
  const abandoned = new Set<string>()
  return {
    open: async (siteId: string): Promise<Worktree> => {
      const known = trees.get(siteId)
      if (known) return known.worktree
      const { reader } = await repositories.get(siteId)
      const { tree, treeState } = folders.site(siteId)
      const end = new AbortController()
      if (abandoned.has(siteId)) end.abort()
      const signal = AbortSignal.any([ending, end.signal])
      const options = { root: tree, cacheFile: treeState, reader, signal, nameCopy: copyName }
      const worktree = openWorktree(options)
      trees.set(siteId, { worktree, end })
      return worktree
    },
    close: (siteId: string) => void trees.delete(siteId),
    abandon: (siteId: string) => {
      abandoned.add(siteId)
      trees.get(siteId)?.end.abort()
    },
    takeUp: (siteId: string) => {
      abandoned.delete(siteId)
      trees.delete(siteId)
    },
    isAbandoned: (siteId: string) => abandoned.has(siteId),
    /** @throws `AbortError` if the site is being deleted */
    refuseAbandoned: (siteId: string) => {
      if (abandoned.has(siteId)) AbortSignal.abort().throwIfAborted()
    },
  }
}

function noteOf(treeState: string): string {
  return `${treeState}.commit`
}

async function removeState(treeState: string): Promise<void> {
  await rm(noteOf(treeState), { force: true })
  await rm(treeState, { force: true })
}

function bootFileOf(folders: DataFolders, siteId: string): string {
  return `${folders.site(siteId).treeState}.boot`
}

/**
 * Trees that were checked since the machine started, with the paths that the last update left as they are, because
 * somebody has edited them.
 */
type SureTrees = Map<string, ReadonlySet<string>>

interface Following {
  readonly siteId: string
  readonly repository: Repository
  readonly tree: Worktree
  /** File with the commit that is checked out. */
  readonly note: string
}

/**
 * Updates the tree. The first time after a start of the machine, files that a power failure destroyed are restored.
 */
async function followSure(
  dependencies: WorktreesDependencies,
  sure: SureTrees,
  following: Following,
): Promise<void> {
  const { siteId, note } = following
  const isSure = sure.has(siteId) || (await recoverTree(dependencies, following))
  if (!isSure) await rm(note, { force: true })
  const left = await followMain(following, sure.get(siteId) ?? new Set())
  if (!isSure) await writeFile(bootFileOf(dependencies.folders, siteId), dependencies.boot.id)
  sure.set(siteId, left)
}

/** Checks the tree if it was not checked since the machine started. */
async function recoverTree(
  { folders, boot, warn }: WorktreesDependencies,
  { siteId, repository, tree }: Following,
): Promise<boolean> {
  const last = await readFile(bootFileOf(folders, siteId), 'utf8').catch(() => null)
  if (last === boot.id) return true
  const head = await repository.head()
  if (head === null || !existsSync(folders.site(siteId).tree)) return false
  const former = await readFormerBlobs(repository.history({ from: null, to: head }))
  const lost = await tree.recover(repository.snapshot(head), boot.time, former)
  if (lost.length > 0)
    warn(
      { siteId, files: lost.length },
      'files of the working tree were lost in a power failure and have been restored',
    )
  return false
}

/**
 * Updates the tree from the commit in the note; without a note, compares the whole tree. What was left as it is is
 * tried again: whoever undoes an edit gets the version of `main`.
 *
 * @param behind the paths that the last update left as they are
 * @returns those that are left now
 */
async function followMain(
  { repository, tree, note }: Following,
  behind: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const commit = await repository.head()
  const before = await readFile(note, 'utf8').catch(() => null)
  if (commit === null) return behind
  const left = new Set<string>()
  const leave = (files: readonly { readonly path: string }[]) => {
    for (const { path } of files.slice(0, MAX_LEFT - left.size)) left.add(path)
  }
  if (commit !== before) {
    const changes = before === null ? null : await repository.diff(before, commit).catch(() => null)
    const { kept } = changes
      ? await tree.update(changes)
      : await tree.checkout(repository.snapshot(commit))
    leave(kept)
    await writeFile(`${note}.new`, commit)
    await rename(`${note}.new`, note)
  }
  const again = [...behind].filter((path) => !left.has(path))
  if (again.length > 0) {
    leave((await tree.update(await changesTo(repository.snapshot(commit), again))).kept)
  }
  return left
}

/** Changes of files that may have any version now. */
async function changesTo(snapshot: Snapshot, paths: readonly string[]): Promise<Change[]> {
  const changes: Change[] = []
  for (const path of paths) {
    const after = await snapshot.entry(path)
    // Only the path matters of what was there before.
    const before = after ? null : { path, oid: '', mode: '100644' as const }
    changes.push({ path, before, after })
  }
  return changes
}
