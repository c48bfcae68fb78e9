/** Fetches one version of a theme into the folder of themes. */

import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  FACTS_FILE,
  FILES_FOLDER,
  installedVersions,
  type ThemeFacts,
} from '../builder/theme/installed.js'
import { folderOf, type WantedGem, type WantedRepository } from '../builder/theme/wanted.js'
import { isGemVersion } from '../content/gems/version.js'
import { asDeployError } from '../deploy/network/deploy-error.js'
import { createHttpClient } from '../deploy/network/http-client.js'
import type { Outgoing } from '../deploy/network/outgoing.js'
import { GitError } from '../git/program/git-error.js'
import type { Remote } from '../git/remote/http.js'
import { fetchTip, readTip } from '../git/remote/tip.js'
import { syncPath, syncTree, temporaryName } from '../system/durable.js'
import { hasCode } from '../system/errno.js'
import { downloadFile, downloadText } from './download.js'
import { chooseVersion, parseGemIndex } from './gem-index.js'
import { MAX_PACKED_BYTES } from './limits.js'
import { ThemeError } from './theme-error.js'
import { unpack, type UnpackStart } from './unpack.js'

export interface FetchSettings {
  /** The folder that all sites share. */
  readonly folder: string
  readonly outgoing: Outgoing
  /** URLs without a slash at the end. */
  readonly gemServer: string
  readonly gitHost: string
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
}

interface FetchContext {
  /** Release of Jekyll that the theme should fit. */
  readonly jekyll: string
  readonly signal: AbortSignal
}

/** @returns its id @throws ThemeError with a clause */
export async function fetchGem(
  settings: FetchSettings,
  wanted: WantedGem,
  { jekyll, signal }: FetchContext,
): Promise<string> {
  const { outgoing, gemServer } = settings
  const { name, locked } = wanted
  if (gemServer === '') throw new ThemeError('this server has no gem server to fetch from')
  const index = await downloadText({ outgoing, url: `${gemServer}/info/${name}`, signal })
  if (index === null) throw new ThemeError(`${gemServer} knows no gem ${name}`)
  const chosen = chooseVersion(parseGemIndex(index), wanted, jekyll)
  if (chosen === null) {
    const which = [locked ?? wanted.requirements.join(', ')].filter((text) => text !== '')
    throw new ThemeError(`${gemServer} has no gem ${[name, ...which].join(' ')}`)
  }
  const { version, checksum } = chosen
  return inWork(settings, async (work) => {
    const file = join(work, 'gem')
    const url = `${gemServer}/gems/${name}-${version}.gem`
    const digest = await downloadFile({ outgoing, url, signal }, file)
    if (digest === null) throw new ThemeError(`${url} is not there`)
    if (checksum !== null && digest !== checksum)
      throw new ThemeError(`${url} is not what ${gemServer} says: its checksum is another`)
    const start = { kind: 'gem', file } as const
    const origin = { name, version, origin: url, ref: null, digest }
    return keep(settings, { work, wanted, start, origin })
  })
}

/** @returns its id @throws ThemeError with a clause */
export async function fetchRepository(
  settings: FetchSettings,
  wanted: WantedRepository,
  { signal }: Pick<FetchContext, 'signal'>,
): Promise<string> {
  return withRepository(settings, { ...wanted, signal }, async (remote) => {
    const commit = await tipOf(remote, wanted)
    return inWork(settings, async (work) => {
      const file = join(work, 'pack')
      await fetchTip({ ...remote, commit, maxBytes: MAX_PACKED_BYTES }, (chunks) =>
        pipeline(chunks, createWriteStream(file, { flags: 'wx' }), { signal }),
      )
      const start = { kind: 'pack', file, commit } as const
      const name = wanted.address.split('/').at(-1) ?? ''
      const origin = { name, version: commit.slice(0, 12), origin: remote.url, ref: wanted.ref }
      return keep(settings, {
        work,
        wanted,
        start,
        origin: { ...origin, digest: commit },
      })
    })
  })
}

