/**
 * Checks commits that come from outside, in worker threads: large ones would block the event loop. Small ones are
 * checked at once.
 *
 * Each check has its own thread, with limits on memory and time; further checks wait. A thread that answered is used
 * again.
 */

import type { Worker } from 'node:worker_threads'
import { GalleyError } from '../../errors.js'
import type { CatFilePool } from '../../git/objects/cat-file.js'
import type { ObjectReader } from '../../git/objects/reader.js'
import type { TreeWeight } from '../../git/objects/tree-scale.js'
import { createLimit } from '../../system/parallel.js'
import { outcomeOf, startThread } from '../../system/worker.js'
import { readNewCommits } from '../../git/refs/new-commits.js'
import type { FetchedObjects } from '../../git/remote/remote.js'
import { MAIN } from '../../git/repository.js'
import type { TellLimit } from '../../model/reached-limit.js'
import { siteIdOf } from '../branch/folders.js'
import type { HistorySpan } from '../branch/history-guard.js'
import type { SiteSpace } from '../space/site-space.js'
import { growthOf } from './growth.js'
import { type IncomingQuestion, lookOver, type Verdict } from './incoming.js'
import { checkFiles, commitsProblem, type PushLimits } from './push-rules.js'
import { type Refusal, REFUSALS, refusedBy } from './refusals.js'
import path from 'node:path'
import { freeSpace } from '../branch/disk.js'
import { measureFolder } from '../space/measure.js'

/** A message to the thread. */
export type ThreadQuestion = IncomingQuestion & { readonly limits: PushLimits }

type Outcome = Omit<Verdict, 'isDecided'>

/** The answer: why the commits are refused, or null. */
export type ThreadAnswer = Outcome | { readonly failure: string }

export interface IncomingCheck {
  /**
   * Says why commits are refused, or null.
   *
   * @param known reads what is in the repository already
   * @throws Error if they could not be checked
   */
  check(question: IncomingQuestion, known: ObjectReader): Promise<Refusal | null>
  /**
   * Says why fetched commits are refused, one line per problem, or null. Tells of limits.
   *
   * @param commits current `main` (null for none), and the fetched commit
   * @throws GalleyError `insufficient_storage` if the site has no room for them
   */
  checkFetched(
    fetched: FetchedObjects,
    commits: { readonly known: string | null; readonly commit: string },
  ): Promise<string | null>
  /** Says why the history between two commits must not be indexed, or null. */
  checkHistory(span: HistorySpan): Promise<string | null>
  close(): Promise<void>
}

interface IncomingCheckDependencies {
  readonly limits: PushLimits
  readonly pool: CatFilePool
  /** Not needed if sites have no limit of disk space. */
  readonly space?: Pick<SiteSpace, 'isLimited' | 'refusal' | 'add'>
  readonly limitReached: TellLimit
}

const THREADS = 4
const MEMORY_MB = 512
const TIME_MS = 120_000

/** Starts threads when they are first needed. */
export function createIncomingCheck(dependencies: IncomingCheckDependencies): IncomingCheck {
  const { limits, pool, space } = dependencies
  const turn = createLimit(THREADS)
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const start = (): Worker => {
    const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB }
    const thread = startThread(
      { name: './incoming-check-thread', from: import.meta.url },
      { resourceLimits },
    )
    thread.unref()
    all.add(thread)
    // Without a listener, its error would end the server.
    thread.on('error', () => undefined).once('exit', () => all.delete(thread))
    return thread
  }
  const inThread = async (question: IncomingQuestion): Promise<Outcome> => {
    const thread = idle.pop() ?? start()
    const answer = await ask(thread, { ...question, limits })
    if (all.has(thread)) idle.push(thread)
    if ('failure' in answer) throw new Error(answer.failure)
    return answer
  }
  const look = async (question: IncomingQuestion, known: ObjectReader): Promise<Outcome> => {
    const weights = new Map<string, TreeWeight>()
    const sources = { known, pool, weights, isSmall: true }
    const verdict = await lookOver(question, limits, sources)
    return verdict.isDecided ? verdict : turn(() => inThread(question))
  }
  const check: IncomingCheck['check'] = async (question, known) => {
    const isSized = question.scope !== 'history'
    const { refusal, growth } = await look({ ...question, isSized }, known)
    if (refusal !== null || !isSized) return refusal
    const error = await refusalFor({ ...question, growth }, space)
    return error === null ? null : asRefusal(error, question)
  }
  return {
    check,
    async checkFetched({ reader, repository, quarantine }, { known, commit }) {
      const { gitDir, native } = repository
      const updates = [{ ref: MAIN, from: known, to: commit }]
      const refusal = native
        ? await check({ gitDir, quarantine, updates, scope: 'fetch' }, repository.reader)
        : await checkPlainly(reader, { gitDir, known, commit }, dependencies)
      tellOf(refusal, siteIdOf(gitDir), dependencies)
      return refusal?.reason ?? null
    },
    async checkHistory({ repository, from, commit }) {
      const { gitDir, native, reader } = repository
      // Without git there are no pushes, and fetched objects are checked while they are received.
      if (!native) return null
      const updates = [{ ref: MAIN, from, to: commit }]
      const question = { gitDir, quarantine: null, updates, scope: 'history' as const }
      return (await check(question, reader))?.reason ?? null
    },
    async close() {
      idle.length = 0
      await Promise.all([...all].map((thread) => thread.terminate()))
    },
  }
}

