/**
 * Answers `info/refs`: the refs, and the capabilities of the server.
 *
 * The capabilities are the same for every repository with Galley's settings, so git is asked for them once. For a
 * push, the refs are listed here. All other requests are answered by git each time.
 *
 * @see gitprotocol-http(5), gitprotocol-v2(5), gitprotocol-pack(5)
 */
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from '../program/git-error.js'
import { runGit } from '../program/run.js'
import { hasCode } from '../../system/errno.js'
import { forEachYielding } from '../../system/yielding.js'
import { FLUSH, formatPacket } from '../protocol/packet-line.js'
import { listRefs } from '../refs/refs.js'
import { REPOSITORY_CONFIG } from '../repository.js'
import {
  PUSH_MAX,
  isHiddenRef,
  protocolEnv,
  serviceConfig,
  strictness,
} from '../protocol/serve-config.js'
import type { GitService } from '../protocol/serve-config.js'

/** A request for the refs. */
interface RefsRequest {
  readonly gitDir: string
  readonly service: GitService
  /** The `Git-Protocol` header. */
  readonly protocol?: string | undefined
}

/** Makes the body of `GET info/refs?service=git-…`. @throws GitError `failed` */
export type Advertiser = (request: RefsRequest) => Promise<Buffer>

/** @param limited runs a git process when a place is free */
export function createAdvertiser(limited: <T>(run: () => Promise<T>) => Promise<T>): Advertiser {
  let forReading: Buffer | null = null
  let capabilities: string | null = null
  return async (request) => {
    const { gitDir, service } = request
    const kind = kindOf(request)
    const isPlain = kind !== 'other' && (await hasOurSettings(gitDir))
    if (isPlain && kind === 'reading' && forReading) return forReading
    if (isPlain && kind === 'writing' && capabilities !== null)
      return listForPush(gitDir, capabilities)
    const output = await limited(() => askGit(request))
    if (isPlain && kind === 'reading') forReading = output
    if (isPlain && kind === 'writing') capabilities = capabilitiesIn(output)
    // In version 2 of the protocol there is no service line.
    const isBare = service === 'upload-pack' && versionOf(request) === 2
    return isBare ? output : Buffer.concat([serviceLine(service), output])
  }
}

function serviceLine(service: GitService): Buffer {
  return Buffer.concat([formatPacket(`# service=git-${service}\n`), FLUSH])
}

function versionOf({ protocol }: RefsRequest): 0 | 1 | 2 {
  const output = protocolEnv(protocol)['GIT_PROTOCOL'] ?? ''
  return output.includes('version=2') ? 2 : output.includes('version=1') ? 1 : 0
}

/** Reading with version 2, whose answer contains no refs; pushing with version 0, as git does. */
function kindOf(request: RefsRequest): 'reading' | 'writing' | 'other' {
  const version = versionOf(request)
  if (request.service === 'upload-pack') return version === 2 ? 'reading' : 'other'
  return version === 0 ? 'writing' : 'other'
}

/** False if somebody has changed the repository's configuration, or made it shallow or dependent on another. */
async function hasOurSettings(gitDir: string): Promise<boolean> {
  const config = await readFile(join(gitDir, 'config'), 'utf8').catch(() => null)
  if (config !== REPOSITORY_CONFIG) return false
  const unusual = ['shallow', 'objects/info/alternates', 'objects/info/http-alternates']
  const found = await Promise.all(unusual.map((name) => isThere(join(gitDir, name))))
  return !found.includes(true)
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOENT'),
  )
}

async function askGit({ gitDir, service, protocol }: RefsRequest): Promise<Buffer> {
  const how = ['--stateless-rpc', '--http-backend-info-refs', ...strictness(service)]
  const command = { gitDir, args: [service, ...how, gitDir], env: protocolEnv(protocol) }
  const result = await runGit({ ...command, config: serviceConfig(service, PUSH_MAX) })
  if (result.status === 0) return result.stdout
  throw new GitError('failed', `git ${service}: ${result.stderr.trim()}`)
}

/** The text between the NUL and the end of the first line; null if there is none. */
function capabilitiesIn(output: Buffer): string | null {
  const length = Number.parseInt(output.toString('latin1', 0, 4), 16)
  const line = output.toString('utf8', 4, length)
  const at = line.indexOf('\0')
  return at < 0 ? null : line.slice(at + 1)
}

const NO_REF = `${'0'.repeat(40)} capabilities^{}`

async function listForPush(gitDir: string, capabilities: string): Promise<Buffer> {
  const refs = (await listRefs(gitDir)).filter(({ name }) => !isHiddenRef(name))
  const [first = NO_REF, ...others] = refs.map(({ name, oid }) => `${oid} ${name}`)
  const packets: Buffer[] = []
  await forEachYielding(others, (line) => void packets.push(formatPacket(`${line}\n`)))
  return Buffer.concat([
    serviceLine('receive-pack'),
    formatPacket(`${first}\0${capabilities}`),
    ...packets,
    FLUSH,
  ])
}
