/** Reads what a remote advertises: its branches, and the capabilities of its server. */
import { GitError } from '../program/git-error.js'
import { isOid, oidOrNull } from '../objects/oid.js'
import type { Oid } from '../objects/oid.js'
import { packetText, readPackets, sizeOf } from '../protocol/packet-line.js'
import type { Packet } from '../protocol/packet-line.js'
import { isRefName } from '../refs/refs.js'
import { exchange, MAX_REFS_MS, RemoteError, remoteText, watched } from './http.js'
import type { Remote, Watch } from './http.js'
import type { GitService } from '../protocol/serve-config.js'

/** The first answer of a server. */
export interface Advertisement {
  /** Branches by full name. */
  readonly branches: ReadonlyMap<string, Oid>
  /** The commits or objects of tags by full name, the first ones of very many; other refs are ignored. */
  readonly tags: ReadonlyMap<string, Oid>
  /** The commit of the default branch; null where the remote names none. */
  readonly head: Oid | null
  /** Capabilities such as `side-band-64k`. */
  readonly capabilities: ReadonlySet<string>
}

/** Most bytes of refs that are read. */
const ADVERTISED_MAX = 64 * 1024 * 1024
/** Most branches; no real repository has as many. */
const BRANCHES_MAX = 100_000
/** Most bytes besides the pack: progress, keep-alives, headers of packets. */
const OVERHEAD_MAX = 16 * 1024 * 1024

/** Full name of a branch. @throws GitError `invalid` */
export function branchRef(branch: string): string {
  const ref = `refs/heads/${branch}`
  if (!isRefName(ref)) throw new GitError('invalid', `Not a branch: ${JSON.stringify(branch)}`)
  return ref
}

/** Requests the refs with version 0 of the protocol, which every server supports. @throws RemoteError */
export async function readAdvertisement(
  remote: Remote,
  watch: Watch,
  service: GitService,
): Promise<Advertisement> {
  const body = await exchange(remote, watch, {
    path: `/info/refs?service=git-${service}`,
    accept: `application/x-git-${service}-advertisement`,
    answerMs: MAX_REFS_MS,
  })
  const branches = new Map<string, Oid>()
  const others = new Map<string, Oid>()
  const capabilities = new Set<string>()
  let size = 0
  for await (const packet of readPackets(body)) {
    size += sizeOf(packet)
    if (size > ADVERTISED_MAX) throw tooMany(`${ADVERTISED_MAX} bytes of refs`)
    readLine(remote, packet, { branches, others, capabilities })
    if (branches.size > BRANCHES_MAX) throw tooMany(`${BRANCHES_MAX} branches`)
  }
  return { branches, tags: others, head: others.get(HEAD) ?? null, capabilities }
}

function tooMany(what: string): RemoteError {
  const text = `the server lists more than ${what}; name a repository that has fewer`
  return new RemoteError('too_large', text)
}

const HEAD = 'HEAD'

interface Reading {
  readonly branches: Map<string, Oid>
  /** Tags, and `HEAD`. */
  readonly others: Map<string, Oid>
  readonly capabilities: Set<string>
}

function readLine(
  remote: Remote,
  packet: Packet,
  { branches, others, capabilities }: Reading,
): void {
  const line = packet === null ? '' : packetText(packet)
  if (line === '' || line.startsWith('# ') || line.startsWith('version ')) return
  if (line.startsWith('ERR ')) throw new RemoteError('refused', remoteText(remote, line.slice(4)))
  const [text = '', words] = line.split('\0')
  // Capabilities come with the first ref only. Later ones could fill the memory.
  if (capabilities.size === 0) {
    for (const word of words?.split(' ') ?? []) capabilities.add(word.trim())
  }
  const [oid, name] = [text.slice(0, 40), text.slice(41)]
  if (text.startsWith('shallow ')) return
  if (!isOid(oid)) throw new RemoteError('failed', 'the server names objects in a way unknown here')
  // An empty repository sends its capabilities with a line of zeros.
  if (oidOrNull(oid) === null) return
  if (name.startsWith('refs/heads/')) branches.set(name, oid)
  else if (others.size < BRANCHES_MAX && (name === HEAD || name.startsWith('refs/tags/'))) {
    // What follows an annotated tag is the commit that it names.
    others.set(name.replace(/\^\{\}$/, ''), oid)
  }
}

