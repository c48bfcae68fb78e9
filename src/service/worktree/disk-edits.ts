/**
 * Commits edits in a working tree, on behalf of the server, when they have been quiet for a second.
 *
 * Each file is committed with exactly the bytes that were examined; a file that is still being written waits. The
 * working tree is updated before its lock is released.
 *
 * @see src/http/README.md (Git), src/git/README.md
 */

import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import path from 'node:path'
import type { Edit } from '../../git/commit.js'
import { hashObject } from '../../git/objects/oid.js'
import type { Repository } from '../../git/repository.js'
import type { DiskChange, Scan } from '../../git/worktree/scan.js'
import type { Entry, Snapshot } from '../../git/objects/snapshot.js'
import { fileSystemTime } from '../../git/worktree/stat-cache.js'
import type { Worktree } from '../../git/worktree/worktree.js'
import type { Advance, Edits } from '../branch/advance.js'
import { copyName, type DiskEdit, judgeEdit, type Verdict } from './disk-merge.js'
import type { DataFolders } from '../branch/folders.js'
import { editProblem } from '../branch/new-paths.js'
import { SERVER_AUTHOR } from '../branch/authors.js'
import type { Repositories } from '../branch/repositories.js'
import { findCollision } from '../branch/path-collisions.js'
import type { Worktrees } from './worktrees.js'
import type { Change } from '../../git/diff/diff.js'

export interface DiskEdits {
  /**
   * Compares the working tree of a site with `main` and commits the differences.
   *
   * @param options.patient false to commit quiet files while others are still being written
   * @returns whether there are edits that were not quiet yet
   */
  commit(siteId: string, options: { readonly patient: boolean }): Promise<{ unsettled: boolean }>
}

interface DiskEditsDependencies {
  readonly advance: Pick<Advance, 'advance'>
  readonly repositories: Repositories
  readonly worktrees: Worktrees
  readonly folders: DataFolders
  /** Warns the operator about files that cannot be committed. */
  readonly warn: (fields: object, message: string) => void
}

interface Work extends Omit<DiskEditsDependencies, 'warn'> {
  readonly refused: (siteId: string, path: string, reason: string) => void
}

/** How long a file must be unchanged. */
const QUIET_NS = 950_000_000n
/** Most files that are reported, once each, until the server restarts. */
const MAX_REPORTED = 10_000
/** Bytes of one commit that are held in memory; more make another commit. */
const MAX_BYTES = 64 * 1024 * 1024

export function createDiskEdits({ warn, ...rest }: DiskEditsDependencies): DiskEdits {
  const reported = new Set<string>()
  const parts: Work = {
    ...rest,
    refused: (siteId, name, reason) => {
      const key = `${siteId} ${name}`
      if (reported.has(key) || reported.size > MAX_REPORTED) return
      reported.add(key)
      warn(
        { siteId, path: name, reason },
        'a file of the working tree cannot be committed; it exists only on disk',
      )
    },
  }
  return {
    commit: (siteId, { patient }) =>
      parts.worktrees.use(siteId, async (tree, follow) => {
        const scan = await tree.scan()
        for (const name of scan.skipped) parts.refused(siteId, name, 'it is not a regular file')
        const quiet = await quietChanges(parts, siteId, scan)
        // A tree that disappeared is created again by the next check: it does not count as deletion of all files.
        if (!existsSync(parts.folders.site(siteId).tree)) return { unsettled: true }
        const isAll = quiet.length === scan.changes.length && scan.unsettled.length === 0
        if (patient && !isAll) return { unsettled: true }
        let moved = false
        for await (const edits of batches(tree, quiet)) {
          moved ||= edits.moved
          await commitBatch(parts, { siteId, tree, follow, edits: edits.edits })
        }
        return { unsettled: moved || !isAll }
      }),
  }
}

/** Changes that are quiet, by the clock of the file system. */
async function quietChanges(
  { folders, worktrees }: Work,
  siteId: string,
  { changes }: Scan,
): Promise<DiskChange[]> {
  if (changes.length === 0) return []
  const { tree, treeState } = folders.site(siteId)
  const before = (await fileSystemTime(treeState)) - QUIET_NS
  const quiet: DiskChange[] = []
  for (const change of changes) {
    worktrees.ending.throwIfAborted()
    const file = path.join(tree, change.path)
    // An editor that replaces a file removes it for a moment: then its folder has just changed.
    const touched = await lastTouch(change.oid === null ? path.dirname(file) : file)
    if (touched === null || touched <= before) quiet.push(change)
  }
  return quiet
}

/** Nanoseconds; the ctime, because programs can set the mtime back. */
async function lastTouch(file: string): Promise<bigint | null> {
  const stats = await lstat(file, { bigint: true }).catch(() => null)
  return stats?.ctimeNs ?? null
}

