/**
 * Reads the first-parent history of a branch, with the changes of each commit. The index is made from it.
 *
 * If git is installed, one `git log` lists the changes of all commits; else the trees are compared. Renames are
 * paired by our own code in both cases, so both give the same result.
 */
import type { Commit } from '../objects/commit-object.js'
import { diffTrees, pairRenames } from './diff.js'
import type { Change } from './diff.js'
import { GitError } from '../program/git-error.js'
import { startGit } from '../program/start.js'
import { isOid, oidOrNull } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import type { Entry, SnapshotSource } from '../objects/snapshot.js'

/** A range of commits. */
export interface HistoryRange {
  /** Commit to stop at (excluded); null for the whole history. */
  readonly from: Oid | null
  readonly to: Oid
  readonly oldestFirst?: boolean
  readonly signal?: AbortSignal
}

/** A commit and the changes from its first parent, renames paired, sorted by path. */
export interface HistoryStep {
  readonly commit: Commit
  readonly changes: readonly Change[]
}

/**
 * Commits from `to` back to `from`, newest first unless requested otherwise.
 *
 * @throws GitError `unrelated` if `from` is not a first-parent ancestor of `to`; ignore the steps before the error
 *   then
 */
export async function* readHistory(
  source: SnapshotSource,
  range: HistoryRange,
): AsyncGenerator<HistoryStep> {
  if (range.from === range.to) return
  const steps = source.native ? nativeSteps(source, range) : readSteps(source.reader, range)
  for await (const { commit, changes } of steps) {
    yield { commit, changes: await pairRenames(source.reader, changes) }
  }
}

interface RawStep {
  readonly commit: Commit
  readonly changes: Change[]
}

async function* readSteps(reader: ObjectReader, range: HistoryRange): AsyncGenerator<RawStep> {
  const line = await firstParents(reader, range)
  if (range.oldestFirst) line.reverse()
  for (const oid of line) {
    const commit = await readCommit(reader, oid)
    yield { commit, changes: await changesOf(reader, commit) }
  }
}

async function firstParents(reader: ObjectReader, range: HistoryRange): Promise<Oid[]> {
  const line: Oid[] = []
  for (let at: Oid | null = range.to; at !== range.from;) {
    if (at === null) throw unrelated(range)
    range.signal?.throwIfAborted()
    line.push(at)
    const commit: Commit = await readCommit(reader, at)
    at = commit.parents[0] ?? null
  }
  return line
}

function unrelated({ from, to }: HistoryRange): GitError {
  return new GitError('unrelated', `${from} is not on the line of first parents of ${to}.`)
}

async function changesOf(reader: ObjectReader, commit: Commit): Promise<Change[]> {
  const parent = commit.parents[0]
  const before = parent === undefined ? null : (await readCommit(reader, parent)).tree
  return diffTrees(reader, before, commit.tree)
}

async function* nativeSteps(
  { gitDir, reader }: SnapshotSource,
  range: HistoryRange,
): AsyncGenerator<RawStep> {
  let last: Commit | null = null
  let first: Commit | null = null
  for await (const record of splitSteps(logTokens(gitDir, range))) {
    const commit = await readCommit(reader, record.oid)
    first ??= commit
    last = commit
    // The oldest step comes first in this order; its parent must be `from`.
    if (range.oldestFirst) checkOldest(range, first)
    yield { commit, changes: record.changes }
  }
  checkOldest(range, range.oldestFirst ? first : last)
}

function checkOldest(range: HistoryRange, oldest: Commit | null): void {
  if (range.from !== null && oldest?.parents[0] !== range.from) throw unrelated(range)
}

const LOG = [
  'log',
  '--first-parent',
  '--diff-merges=first-parent',
  '--raw',
  '-r',
  '-z',
  '--root',
  '--no-renames',
  '--no-abbrev',
  '--format=%x01%H',
]

/** The NUL-separated fields of the log, as they arrive. */
async function* logTokens(gitDir: string, range: HistoryRange): AsyncGenerator<string> {
  const order = range.oldestFirst ? ['--reverse'] : []
  const bounds = range.from === null ? [range.to] : [range.to, `^${range.from}`]
  const args = [...LOG, ...order, ...bounds, '--']
  const { signal } = range
  const program = await startGit({ gitDir, args, ...(signal ? { signal } : {}) })
  program.input.end()
  try {
    yield* splitAtNul(program.output)
    const { status, stderr } = await program.ended
    if (status !== 0) throw new GitError('failed', `git log: ${stderr.trim()}`)
  } finally {
    program.kill()
  }
}

async function* splitAtNul(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, at)) {
      yield bytes.toString('utf8', at, end)
      at = end + 1
    }
    rest = bytes.subarray(at)
  }
  if (rest.length > 0) yield rest.toString('utf8')
}

interface LogRecord {
  readonly oid: Oid
  readonly changes: Change[]
}

const RAW = /^\n?:(\d{6}) (\d{6}) ([0-9a-f]{40}) ([0-9a-f]{40}) [A-Z]$/

/** A record is `\x01<oid>`, then for each change a line with modes and oids, and a path. */
async function* splitSteps(tokens: AsyncIterable<string>): AsyncGenerator<LogRecord> {
  let record: LogRecord | null = null
  let line: RegExpExecArray | null = null
  for await (const token of tokens) {
    if (line !== null) {
      record?.changes.push(toChange(line, token))
      line = null
    } else if (token.startsWith('\x01')) {
      if (record) yield record
      record = { oid: checkedOid(token.slice(1)), changes: [] }
    } else if (token !== '') {
      line = RAW.exec(token)
      if (!line) throw new GitError('corrupt', 'git log said the unexpected.')
    }
  }
  if (record) yield record
}

function checkedOid(text: string): Oid {
  if (!isOid(text)) throw new GitError('corrupt', 'git log said the unexpected.')
  return text
}

function toChange(line: RegExpExecArray, path: string): Change {
  const [, oldMode = '', newMode = '', oldOid = '', newOid = ''] = line
  return { path, before: side(path, oldMode, oldOid), after: side(path, newMode, newOid) }
}

function side(path: string, mode: string, text: string): Entry | null {
  const oid = oidOrNull(text)
  if (oid === null) return null
  if (mode === '120000' || mode === '160000') return { path, mode, oid }
  return { path, mode: (Number.parseInt(mode, 8) & 0o100) === 0 ? '100644' : '100755', oid }
}
