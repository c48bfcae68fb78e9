/**
 * Fetches from and pushes to remote repositories over smart HTTP.
 *
 * This is a small client of our own, because received objects must stay in a quarantine until they are checked, and
 * no other client allows that. A push is a compare-and-swap. Refs of the local repository are not moved. Packs are
 * made and read by git's own programs if they are installed.
 *
 * @see gitprotocol-http(5), gitprotocol-pack(5); src/git/README.md
 */
import { basename } from 'node:path'
import { GitError } from '../program/git-error.js'
import type { Oid } from '../objects/oid.js'
import { FLUSH, formatPacket, readPackets } from '../protocol/packet-line.js'
import { hasCommit, readCommit } from '../objects/reader.js'
import type { ObjectReader } from '../objects/reader.js'
import { packObjects } from '../pack/pack-objects.js'
import { readReport } from './push-report.js'
import { isPlainlyConnected, keepObjects, plainPack, readPlainPack } from './plain.js'
import { exchange, MAX_RESULT_MS, RemoteError, remoteText, watched } from './http.js'
import type { Remote, Watch } from './http.js'
import { inQuarantine, indexPack, isConnected, readingQuarantine, release } from './quarantine.js'
import type { Quarantine } from './quarantine.js'
import { branchRef, demultiplex, readAdvertisement, wished } from './refs.js'
import type { Advertisement } from './refs.js'
import type { Repository } from '../repository.js'

/** Access to fetched objects while they are checked. */
export interface FetchedObjects {
  readonly repository: Repository
  /** Reads the fetched objects and the repository. */
  readonly reader: ObjectReader
  /** Name of their folder below `objects/`; null if the repository had them already. */
  readonly quarantine: string | null
}

/** What to fetch. */
interface FetchOptions extends Remote {
  readonly branch: string
  /** Most bytes of a pack; 500 MB if left out. */
  readonly maxBytes?: number
  /** Checks the fetched commit. If it returns reasons, nothing is kept. */
  readonly check?: (
    reader: ObjectReader,
    commit: Oid,
    objects: FetchedObjects,
  ) => Promise<readonly string[]>
  /** Called with the number of bytes received so far. */
  readonly onProgress?: (bytes: number) => void
}

const FETCH_MAX = 500 * 1024 * 1024
/** Most commits that are sent as "have"; the remote finds the youngest that it has, too. */
const HAVES_MAX = 512

/**
 * Fetches the tip of a branch, with everything that it needs.
 *
 * @returns its commit; null if the remote has no such branch
 * @throws RemoteError with a clause; GitError `refused` if git or the check rejects the objects, `too_large`,
 *   `aborted`
 */
export async function fetchRemote(
  repository: Repository,
  options: FetchOptions,
): Promise<{ readonly commit: Oid | null }> {
  const ref = branchRef(options.branch)
  return watched(options, async (watch) => {
    const found = await readAdvertisement(options, watch, 'upload-pack')
    const commit = found.branches.get(ref) ?? null
    if (commit === null) return { commit }
    if (await hasComplete(repository, commit, watch)) {
      const { reader } = repository
      await refuseBad({ repository, reader, quarantine: null }, commit, options)
    } else {
      await fetchPack(repository, options, { watch, found, commit })
    }
    return { commit }
  })
}

/** The tip of a branch, without fetching it; null if there is none. @throws RemoteError, `aborted` */
export async function readRemoteTip(
  options: Remote & { readonly branch: string },
): Promise<Oid | null> {
  const ref = branchRef(options.branch)
  const found = await watched(options, (watch) => readAdvertisement(options, watch, 'upload-pack'))
  return found.branches.get(ref) ?? null
}

async function hasComplete(repository: Repository, commit: Oid, watch: Watch): Promise<boolean> {
  if (!(await hasCommit(repository.reader, commit))) return false
  if (!repository.native) {
    return isPlainlyConnected(repository.reader, commit, await ownTips(repository))
  }
  return isConnected(repository.gitDir, commit, { signal: watch.signal })
}

/** Commits that the local refs name. */
async function ownTips(repository: Repository): Promise<Oid[]> {
  return knownTips(
    repository,
    (await repository.listRefs()).map(({ oid }) => oid),
  )
}

async function refuseBad(
  objects: FetchedObjects,
  commit: Oid,
  options: FetchOptions,
): Promise<void> {
  const reasons = (await options.check?.(objects.reader, commit, objects)) ?? []
  if (reasons.length === 0) return
  throw new GitError('refused', reasons.map((reason) => remoteText(options, reason)).join('; '))
}

