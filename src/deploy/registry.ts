/**
 * Creates the deployer for a hosting and its options. Each adapter, with its protocol library, is loaded when it is
 * first needed.
 */
import { createHash } from 'node:crypto'
import type { Deployer, Deployment } from './files/deployer.js'
import { explain } from './network/deploy-error.js'
import type { OpenStore } from './files/file-store.js'
import type { Push } from './githost/githost.js'
import { parseManifest } from './files/manifest.js'
import { readManifestBytes } from './files/read-manifest.js'
import type { Hosting, HostingOptions } from './options.js'
import { secretKeys } from './options.js'
import type { Outgoing } from './network/outgoing.js'
import { countFiles } from './files/progress.js'
import { TEMPORARY_PREFIX } from './files/remote-name.js'
import { cleanText } from './network/remote-text.js'
import { patientRetries, type RetryPolicy, retry } from './network/retry.js'
import type { SessionOptions, StoreSession } from './files/store-session.js'

/** What stores of files need from the caller. */
export interface StoreParts {
  readonly outgoing: Outgoing
  /** The current time, for the signatures of S3 requests. */
  readonly now: () => Date
  readonly retries?: RetryPolicy
}

/** Functions that deployers need from the caller. */
export interface DeployerParts extends StoreParts {
  /** The git part of `githost`. */
  readonly push: Push
  /** Reads the tip of a branch for `testHosting`: a commit id, or null if there is no such branch. */
  readonly readTip: (remote: GitRemote) => Promise<string | null>
  /** The site's domain, for `CNAME`; may be empty. */
  readonly domain: string
}

/** The branch of a repository. */
interface GitRemote {
  readonly url: string
  readonly branch: string
  readonly username: string
  readonly token: string
  readonly signal: AbortSignal
}

/**
 * @param options as `validateOptions` returned them
 * @returns a deployer for any number of deployments; for `disabled` one that does nothing, since
 *   the built-in host serves the site
 */
export async function deployerFor(
  hosting: Hosting,
  options: HostingOptions,
  parts: DeployerParts,
): Promise<Deployer> {
  if (hosting === 'disabled') return nowhere
  if (hosting === 'githost') {
    const { gitDeployer } = await import('./githost/githost.js')
    const account = { ...gitRemote(options), format: gitFormat(options) }
    return gitDeployer(account, { ...parts, retries: parts.retries ?? patientRetries })
  }
  const { filesDeployer } = await import('./files/files-deployer.js')
  return filesDeployer(await storeFor(hosting, options, parts), sessionOptions(options, parts))
}

const nowhere: Deployer = {
  async deploy(release): Promise<Deployment> {
    const manifest = { release: release.id, files: release.files }
    return { manifest, uploaded: 0, removed: 0, unchanged: 0, bytes: 0, notes: [] }
  },
}

/** How to run a session with the store of these options. */
export function sessionOptions(
  options: HostingOptions,
  parts: Pick<StoreParts, 'retries'>,
): SessionOptions {
  const secrets = [...secretKeys].map((key) => value(options, key)).filter(Boolean)
  const url = value(options, 'endpoint') || value(options, 'auth_url')
  const target =
    value(options, 'host') || (URL.canParse(url) ? new URL(url).host : 'the object store')
  return { retries: parts.retries ?? patientRetries, secrets, target }
}

function value(options: HostingOptions, key: string): string {
  return options[key] ?? ''
}

/** The store of files of a hosting. @param options as `validateOptions` returned them */
export async function storeFor(
  hosting: 'ftp' | 'objectstore' | 'cloudstore',
  options: HostingOptions,
  parts: StoreParts,
): Promise<OpenStore> {
  if (hosting === 'objectstore') return s3For(options, parts)
  if (hosting === 'cloudstore') return swiftFor(options, parts)
  return value(options, 'protocol') === 'sftp' ? sftpFor(options, parts) : ftpFor(options, parts)
}

/** Splits a path: the first segment is the bucket or container, the rest a folder in it. */
function splitPath(options: HostingOptions): { bucket: string; prefix: string } {
  const [bucket = '', ...rest] = value(options, 'path').split('/').filter(Boolean)
  return { bucket, prefix: rest.join('/') }
}

async function s3For(options: HostingOptions, parts: StoreParts): Promise<OpenStore> {
  const { objectStore } = await import('./s3/objectstore.js')
  const region = value(options, 'region')
  const account = {
    ...splitPath(options),
    accessKey: value(options, 'access_key'),
    secretKey: value(options, 'secret_key'),
    region,
    endpoint: value(options, 'endpoint') || `https://s3.${region}.amazonaws.com`,
    acl: value(options, 'acl'),
    cacheControl: value(options, 'cache_control'),
  }
  return objectStore(account, parts.outgoing, parts.now)
}

async function swiftFor(options: HostingOptions, parts: StoreParts): Promise<OpenStore> {
  const { cloudStore } = await import('./swift/cloudstore.js')
  const { bucket, prefix } = splitPath(options)
  const account = {
    container: bucket,
    prefix,
    username: value(options, 'username'),
    apiKey: value(options, 'api_key'),
    region: value(options, 'region'),
    authUrl: value(options, 'auth_url'),
  }
  return cloudStore(account, parts.outgoing)
}

