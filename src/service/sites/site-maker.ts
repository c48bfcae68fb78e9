/**
 * Creates sites: a repository with its first commit, then the record, then the index.
 *
 * The repository is built under another name and renamed, and the record is written last. So an interrupted creation
 * leaves nothing that users see.
 */

import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { changed } from '../branch/long-yaml/long-yaml.js'
import { CONFIG_PATH, readSiteConfig } from '../../content/site-config.js'
import { formatIso } from '../../content/zone.js'
import type { Edit } from '../../git/commit.js'
import { syncPath } from '../../system/durable.js'
import { type GitShared, initRepository, MAIN, openRepository } from '../../git/repository.js'
import type { NewId } from '../../model/ids.js'
import type { SiteRecord } from '../../model/site.js'
import { type Actor, maxSitesOf, type SiteMaking } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { personOf } from '../accounts/access.js'
import type { Advance } from '../branch/advance.js'
import { afterCommit, translate } from '../branch/failures.js'
import type { DataFolders } from '../branch/folders.js'
import { authorOf } from '../branch/authors.js'
import { type Authorship, messageMaker } from '../branch/authorship.js'
import { contentEdit } from './content-edit.js'
import { requireFreeDomain } from './free-domain.js'
import type { SiteContent } from './site-input.js'
import { requestIdOf } from '../accounts/commit-as.js'
import { readTheme } from './theme.js'
import { GalleyError } from '../../errors.js'

interface NewSite extends SiteContent {
  readonly title: string
  readonly domain: string
  readonly empty?: boolean | undefined
  /** True if an import will fill the site; if it fails, the site is removed. */
  readonly isImporting?: boolean
}

export interface SiteMaker {
  /** @throws GalleyError `conflict` for a domain that is taken, or if the user owns too many sites */
  create(actor: Actor, input: NewSite): Promise<SiteRecord>
  /** Creates a site with given files, with or without a `_config.yml`. */
  createWith(actor: Actor, input: SiteWithFiles): Promise<SiteRecord>
}

interface SiteWithFiles {
  readonly domain: string
  readonly files: ReadonlyMap<string, Edit>
  readonly message: string
  readonly isImporting?: boolean
}

interface SiteMakerDependencies {
  /** May change while the server runs. */
  readonly siteMaking: SiteMaking
  readonly folders: DataFolders
  readonly records: Records
  /** Host name of the API. */
  readonly apiHost: string
  readonly advance: Advance
  readonly shared: GitShared
  readonly native: boolean
  readonly authorship: Authorship
  readonly now: () => number
  readonly newId: NewId
  /** Random part of a preview's host name, hexadecimal. */
  readonly newToken: () => string
}

export function createSiteMaker(dependencies: SiteMakerDependencies): SiteMaker {
  const createWith = async (actor: Actor, input: SiteWithFiles): Promise<SiteRecord> => {
    const { records, folders, now } = dependencies
    requireRoomForSite(dependencies, actor)
    requireFreeDomain(dependencies, input.domain)
    const site = newRecord(dependencies, personOf(actor).id, input.domain)
    const building = path.join(folders.temporary, site.id)
    const { root } = folders.site(site.id)
    let commit = ''
    try {
      commit = await buildRepository(dependencies, building, { actor, input })
      await mkdir(path.dirname(root), { recursive: true })
      await rename(building, root)
      await syncPath(path.dirname(root))
      const { id: siteId, userId } = site
      const at = now()
      // Others may have been created meanwhile.
      requireRoomForSite(dependencies, actor)
      const role = { id: dependencies.newId(), siteId, userId, kind: 'admin' as const }
      const owner = { ...role, createdAt: at, updatedAt: at }
      records.sites.create(site, owner, input.isImporting)
    } catch (error) {
      await rm(building, { recursive: true, force: true })
      await rm(root, { recursive: true, force: true })
      throw error
    }
    await afterCommit({ commit, changed: true }, () => dependencies.advance.catchUp(site.id))
    return site
  }
  return {
    createWith,
    create: async (actor, input) => {
      const by = actor.kind === 'user' ? actor.user.id : ''
      const files = await firstFiles(input, { now: dependencies.now(), by }).catch(
        (error: unknown) => {
          throw translate(error)
        },
      )
      const { domain, isImporting = false } = input
      return createWith(actor, { domain, files, message: 'Create the site', isImporting })
    },
  }
}

