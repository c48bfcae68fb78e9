/**
 * Deploys releases to the hosting of a site. Stores what was deployed, so that the next deployment sends only what
 * has changed.
 *
 * @see src/http/README.md (Sites), src/deploy/README.md
 */

import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { DeployError } from '../../deploy/network/deploy-error.js'
import type { Deployment, Release } from '../../deploy/files/deployer.js'
import { formatManifest, parseManifest } from '../../deploy/files/manifest.js'
import { validateOptions } from '../../deploy/options.js'
import type { Outgoing } from '../../deploy/network/outgoing.js'
import { deployerFor, testHosting, type DeployerParts } from '../../deploy/registry.js'
import { GalleyError } from '../../errors.js'
import type { SiteRecord } from '../../model/site.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import type { DataFolders } from '../branch/folders.js'
import { withheldAt } from '../branch/withheld.js'
import { materialize } from '../worktree/checkout.js'
import type { Boot } from '../worktree/worktrees.js'
import type { Deploy } from './publishing.js'
import { hashFile } from './release-manifest.js'
import type { StoredRelease } from './releases.js'
import type { Repositories } from '../branch/repositories.js'
import type { SiteOptions } from '../sites/site-options.js'
import type { CheckOptions } from '../sites/place-options.js'
import { isLocalName } from '../sites/site-urls.js'
import type { GitPushing } from '../sync/push.js'

interface DeployingDependencies {
  readonly records: Pick<Records, 'sites' | 'deployments'>
  readonly folders: DataFolders
  readonly repositories: Repositories
  readonly index: Pick<SiteIndex, 'commitOf' | 'hiddenPaths'>
  readonly options: SiteOptions
  readonly pushing: GitPushing
  readonly outgoing: Outgoing
  /** When the machine was started. */
  readonly boot: Boot
  readonly now: () => number
}

export interface Deploying {
  readonly deploy: Deploy
  /**
   * Connects to the hosting of a site, saved or not, and says in one sentence what it found.
   * @throws GalleyError says what is wrong
   */
  test(site: SiteRecord, signal: AbortSignal): Promise<string>
}

export function createDeploying(dependencies: DeployingDependencies): Deploying {
  return {
    deploy: async (site, stored, context) => {
      if (site.hosting === 'disabled') return
      const release = await releaseFor(dependencies, site, { stored, ...context })
      const target = targetKey(site)
      const record = lastDeployment(dependencies, site)
      const previous = record && (await parseManifest(Buffer.from(record.manifest)))
      const options = dependencies.options.open(site.hostingOptions)
      const deployer = await deployerFor(site.hosting, options, partsFor(dependencies, site))
      const { report, signal, compares } = context
      const done = await explained(() =>
        deployer.deploy(release, { previous, report, signal, compares }),
      )
      const manifest = (await formatManifest(done.manifest)).toString('utf8')
      remember(dependencies, site, { target, release, done, manifest })
      for (const note of done.notes) report(note)
    },

    async test(site, signal) {
      const options = dependencies.options.open(site.hostingOptions)
      const { hosting } = site
      return explained(() =>
        testHosting({ hosting, options, signal }, partsFor(dependencies, site)),
      )
    },
  }
}

function partsFor(
  { outgoing, pushing, now }: DeployingDependencies,
  site: SiteRecord,
): DeployerParts {
  return {
    outgoing,
    now: () => new Date(now()),
    push: pushing.pushFor(site.id),
    readTip: (remote) => pushing.readTip(remote),
    domain: isLocalName(site.domain) ? '' : site.domain,
  }
}