interface Batch {
  readonly edits: readonly DiskEdit[]
  /** True if a file has changed since it was examined. */
  readonly moved: boolean
}

async function* batches(tree: Worktree, changes: readonly DiskChange[]): AsyncGenerator<Batch> {
  let edits: DiskEdit[] = []
  let bytes = 0
  let moved = false
  for (const change of changes) {
    const data = change.oid === null ? null : await tree.read(change.path)
    const oid = data === null ? null : await hashObject('blob', data)
    if (oid !== change.oid) {
      moved = true
      continue
    }
    edits.push({ ...change, data })
    bytes += data?.length ?? 0
    if (bytes < MAX_BYTES) continue
    yield { edits, moved }
    edits = []
    bytes = 0
  }
  yield { edits, moved }
}

interface Committing {
  readonly siteId: string
  readonly tree: Worktree
  readonly follow: () => Promise<void>
  readonly edits: readonly DiskEdit[]
}

async function commitBatch(parts: Work, committing: Committing): Promise<void> {
  const { siteId, tree, follow, edits } = committing
  if (edits.length === 0) return
  const repository = await parts.repositories.get(siteId)
  let plan: Plan = { judged: [], edits: { files: new Map(), message: '' } }
  await parts.advance.advance(siteId, {
    author: SERVER_AUTHOR,
    isOnDisk: true,
    edit: async (snapshot) => {
      plan = await planEdits(parts, siteId, { repository, snapshot, edits })
      return plan.edits
    },
  })
  await tree.accept(plan.judged.map(({ edit }) => ({ path: edit.path, entry: diskEntry(edit) })))
  await follow()
  await putRight(repository, tree, plan)
}

function diskEntry({ path: name, oid, mode }: DiskEdit): Entry | null {
  return oid === null ? null : { path: name, oid, mode }
}

/**
 * Writes files of `main` that are missing on disk, and removes files that have another name in `main`: their edits
 * are committed.
 */
async function putRight(repository: Repository, tree: Worktree, { judged }: Plan): Promise<void> {
  const snapshot = repository.snapshot(await repository.head())
  for (const { edit, verdict, path: at } of judged) {
    const isBack = verdict.kind === 'bring-back' || verdict.kind === 'keep-both'
    if (at === edit.path && !isBack) continue
    const after = await snapshot.entry(edit.path)
    const before = after ? null : diskEntry(edit)
    if (before || after) await tree.update([{ path: edit.path, before, after }])
  }
}

interface Judged {
  readonly edit: DiskEdit
  /** The path in `main`, which differs if the file was renamed there. */
  readonly path: string
  readonly verdict: Verdict
}

interface Plan {
  /** The edits that were handled, with the decision about each. */
  readonly judged: readonly Judged[]
  readonly edits: Edits
}

interface Planning {
  readonly repository: Repository
  readonly snapshot: Snapshot
  readonly edits: readonly DiskEdit[]
}