/** The folder for FTP and SFTP. `~` is the one after login, as it is for a shell; only `/` begins at the root. */
function folderOf(options: HostingOptions): string {
  return value(options, 'path').replace(/^~(\/+|$)/, '')
}

/** The registered port for FTP with implicit TLS. */
const IMPLICIT_PORT = 990

async function ftpFor(options: HostingOptions, parts: StoreParts): Promise<OpenStore> {
  const { ftpStore } = await import('./ftp/ftp.js')
  const port = Number(value(options, 'port'))
  const tls = port === IMPLICIT_PORT ? 'implicit' : 'explicit'
  const account = {
    host: value(options, 'host'),
    port,
    username: value(options, 'username'),
    password: value(options, 'password'),
    path: folderOf(options),
    security: value(options, 'protocol') === 'ftps' ? tls : 'none',
    certificate: value(options, 'certificate'),
  } as const
  return ftpStore(account, parts.outgoing)
}

async function sftpFor(options: HostingOptions, parts: StoreParts): Promise<OpenStore> {
  const { sftpStore } = await import('./sftp/sftp.js')
  const [password, privateKey, hostKey] = ['password', 'private_key', 'host_key'].map((key) =>
    value(options, key),
  )
  const account = {
    host: value(options, 'host'),
    port: Number(value(options, 'port')),
    username: value(options, 'username'),
    path: folderOf(options),
    ...(password ? { password } : {}),
    ...(privateKey ? { privateKey } : {}),
    ...(hostKey ? { hostKey } : {}),
  }
  return sftpStore(account, parts.outgoing)
}

function gitRemote(options: HostingOptions) {
  const path = value(options, 'path')
  const host = value(options, 'url').replace(/(?<!\/)\/+$/, '')
  const url = /^https?:/i.test(path) ? path : `${host}/${path.replace(/(\.git)?$/, '.git')}`
  return {
    url,
    branch: value(options, 'branch'),
    username: value(options, 'username'),
    token: value(options, 'access_token'),
  }
}

function gitFormat(options: HostingOptions): 'compiled' | 'raw' {
  return value(options, 'format') === 'raw' ? 'raw' : 'compiled'
}

/** Input of a test of a hosting. */
interface HostingTest {
  readonly hosting: Hosting
  readonly options: HostingOptions
  readonly signal: AbortSignal
}

/**
 * Tests a hosting without changing the site: logs in, lists, writes a small file and removes it (for a git host, only
 * reads the branch).
 *
 * @returns one sentence that says what was found
 * @throws DeployError one sentence that says what is wrong
 */
export async function testHosting(test: HostingTest, parts: DeployerParts): Promise<string> {
  const { hosting, options } = test
  if (hosting === 'disabled') return 'The built-in host alone serves this site.'
  if (hosting === 'githost') return testGit(test, parts)
  const { withStore } = await import('./files/store-session.js')
  const open = await storeFor(hosting, options, parts)
  const session = { ...sessionOptions(options, parts), signal: test.signal }
  return withStore(open, session, async (found) => {
    const seen = await describePlace(found)
    await tryWriting(found)
    const key = found.store.hostKey === undefined ? '' : ` (host key ${found.store.hostKey})`
    return `Logged in and may write: ${cleanText(found.store.place)}${key} ${seen}.`
  })
}

async function describePlace({ store, attempt }: StoreSession): Promise<string> {
  const bytes = await attempt(`read ${store.place}`, () => readManifestBytes(store))
  const manifest = bytes === null ? null : await parseManifest(bytes)
  if (manifest !== null)
    return `holds a site of ${countFiles(manifest.files.size)} that was put by Galley`
  const { files, odd } = await attempt(`list ${store.place}`, () => store.list())
  const found = files.size + odd
  return found === 0 ? 'is empty' : `holds ${countFiles(found)} that are not Galley's`
}

async function tryWriting({ store, attempt }: StoreSession): Promise<void> {
  const path = `${TEMPORARY_PREFIX}test`
  const bytes = Buffer.from('A test of Galley; to be removed.\n')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const content = { path, size: bytes.length, sha256, source: { bytes } }
  await attempt(`write to ${store.place}`, () => store.put(path, content))
  await attempt(`remove a file at ${store.place}`, () => store.remove(path))
}

async function testGit(test: HostingTest, parts: DeployerParts): Promise<string> {
  const remote = gitRemote(test.options)
  const { statusFailure } = await import('./githost/githost.js')
  try {
    const tip = await retry(parts.retries ?? patientRetries, test.signal, async () => {
      try {
        return await parts.readTip({ ...remote, signal: test.signal })
      } catch (error) {
        throw statusFailure(error, remote.branch) ?? error
      }
    })
    if (tip === null) return `Found ${remote.url}, which has no branch ${remote.branch} yet.`
    return `Found ${remote.url}, whose branch ${remote.branch} is at ${cleanText(tip).slice(0, 10)}.`
  } catch (error) {
    throw explain(`read ${remote.url}`, error, [remote.token])
  }
}
