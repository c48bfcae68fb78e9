/**
 * Lands change sets on `main`, and takes `main` into them: three-way merges, as a sync makes them.
 *
 * A landing is one commit on top of `main`. The record of the set names it before `main` moves, and the commit names the set, so
 * a landing that is cut off is either on `main`, and then over, or has not happened.
 *
 * @see src/http/README.md (Change sets)
 */

import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import { mergeBase } from '../../git/refs/merge-base.js'
import { MAIN, type Repository } from '../../git/repository.js'
import { inSet, MAX_LANDED_CHANGES, withoutSet, type ChangeSet } from '../../model/change-set.js'
import { userIdOf } from '../../model/commit.js'
import type { Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Access, SiteAccess } from '../accounts/access.js'
import { requestIdOf, stillBy } from '../accounts/commit-as.js'
import type { Advance, Moved } from '../branch/advance.js'
import { authorOf, SERVER_AUTHOR, type Author } from '../branch/authors.js'
import { messageMaker, type Authorship } from '../branch/authorship.js'
import type { RenameHint } from '../branch/indexing.js'
import { mergeCommits, type MergeConflict } from '../sync/merge.js'
import { landingNote } from './landing-note.js'
import { commitsOf, type createSetFacts, type SetFacts } from './set-facts.js'
import { isConflict, type SetStates } from './set-states.js'

export interface LandingParts {
  readonly records: Pick<Records, 'changeSets' | 'entryIds'>
  readonly access: Access
  readonly advance: Pick<Advance, 'adopt' | 'whileLocked'>
  readonly authorship: Authorship
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly states: SetStates
  readonly facts: ReturnType<typeof createSetFacts>
  readonly ignoresCase: boolean
  readonly now: () => number
  /** Told of the commit on `main`, for the audit log. */
  readonly moved: (move: Moved) => void
}

interface Landing extends SiteAccess {
  readonly actor: Actor
  readonly setId: string
  /** The commit message; by default the title of the set. */
  readonly message: string | undefined
}

/**
 * Lands a set. `site` of the landing is the site itself. @returns the commit on `main`
 * @throws GalleyError `conflict` that names the paths that can't be merged; `validation_failed` if it has changed nothing, or
 *   too much
 */
export async function land(parts: LandingParts, landing: Landing): Promise<string> {
  const { access, advance, states } = parts
  const { actor, setId, site } = landing
  const userId = authorOf(actor).userId
  // The set first, then the site: nobody takes the locks the other way round.
  return advance.whileLocked(inSet(site.id, setId), async (branch) => {
    stillBy(access, landing)
    const head = await branch.head()
    const set = parts.records.changeSets.find(site.id, setId)
    if (head === null || !set) throw notFound('open change set')
    const { head: commit } = await advance.adopt(site.id, (_, main) =>
      squash(parts, { ...landing, set }, { branch, head, main }),
    )
    const requestId = requestIdOf(actor)
    parts.moved({ siteId: site.id, commit, userId, requestId, isOnDisk: false })
    const landed = { ...set, landedCommit: commit }
    await states
      .close(landed, { head, state: 'landed', userId: userId ?? null })
      // Somebody has pushed more to it: that part stays open.
      .catch((error: unknown) => {
        if (!isConflict(error)) throw error
      })
    return commit
  })
}

interface Squashing {
  readonly branch: Repository
  /** Of the set. */
  readonly head: string
  readonly main: string | null
}

/** Makes the commit; none if `main` has all that the set has changed. */
async function squash(
  parts: LandingParts,
  landing: Landing & { readonly set: ChangeSet },
  { branch, head, main }: Squashing,
): Promise<{ readonly head: string; readonly hints?: readonly RenameHint[] }> {
  const { actor, set } = landing
  const facts = await parts.facts.of(branch)
  if (main === null || facts === null) throw notFound('open change set')
  if (facts.head !== head || facts.main !== main) throw moving()
  requireChanges(facts)
  const sides = { base: facts.base, ours: main, theirs: head, ignoresCase: parts.ignoresCase }
  const { edits, conflicts } = await mergeCommits(branch, sides)
  if (facts.isBehind && conflicts.length > 0) throw unmerged(conflicts)
  if (edits.size === 0) return { head: main }
  const { author, notes } = await authorship(parts, branch, { ...facts, lander: authorOf(actor) })
  const hints = idsAfter(parts, inSet(set.siteId, set.id), edits)
  const time = Math.floor(parts.now() / 1000)
  const made = await branch.commit({
    parents: [main],
    base: main,
    edits,
    author: { ...author, time },
    committer: { ...authorOf(actor), time },
    message: messageMaker(parts.authorship, {
      message: landing.message?.trim() || set.title,
      userId: author.userId,
      requestId: requestIdOf(actor),
      parents: [main],
      moves: hints.flatMap(({ from, path }) => (from === undefined ? [] : [{ from, to: path }])),
      notes: [...notes, landingNote({ id: set.id, head })],
    }),
  })
  parts.records.changeSets.put({ ...set, landedCommit: made.commit })
  return { head: made.commit, hints }
}

function requireChanges({ changes }: SetFacts): void {
  if (changes.length === 0) throw invalid('change_set', 'has changed nothing')
  if (changes.length > MAX_LANDED_CHANGES) {
    const most = MAX_LANDED_CHANGES.toLocaleString('en')
    throw invalid('change_set', `has more than ${most} changes: push them to main instead`)
  }
}