/**
 * The tip of a branch, requested with the right to push; null if there is no such branch.
 *
 * @throws RemoteError also if pushing is refused
 */
export async function readPushTip(
  remote: Remote & { readonly branch: string },
): Promise<Oid | null> {
  const ref = branchRef(remote.branch)
  const found = await watched(remote, (watch) => readAdvertisement(remote, watch, 'receive-pack'))
  return found.branches.get(ref) ?? null
}

/** All branches of a remote, by name without `refs/heads/`. @throws RemoteError */
export async function readBranches(remote: Remote): Promise<Map<string, Oid>> {
  const { branches } = await watched(remote, (watch) =>
    readAdvertisement(remote, watch, 'upload-pack'),
  )
  return new Map([...branches].map(([ref, oid]) => [ref.slice('refs/heads/'.length), oid]))
}

/** A branch of a remote, and its tip. */
interface RemoteBranch {
  readonly branch: string
  readonly commit: Oid
}

const HEAD_IS = 'symref=HEAD:refs/heads/'

/**
 * The default branch of a remote; null for a repository without commits.
 *
 * @throws RemoteError `refused` if the remote has several branches and names none; `aborted`
 */
export async function readDefaultBranch(remote: Remote): Promise<RemoteBranch | null> {
  const { branches, capabilities } = await watched(remote, (watch) =>
    readAdvertisement(remote, watch, 'upload-pack'),
  )
  const named = [...capabilities].find((word) => word.startsWith(HEAD_IS))?.slice(HEAD_IS.length)
  const names = [...branches.keys()].map((ref) => ref.replace('refs/heads/', ''))
  const usual = [named, 'main', 'master'].find((name) => name !== undefined && names.includes(name))
  const found = usual ?? (names.length === 1 ? names[0] : undefined)
  if (found === undefined && names.length > 0) {
    throw new RemoteError('refused', 'the repository has several branches; name one of them')
  }
  const commit = found === undefined ? undefined : branches.get(`refs/heads/${found}`)
  return found === undefined || commit === undefined ? null : { branch: found, commit }
}

/** The wanted capabilities that the server has, in the form of a request. */
export function wished(able: ReadonlySet<string>, wishes: readonly string[]): string {
  return [...wishes.filter((wish) => able.has(wish)), 'agent=galley'].join(' ')
}

/**
 * Yields the data of band 1 of an answer. Band 3 is an error.
 *
 * @param onMessage called with the texts of band 2
 * @throws RemoteError `too_large` if the server sends too much besides the data
 */
export async function* demultiplex(
  remote: Remote,
  packets: AsyncIterable<Packet>,
  onMessage: (text: string) => void = () => undefined,
): AsyncGenerator<Buffer> {
  let isEnded = false
  let overhead = 0
  for await (const packet of packets) {
    isEnded = packet === null
    overhead += packet?.[0] === 1 ? BAND_HEADER : sizeOf(packet)
    if (overhead > OVERHEAD_MAX) throw tooMuchOverhead()
    if (packet === null) continue
    const content = packet.subarray(1)
    if (packet[0] === 1) yield content
    else if (packet[0] === 2) onMessage(content.toString())
    else if (packet[0] === 3) {
      throw new RemoteError('failed', remoteText(remote, content.toString()), { transient: true })
    } else if (packet.toString('latin1', 0, 4) === 'ERR ') {
      const text = packetText(packet).slice(4)
      throw new RemoteError('failed', remoteText(remote, text), { transient: true })
    }
    // Anything else is the ACK or NAK before the pack.
  }
  if (!isEnded) throw new RemoteError('io', 'the server broke off its answer', { transient: true })
}

/** Header of a packet with data: length and band. */
const BAND_HEADER = 5

function tooMuchOverhead(): RemoteError {
  const text = `the server says more than ${OVERHEAD_MAX} bytes beside what was asked for`
  return new RemoteError('too_large', text)
}