function newRecord(
  dependencies: SiteMakerDependencies,
  userId: string,
  domain: string,
): SiteRecord {
  const at = dependencies.now()
  return {
    id: dependencies.newId(),
    domain,
    userId,
    hosting: 'disabled',
    hostingOptions: {},
    sync: 'disabled',
    syncOptions: {},
    generator: 'galley',
    previewToken: dependencies.newToken(),
    createdAt: at,
    updatedAt: at,
  }
}

/** Creates the repository with its first commit. */
async function buildRepository(
  { shared, native, now, authorship }: SiteMakerDependencies,
  building: string,
  { actor, input }: { readonly actor: Actor; readonly input: SiteWithFiles },
): Promise<string> {
  const gitDir = path.join(building, 'repository.git')
  await mkdir(building, { recursive: true })
  await initRepository(gitDir)
  const repository = await openRepository(gitDir, { native, shared })
  try {
    const { userId, ...author } = authorOf(actor)
    const signature = { ...author, time: Math.floor(now() / 1000) }
    const noted = { userId, requestId: requestIdOf(actor), parents: [] }
    const { commit } = await repository.commit({
      parents: [],
      base: null,
      edits: input.files,
      author: signature,
      committer: signature,
      message: messageMaker(authorship, { ...noted, message: input.message }),
    })
    await repository.updateRef({ ref: MAIN, from: null, to: commit })
    return commit
  } finally {
    await repository.close()
  }
}

/** The Jekyll of sites that are made here. */
const NEW_SITES = '4.4'

/** The files of the theme with a filled-in `_config.yml`, or `_config.yml` alone. */
async function firstFiles(
  input: NewSite,
  { now, by }: { readonly now: number; readonly by: string },
): Promise<Map<string, Edit>> {
  const zone = input.timezone ?? 'UTC'
  const theme = input.empty ? new Map() : await readTheme(formatIso(now, zone).slice(0, 10))
  const before = theme.get(CONFIG_PATH)?.toString('utf8') ?? ''
  const theirs = readSiteConfig(before)
  const given = Object.fromEntries(Object.entries(input.metadata ?? {}))
  // What an import brings decides for itself.
  const jekyll = input.isImporting === true ? null : (input.jekyll_version ?? NEW_SITES)
  const own = { ...input, timezone: zone, jekyll_version: jekyll }
  const edit = contentEdit({ ...own, metadata: given }, null, theirs)
  const merged = new Map([...theirs.metadata, ...(edit.metadata ?? [])])
  // Without the site's queue: the site does not exist yet.
  const turn = { siteId: `new of ${by}` }
  const change = { ...edit, metadata: merged }
  const config = await changed({ kind: 'site', text: before, edit: change }, turn)
  const files = new Map<string, Edit>([...theme].map(([name, data]) => [name, { data }]))
  return files.set(CONFIG_PATH, { data: Buffer.from(config) })
}

/**
 * Checks that a user may own one more site: each takes disk space, up to the limit of a site. Server administrators may own any number.
 *
 * @throws GalleyError `forbidden` for somebody who may make no sites; `conflict`
 */
function requireRoomForSite(
  { records, siteMaking }: Pick<SiteMakerDependencies, 'records' | 'siteMaking'>,
  actor: Actor,
): void {
  if (actor.kind !== 'user') return
  const most = maxSitesOf(actor.user, siteMaking)
  if (most === 0) {
    throw new GalleyError(
      'forbidden',
      'You may make no sites on this server: ask its administrator for one.',
    )
  }
  const owned = records.sites.countOwned(actor.user.id)
  if (owned < most) return
  const whose = actor.user.maxSites === null ? 'a user may own' : 'you may own'
  const setting = actor.user.maxSites === null ? 'sites_per_user' : 'max_sites'
  const message = `You own ${owned} sites, and ${whose} ${most} (${setting}): delete one, or ask the administrator of the server.`
  throw new GalleyError('conflict', message, { limit: message })
}