async function planEdits(parts: Work, siteId: string, planning: Planning): Promise<Plan> {
  const { repository, snapshot, edits } = planning
  const files = new Map<string, Edit>()
  const judged: Judged[] = []
  const edited: EditedFile[] = []
  const own = new Set(edits.map(({ path: name }) => name))
  for (const edit of inOrder(await withoutCollisions(parts, siteId, edits))) {
    parts.worktrees.ending.throwIfAborted()
    const placed = { ...edit, path: await placeOf(planning, edit) }
    const current = await snapshot.entry(placed.path)
    const isTaken = placed.path !== edit.path && (files.has(placed.path) || own.has(placed.path))
    const verdict = isTaken ? keepBoth(placed) : await judgeEdit(repository, placed, current)
    const written = fileOf(placed, verdict)
    const { path: at = '', edit: wanted = null } = written ?? {}
    const problem = wanted && (await editProblem(snapshot, files, { path: at, edit: wanted }))
    if (problem) {
      parts.refused(siteId, edit.path, problem.message)
      continue
    }
    judged.push({ edit, path: placed.path, verdict })
    if (!written) continue
    files.set(written.path, written.edit)
    edited.push({ path: placed.path, ...wordsOf(placed, verdict, current) })
  }
  const message = diskMessage(edited.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
  return { judged, edits: { files, message } }
}

/** The path for an edit: if the file was renamed since the checkout, its new path. */
async function placeOf({ repository, snapshot }: Planning, edit: DiskEdit): Promise<string> {
  const { path: name, base, data } = edit
  if (base === null || data === null || snapshot.commit === null) return name
  if (await snapshot.entry(name)) return name
  return (await findRenamed(repository, snapshot.commit, name)) ?? name
}

function keepBoth({ path: name, oid }: DiskEdit): Verdict {
  return { kind: 'keep-both', copy: copyName(name, oid ?? '') }
}

/** Sorts edits so that removals come first: a file may be replaced by a folder, or by another spelling. */
function inOrder(edits: readonly DiskEdit[]): DiskEdit[] {
  return edits.toSorted((a, b) => Number(a.oid !== null) - Number(b.oid !== null))
}

/** Of new names that differ only in case, only the first is accepted. */
async function withoutCollisions(
  parts: Work,
  siteId: string,
  edits: readonly DiskEdit[],
): Promise<DiskEdit[]> {
  const left = new Map(edits.map((edit) => [edit.path, edit]))
  const written = () => [...left.values()].flatMap(({ path, oid }) => (oid === null ? [] : [path]))
  let found = await findCollision(written())
  while (found) {
    parts.refused(siteId, found.path, `"${found.other}" is in the way`)
    left.delete(found.path)
    found = await findCollision(written())
  }
  return [...left.values()]
}

function fileOf(edit: DiskEdit, verdict: Verdict): { path: string; edit: Edit } | null {
  const { path: name, data, mode } = edit
  if (verdict.kind === 'merge') {
    return { path: name, edit: { data: Buffer.from(verdict.text), mode } }
  }
  const taken = data === null ? null : { data, mode }
  if (verdict.kind === 'keep-both') return { path: verdict.copy, edit: taken }
  return verdict.kind === 'take' ? { path: name, edit: taken } : null
}

function wordsOf(
  { oid }: DiskEdit,
  verdict: Verdict,
  current: Entry | null,
): Pick<EditedFile, 'what' | 'note'> {
  const what = oid === null ? 'Delete' : current === null ? 'Create' : 'Update'
  if (verdict.kind === 'merge') return { what, note: 'Merged with a change made meanwhile.' }
  if (verdict.kind !== 'keep-both') return { what }
  const note = `Changed on both sides; the version on disk is kept as ${verdict.copy}.`
  return { what, note }
}

/** One file of such a commit. */
interface EditedFile {
  readonly path: string
  readonly what: 'Create' | 'Update' | 'Delete'
  /** An additional sentence. */
  readonly note?: string | undefined
}

const NAMED = 3
const LISTED = 200

/** `Update a.md`, `Create 2 files: a.md, b.md`, `Change 12 files: a.md, b.md, c.md, …`; then each file. */
function diskMessage(files: readonly EditedFile[]): string {
  const [first] = files
  if (!first) return 'Edit on disk'
  const verbs = new Set(files.map(({ what }) => what))
  const verb = verbs.size === 1 ? first.what : 'Change'
  const names = files.slice(0, NAMED).map(({ path }) => path)
  const list = files.length > NAMED ? [...names, '…'].join(', ') : names.join(', ')
  const title = files.length === 1 ? `${verb} ${list}` : `${verb} ${files.length} files: ${list}`
  const notes = files.flatMap(({ path, note }) => (note === undefined ? [] : [`${path}: ${note}`]))
  const lines =
    files.length > 1 ? files.slice(0, LISTED).map(({ path, what }) => `${what} ${path}`) : []
  const more = files.length > LISTED ? [`and ${files.length - LISTED} more`] : []
  const parts = ['Edited on disk.', ...notes, [...lines, ...more].join('\n')]
  return [title, ...parts.filter((part) => part !== '')].join('\n\n')
}

/** A file that was renamed longer ago, in commits, was not on disk any more when it was edited. */
const MAX_STEPS = 1000

/** The path at `commit` of a file that used to be at `path`; null if it was deleted, or never existed. */
async function findRenamed(
  repository: Repository,
  commit: string,
  path: string,
): Promise<string | null> {
  const later: (readonly Change[])[] = []
  for await (const { changes } of repository.history({ from: null, to: commit })) {
    const next = fateOf(changes, path)
    if (next === null || later.length === MAX_STEPS) return null
    if (next !== path) return followOn(later.toReversed(), next)
    later.push(changes)
  }
  return null
}

/** @param steps oldest first */
function followOn(steps: readonly (readonly Change[])[], path: string): string | null {
  let at: string | null = path
  for (const changes of steps) at = at === null ? null : fateOf(changes, at)
  return at
}

/** The path of a file after a commit; null if it was deleted. */
function fateOf(changes: readonly Change[], path: string): string | null {
  const moved = changes.find(({ renamedFrom }) => renamedFrom === path)
  if (moved) return moved.path
  return changes.some((change) => change.path === path && change.after === null) ? null : path
}