interface Fetching {
  readonly watch: Watch
  readonly found: Advertisement
  readonly commit: Oid
}

async function fetchPack(
  repository: Repository,
  options: FetchOptions,
  fetching: Fetching,
): Promise<void> {
  const { gitDir } = repository
  const { watch, commit } = fetching
  const body = await wantBody(repository, fetching)
  if (!repository.native) {
    await fetchPlainly(repository, options, { ...fetching, body })
    return
  }
  await inQuarantine(gitDir, async (quarantine) => {
    await receivePack(gitDir, options, { ...fetching, quarantine, body })
    const { env } = quarantine
    if (!(await isConnected(gitDir, commit, { env, signal: watch.signal }))) {
      throw leftOut()
    }
    const name = basename(quarantine.folder)
    await readingQuarantine(gitDir, quarantine, (reader) =>
      refuseBad({ repository, reader, quarantine: name }, commit, options),
    )
    watch.signal.throwIfAborted()
    await release(gitDir, quarantine)
  })
}

async function fetchPlainly(
  repository: Repository,
  options: FetchOptions,
  { watch, commit, body }: Asking,
): Promise<void> {
  const pack = await packAnswer(options, { watch, body })
  const came = await readPlainPack(repository.reader, pack)
  if (!(await isPlainlyConnected(came.reader, commit, await ownTips(repository)))) {
    throw leftOut()
  }
  await refuseBad({ repository, reader: came.reader, quarantine: null }, commit, options)
  watch.signal.throwIfAborted()
  await keepObjects(repository, came.objects)
}

function leftOut(): RemoteError {
  return new RemoteError('failed', 'the server left out objects', { transient: true })
}

const FETCH_WISHES = ['side-band-64k', 'ofs-delta', 'thin-pack', 'no-progress']

/** One request with all "have" lines; the answer is the pack. */
async function wantBody(repository: Repository, { found, commit }: Fetching): Promise<Buffer> {
  if (!found.capabilities.has('side-band-64k')) {
    throw new RemoteError('failed', 'the server speaks an older form of the protocol')
  }
  const haves = await recentCommits(repository)
  return Buffer.concat([
    formatPacket(`want ${commit} ${wished(found.capabilities, FETCH_WISHES)}\n`),
    FLUSH,
    ...haves.map((oid) => formatPacket(`have ${oid}\n`)),
    formatPacket('done\n'),
  ])
}

/** The youngest commits of all refs, youngest first. */
async function recentCommits(repository: Repository): Promise<Oid[]> {
  const tips = (await repository.listRefs()).map(({ oid }) => oid)
  const seen = new Set<Oid>()
  const waiting: { oid: Oid; time: number; parents: readonly Oid[] }[] = []
  const add = async (oid: Oid): Promise<void> => {
    if (seen.has(oid) || !(await hasCommit(repository.reader, oid))) return
    seen.add(oid)
    const { committer, parents } = await readCommit(repository.reader, oid)
    waiting.push({ oid, time: committer.time, parents })
  }
  for (const tip of tips) await add(tip)
  const found: Oid[] = []
  while (waiting.length > 0 && found.length < HAVES_MAX) {
    waiting.sort((a, b) => a.time - b.time)
    const next = waiting.pop()
    if (!next) break
    found.push(next.oid)
    for (const parent of next.parents) await add(parent)
  }
  return found
}

interface Asking extends Fetching {
  readonly body: Buffer
}

interface Receiving extends Asking {
  readonly quarantine: Quarantine
}

async function receivePack(
  gitDir: string,
  options: FetchOptions,
  { watch, quarantine, body }: Receiving,
): Promise<void> {
  const maxBytes = options.maxBytes ?? FETCH_MAX
  const pack = await packAnswer(options, { watch, body })
  await indexPack(gitDir, quarantine, Object.assign(pack, { maxBytes, signal: watch.signal }))
}

/** Streams the pack that the server sends. */
async function packAnswer(
  options: FetchOptions,
  { watch, body }: Pick<Asking, 'watch' | 'body'>,
): Promise<AsyncGenerator<Buffer>> {
  const answer = await exchange(options, watch, {
    path: '/git-upload-pack',
    accept: 'application/x-git-upload-pack-result',
    answerMs: MAX_RESULT_MS,
    send: { type: 'application/x-git-upload-pack-request', body },
  })
  return counted(demultiplex(options, readPackets(answer)), {
    maxBytes: options.maxBytes ?? FETCH_MAX,
    onBytes: options.onProgress ?? (() => undefined),
  })
}