/** Converts a deployer's error. Its message is a sentence without secrets, made for the user. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DeployError)) throw error
    throw new GalleyError('conflict', error.message, { cause: error })
  }
}

interface Source {
  readonly stored: StoredRelease
  readonly commit: string
  readonly signal: AbortSignal
}

/** The files to deploy: the built ones, or those of the commit for a git host that builds sites itself. */
async function releaseFor(
  dependencies: DeployingDependencies,
  site: SiteRecord,
  source: Source,
): Promise<Release> {
  const { stored, commit, signal } = source
  if (site.hosting !== 'githost' || site.hostingOptions['format'] !== 'raw') {
    return { id: stored.id, fileOf: stored.fileOf, files: stored.manifest }
  }
  const folder = path.join(dependencies.folders.site(site.id).cache, 'live', 'source')
  const repository = await dependencies.repositories.get(site.id)
  const now = dependencies.now()
  const at = { commit, folder, signal, boot: dependencies.boot.id, now }
  const of = { siteId: site.id, repository, commit, now }
  const withheld = () => withheldAt(dependencies.index, of)
  await materialize(repository, { ...at, withheld })
  const fileOf = (name: string) => path.join(folder, name)
  return { id: stored.id, fileOf, files: await factsOf(folder) }
}

async function factsOf(folder: string): Promise<Release['files']> {
  const files = new Map<string, { sha256: string; size: number }>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).split(path.sep).join('/')
    files.set(name, { sha256: await hashFile(file), size: (await stat(file)).size })
  }
  return files
}

/** Options that identify a target. If one changes, nothing is known about what is there. */
const PLACE = [
  'protocol',
  'host',
  'port',
  'path',
  'endpoint',
  'region',
  'auth_url',
  'url',
  'branch',
]

/** The last deployment to the target of a site. A branch may have had the other format before. */
function lastDeployment({ records }: DeployingDependencies, site: SiteRecord) {
  const formats = site.hosting === 'githost' ? ['compiled', 'raw'] : [undefined]
  const found = formats
    .map((format) => records.deployments.find(site.id, targetKey(site, format)))
    .filter((record) => record !== null)
  return found.toSorted((a, b) => b.at - a.at)[0] ?? null
}

function targetKey(
  { hosting, hostingOptions }: SiteRecord,
  format = hostingOptions['format'] ?? '',
): string {
  const place = [...PLACE.map((key) => hostingOptions[key] ?? ''), format]
  return createHash('sha256')
    .update(JSON.stringify([hosting, ...place]))
    .digest('hex')
}

interface Done {
  readonly target: string
  readonly release: Release
  readonly done: Deployment
  /** The stored manifest of what is at the target. */
  readonly manifest: string
}

/** Stores the host key that was seen at the first connection, so that later ones are compared with it. */
function remember(
  { records, now }: DeployingDependencies,
  site: SiteRecord,
  { target, release, done, manifest }: Done,
): void {
  records.deployments.put({
    siteId: site.id,
    target,
    releaseId: release.id,
    manifest,
    extra: {},
    at: now(),
  })
  const current = records.sites.find(site.id)
  if (!current || done.hostKey === undefined || current.hostingOptions['host_key']) return
  if (targetKey(current) !== target) return
  const hostingOptions = { ...current.hostingOptions, host_key: done.hostKey }
  records.sites.update({ ...current, hostingOptions })
}

/** Validates the options of hosting and sync. @see src/http/README.md (Sites) */
export const checkOptions: CheckOptions = (field, provider, options) => {
  const result =
    field === 'hosting_options'
      ? validateOptions(hostingOf(provider), options)
      : validateSync(options)
  if (result.ok) return Promise.resolve(result.options)
  const details = result.details.map((detail) => ({
    field: `${field}.${detail.field.replace(/^hosting_options\./, '')}`,
    message: detail.message,
  }))
  const [first] = details
  const message = first ? `${first.field} ${first.message}` : `${field} are not valid.`
  return Promise.reject(new GalleyError('validation_failed', message, { details }))
}

function hostingOf(provider: string): SiteRecord['hosting'] {
  switch (provider) {
    case 'ftp':
    case 'objectstore':
    case 'cloudstore':
    case 'githost':
      return provider
    default:
      return 'disabled'
  }
}

/** Sync takes the options of a git host, but no `format`, and `branch` is `main`. */
function validateSync(
  options: Readonly<Record<string, string>>,
): ReturnType<typeof validateOptions> {
  if (options['format'] !== undefined) {
    return { ok: false, details: [{ field: 'format', message: 'is not an option of sync' }] }
  }
  const result = validateOptions('githost', { branch: 'main', ...options })
  if (!result.ok) return result
  const { format: _, ...rest } = result.options
  return { ok: true, options: rest }
}