/** The newest commit of a repository, or the newest version of a gem that fits, without fetching it. @throws ThemeError */
export async function newestOnline(
  settings: FetchSettings,
  wanted: WantedGem | WantedRepository,
  { jekyll, signal }: FetchContext,
): Promise<string> {
  if (wanted.kind === 'repository')
    return withRepository(settings, { ...wanted, signal }, (remote) => tipOf(remote, wanted))
  const { outgoing, gemServer } = settings
  const url = `${gemServer}/info/${wanted.name}`
  const index = await downloadText({ outgoing, url, signal })
  const chosen = index === null ? null : chooseVersion(parseGemIndex(index), wanted, jekyll)
  if (chosen === null) throw new ThemeError(`${gemServer} has no gem ${wanted.name} that fits`)
  return chosen.version
}

async function tipOf(remote: Remote, { ref }: WantedRepository): Promise<string> {
  const commit = await readTip({ ...remote, name: ref })
  if (commit !== null) return commit
  throw new ThemeError(
    ref === null ? `${remote.url} has no commits` : `${remote.url} has no branch or tag ${ref}`,
  )
}

async function withRepository<T>(
  { outgoing, gitHost }: FetchSettings,
  { address, signal }: Pick<WantedRepository, 'address'> & { readonly signal: AbortSignal },
  work: (remote: Remote) => Promise<T>,
): Promise<T> {
  const isUrl = address.includes('://')
  if (!isUrl && gitHost === '') throw new ThemeError('this server has no git host to fetch from')
  const url = isUrl ? address : `${gitHost}/${address}.git`
  // The signal limits the time; a host packs before it answers.
  const client = createHttpClient({ ...outgoing, timeout: 0 })
  const http: Remote['http'] = (request) =>
    client.request(request).catch((error: unknown) => {
      throw asDeployError(error)
    })
  try {
    return await work({ url, username: '', token: '', http, signal, idleMs: outgoing.timeout })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof GitError)) throw error
    throw new ThemeError(`${url}: ${clauseOf(error)}`, { cause: error })
  } finally {
    client.close()
  }
}

// Hosts ask for a login where there is no such repository.
function clauseOf(error: GitError): string {
  const isUnknown = 'statusCode' in error && error.statusCode === 401
  return isUnknown ? 'there is no public repository' : error.message.replace(/(?<!\.)\.+$/, '')
}

/** Runs work with a new folder beside the themes, which is removed afterwards. */
async function inWork<T>(
  { folder }: FetchSettings,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const own = join(folder, temporaryName('.work-'))
  await mkdir(own, { recursive: true })
  try {
    return await work(own)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

interface Kept {
  readonly work: string
  readonly wanted: WantedGem | WantedRepository
  readonly start: { readonly file: string } & (
    { readonly kind: 'gem' } | { readonly kind: 'pack'; readonly commit: string }
  )
  readonly origin: Pick<ThemeFacts, 'name' | 'version' | 'origin' | 'ref' | 'digest'>
}

/** Unpacks what was fetched and puts it in its place, whole. */
async function keep(
  { folder, now }: FetchSettings,
  { work, wanted, start, origin }: Kept,
): Promise<string> {
  const theme = join(work, 'theme')
  const files = join(theme, FILES_FOLDER)
  await mkdir(files, { recursive: true })
  const begin: UnpackStart = { ...start, folder: files }
  const { facts, bytes, files: count } = await unpack(begin)
  if (count === 0) throw new ThemeError(`${origin.origin} has no files of a theme`)
  if (start.kind === 'gem' && (facts.name !== origin.name || facts.version !== origin.version))
    throw new ThemeError(`${origin.origin} has the gem ${facts.name} ${facts.version}`)
  const isNamed = start.kind === 'pack' && isGemVersion(facts.version)
  const version = isNamed ? facts.version : origin.version
  const all: ThemeFacts = { ...facts, ...origin, version, fetchedAt: now(), bytes, files: count }
  await writeFile(join(theme, FACTS_FILE), JSON.stringify(all, null, 2))
  await syncTree(theme)
  const below = folderOf(wanted)
  const id = `${below}/${version}-${origin.digest.slice(0, 12)}`
  await mkdir(join(folder, below), { recursive: true })
  try {
    await rename(theme, join(folder, id))
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error
    // The very same is there already, unless it was damaged.
    const known = await installedVersions(folder, wanted)
    if (known.some((one) => one.id === id)) return id
    await rm(join(folder, id), { recursive: true, force: true })
    await rename(theme, join(folder, id))
  }
  await syncPath(join(folder, below))
  return id
}