const MAX_NAMED = 20

function unmerged(conflicts: readonly MergeConflict[]): GalleyError {
  const named = conflicts.slice(0, MAX_NAMED)
  const more = conflicts.length > named.length ? ` and ${conflicts.length - named.length} more` : ''
  const paths = named.map(({ path }) => path).join(', ')
  const message = `The change set and the site both changed ${paths}${more}: update the change set, and say for each which version to keep.`
  return new GalleyError('conflict', message, {
    details: named.map(({ path }) => ({ field: path, message: 'was changed by both' })),
  })
}

function moving(): GalleyError {
  return new GalleyError('unavailable', 'The site is being changed; try again.', { retryAfter: 1 })
}

/** Most people whom a commit names. */
const MAX_NAMES = 100
/** Commits of a set that are read for their authors. */
const MAX_READ = 2000

/**
 * The author of a landing: whoever alone made the set, else whoever lands it, since the author of new texts may read them. The
 * others are named.
 */
async function authorship(
  parts: LandingParts,
  branch: Repository,
  { lander, ...facts }: Pick<SetFacts, 'head' | 'base'> & { readonly lander: Author },
): Promise<{ readonly author: Author; readonly notes: readonly string[] }> {
  const people = new Map<string, Author>()
  let read = 0
  for await (const commit of commitsOf(branch, facts)) {
    const key = parts.authorship.keyOf(commit)
    const { name, email } = commit.author
    const userId = userIdOf(key)
    people.set(key, { name, email, ...(userId !== null && { userId }) })
    read += 1
    if (read >= MAX_READ) break
  }
  const [only, ...others] = people.values()
  const author = only !== undefined && others.length === 0 && read < MAX_READ ? only : lander
  const named = [...people.values()].reverse().filter(({ email }) => email !== author.email)
  const notes = named
    .slice(0, MAX_NAMES)
    .map(({ name, email }) => `Co-authored-by: ${oneLine(name)} <${oneLine(email)}>`)
  return { author, notes }
}

/** No name of a pushed commit may end a trailer and begin another. */
function oneLine(text: string): string {
  return text.replace(/[\r\n<>]+/g, ' ').trim()
}

/** The ids that moved, new and restored files have in a set, for `main`. */
function idsAfter(
  { index, records }: LandingParts,
  key: string,
  edits: ReadonlyMap<string, Edit>,
): RenameHint[] {
  const siteId = withoutSet(key)
  const hints: RenameHint[] = []
  const made: { readonly id: string; readonly path: string }[] = []
  for (const [path, edit] of edits) {
    const inTheSet = edit === null ? null : index.entryByPath(key, path)
    if (!inTheSet) continue
    const id = withoutSet(inTheSet.id)
    const here = records.entryIds.find(id)
    if (here === null) made.push({ id, path })
    else if (here.siteId !== siteId) continue
    // Deleted on the site meanwhile: it comes back.
    else if (here.deletedAt !== null) {
      if (index.entryByPath(siteId, path) === null) hints.push({ id, path })
    } else if (here.path !== path && edits.get(here.path) === null)
      hints.push({ id, path, from: here.path })
  }
  records.entryIds.claim(siteId, made)
  return hints
}

/** Which version stays, by paths that could not be merged. */
export type Settled = ReadonlyMap<string, 'set' | 'main'>

/**
 * Takes `main` into a set.
 *
 * @throws GalleyError `conflict` that names the paths that can't be merged and are not settled; nothing changes then
 */
export async function takeMain(
  parts: LandingParts,
  { setId, ...by }: Omit<Landing, 'message'>,
  settled: Settled,
): Promise<void> {
  const { actor, site } = by
  await parts.advance.adopt(inSet(site.id, setId), async (branch, head) => {
    stillBy(parts.access, by)
    const main = await branch.head(MAIN)
    if (head === null || main === null) throw notFound('open change set')
    const base = await mergeBase(branch.reader, head, main)
    if (base === main) return { head }
    if (base === head) return { head: main }
    const sides = { base, ours: head, theirs: main, ignoresCase: parts.ignoresCase }
    const merge = await mergeCommits(branch, sides)
    const left = merge.conflicts.filter(({ path }) => !settled.has(path))
    if (left.length > 0) throw unmerged(left)
    // Not by whoever asked: what comes from `main` has its authors there.
    const server = { ...SERVER_AUTHOR, time: Math.floor(parts.now() / 1000) }
    const parents = [head, main]
    const made = { userId: undefined, requestId: requestIdOf(actor), parents }
    const { commit } = await branch.commit({
      parents,
      base: head,
      edits: settledEdits(merge, settled),
      author: server,
      committer: server,
      message: messageMaker(parts.authorship, { ...made, message: 'Take in main' }),
    })
    return { head: commit }
  })
}

/** A merge keeps the version of the set at its path, and that of `main` beside it: only one of them stays. */
function settledEdits(
  { edits, conflicts }: Awaited<ReturnType<typeof mergeCommits>>,
  settled: Settled,
): ReadonlyMap<string, Edit> {
  const result = new Map(edits)
  for (const { path, keptAt } of conflicts) {
    const theirs = keptAt === null ? null : (edits.get(keptAt) ?? null)
    if (keptAt !== null) result.delete(keptAt)
    if (settled.get(path) === 'main') result.set(path, theirs)
  }
  return result
}