/** A job that fetches fails with the error; git prints the sentences, each on a line. */
function asRefusal(error: GalleyError, { scope }: IncomingQuestion): Refusal {
  if (scope === 'fetch') throw error
  return { reason: error.message.replaceAll('. ', '.\n'), limit: error.limit }
}

/** Tells the operator if a limit is the reason. The caller has no user: a job fetches for its site. */
function tellOf(
  refusal: Refusal | null,
  siteId: string,
  { limitReached }: Pick<IncomingCheckDependencies, 'limitReached'>,
): void {
  if (refusal !== null && refusal.limit !== null) {
    limitReached(siteId, { limit: refusal.limit, siteId, kind: 'fetch' })
  }
}

interface PlainCommits {
  readonly gitDir: string
  readonly known: string | null
  readonly commit: string
}

async function checkPlainly(
  reader: ObjectReader,
  commits: PlainCommits,
  { limits, space }: IncomingCheckDependencies,
): Promise<Refusal | null> {
  const { known, commit } = commits
  const range = { tips: [commit], known: known === null ? [] : [known], most: limits.changes + 1 }
  const rules = { entries: limits.files, changes: limits.changes }
  const problem = await commitsProblem(reader, await readNewCommits(reader, range), rules)
  if (problem !== null) return problem
  const reasons = await checkFiles(reader, commits, limits)
  if (reasons.length > 0) return { reason: reasons.join('\n'), limit: null }
  const growth = await growthOf([{ ref: MAIN, from: known, to: commit }], reader)
  const error = await refusalFor({ gitDir: commits.gitDir, quarantine: null, growth }, space)
  if (error !== null) throw error
  return null
}

/** The error `insufficient_storage` if there is no room for the commits, else null. */
async function refusalFor(
  received: Received,
  space: IncomingCheckDependencies['space'],
): Promise<GalleyError | null> {
  const refusal = await diskRefusal(received)
  if (refusal !== null || space?.isLimited !== true) return refusal
  return admit(space, received)
}

async function ask(thread: Worker, question: ThreadQuestion): Promise<ThreadAnswer> {
  thread.postMessage(question)
  const outcome = await outcomeOf<ThreadAnswer>(thread, { until: AbortSignal.timeout(TIME_MS) })
  if (outcome.kind === 'answered') return outcome.answer
  if (outcome.kind === 'late') return refused(REFUSALS.tooLong(TIME_MS))
  if (outcome.kind === 'out of memory') return refused(REFUSALS.tooMuchMemory)
  return { failure: String(outcome.error) }
}

function refused(reason: string): Outcome {
  return { refusal: refusedBy(reason), growth: 0 }
}

/** Commits that have been received and checked. */
interface Received {
  readonly gitDir: string
  /** Name of the folder of their objects below `objects/`; null if there are none. */
  readonly quarantine: string | null
  /** Bytes by which the files of `main` grow. */
  readonly growth: number
}

/** Counts what the commits take, before they are kept. @returns the error `insufficient_storage` if they have no room, else null */
async function admit(
  space: Pick<SiteSpace, 'refusal' | 'add'>,
  received: Received,
): Promise<GalleyError | null> {
  const { gitDir, growth } = received
  const packed = await packedBytes(received)
  const bytes = packed + Math.max(0, growth)
  if (bytes === 0) return null
  const siteId = siteIdOf(gitDir)
  const refusal = space.refusal(siteId, { bytes, isReduction: growth < 0 })
  if (refusal === null) space.add(siteId, bytes)
  return refusal
}

/**
 * The error `insufficient_storage` if the commits would take from the reserve of the disk, else null. Those are let in
 * that free as much as they take; to remove a branch takes nothing.
 */
async function diskRefusal(received: Received): Promise<GalleyError | null> {
  const { gitDir, growth } = received
  // The objects are on the disk already; the files of `main` are not.
  const { bytes, files } = await freeSpace(gitDir)
  if (bytes >= growth && bytes >= 0 && files >= 0) return null
  if ((await packedBytes(received)) <= -growth) return null
  return new GalleyError('insufficient_storage', REFUSALS.fullDisk)
}

/** Of some files: a pack with its index, or few loose objects. */
async function packedBytes({ gitDir, quarantine }: Received): Promise<number> {
  return quarantine === null ? 0 : measureFolder(path.join(gitDir, 'objects', quarantine))
}