async function* counted(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, onBytes }: { readonly maxBytes: number; readonly onBytes: (bytes: number) => void },
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw new RemoteError('too_large', `the repository has more than ${maxBytes} bytes to fetch`)
    }
    onBytes(bytes)
    yield chunk
  }
}

/** What to push. */
interface PushOptions extends Remote {
  readonly branch: string
  readonly commit: Oid
  /** Expected tip of the branch; null if it must not exist. It need not be an ancestor of `commit`. */
  readonly expected: Oid | null
  /** Called with the number of bytes sent so far. */
  readonly onProgress?: (bytes: number) => void
}

/**
 * Moves a branch of the remote from the expected tip to a local commit. If the answer is lost, asks the remote for
 * the tip.
 *
 * @throws GitError `conflict` (with `current`) if the branch has another tip; RemoteError `refused` with the remote's
 *   reason, or with the status of its answer; `aborted`
 */
export async function pushRemote(repository: Repository, options: PushOptions): Promise<void> {
  const ref = branchRef(options.branch)
  const found = await advertised(options)
  if (isDone(options, found.branches.get(ref) ?? null)) return
  try {
    await watched(options, (watch) => sendPack(repository, options, { watch, found, ref }))
  } catch (error) {
    if (error instanceof GitError && error.code === 'aborted') throw error
    const now = await advertised(options).catch(() => {
      throw error
    })
    if (!isDone(options, now.branches.get(ref) ?? null)) throw error
  }
}

function advertised(options: PushOptions): Promise<Advertisement> {
  return watched(options, (watch) => readAdvertisement(options, watch, 'receive-pack'))
}

/** True if the branch has the new tip. @throws GitError `conflict` if it has moved elsewhere */
function isDone({ commit, expected, branch }: PushOptions, current: Oid | null): boolean {
  if (current === commit) return true
  if (current === expected) return false
  throw new RemoteError('conflict', `the branch ${branch} has moved on the remote`, { current })
}

interface Sending {
  readonly watch: Watch
  readonly found: Advertisement
  readonly ref: string
}

const PUSH_WISHES = ['report-status', 'side-band-64k', 'ofs-delta']
const ZERO = '0'.repeat(40)

async function sendPack(
  repository: Repository,
  options: PushOptions,
  { watch, found, ref }: Sending,
): Promise<void> {
  const { commit, expected } = options
  const command = `${expected ?? ZERO} ${commit} ${ref}`
  const head = formatPacket(`${command}\0 ${wished(found.capabilities, PUSH_WISHES)}`)
  const known = await knownTips(repository, [...found.branches.values()])
  const body = packBody(repository, { head, commit, known, watch, options })
  const answer = await exchange(options, watch, {
    path: '/git-receive-pack',
    accept: 'application/x-git-receive-pack-result',
    answerMs: MAX_RESULT_MS,
    send: { type: 'application/x-git-receive-pack-request', body },
  })
  const banded = found.capabilities.has('side-band-64k')
  await readReport(options, { answer, banded, ref })
}

/** Tips of the remote that the local repository has: what they reach is not sent. */
async function knownTips(repository: Repository, tips: readonly Oid[]): Promise<Oid[]> {
  const known: Oid[] = []
  for (const tip of tips.slice(0, HAVES_MAX)) {
    if (await hasCommit(repository.reader, tip)) known.push(tip)
  }
  return known
}

interface Packing {
  readonly head: Buffer
  readonly commit: Oid
  readonly known: readonly Oid[]
  readonly watch: Watch
  readonly options: PushOptions
}

/** Slowest speed at which a host processes a pack, in bytes per millisecond; it may be silent meanwhile. */
const UNPACKED_PER_MS = 1000

/** The push command and the pack, which is made while it is sent. */
async function* packBody(repository: Repository, packing: Packing): AsyncGenerator<Uint8Array> {
  const { head, commit, known, watch, options } = packing
  yield Buffer.concat([head, FLUSH])
  let bytes = 0
  // git packs a large file as a whole before it outputs anything.
  watch.rest()
  const pack = repository.native
    ? packObjects(repository.gitDir, { commit, known, signal: watch.signal })
    : plainPack(repository.reader, commit, known)
  for await (const chunk of pack) {
    bytes += chunk.length
    watch.touch()
    yield chunk
    options.onProgress?.(bytes)
    watch.rest()
  }
  watch.touch(bytes / UNPACKED_PER_MS)
}
