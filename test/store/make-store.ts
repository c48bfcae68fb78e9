/** Real databases in a temporary folder, and rows to put into them. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '../../src/model/entry.js'
import type { Job } from '../../src/model/job.js'
import type { Role, RoleKind } from '../../src/model/role.js'
import type { SiteFacts, SiteRecord } from '../../src/model/site.js'
import type { User } from '../../src/model/user.js'
import { openStore, type Store, type StoreOptions } from '../../src/store/database.js'

/** Ids 000…001, 000…002, … */
export function countingIds(): () => string {
  let last = 0
  return () => id((last += 1))
}

/** The id with a number. */
export function id(number: number): string {
  return number.toString(16).padStart(24, '0')
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'galley-store-'))
}

/** Options for a store in a folder. */
export function optionsIn(folder: string): StoreOptions {
  return {
    recordsPath: join(folder, 'records.db'),
    indexPath: join(folder, 'index.db'),
    newId: countingIds(),
    boot: 'this boot',
    contentTypeOf: (path) => (path.endsWith('.png') ? 'image/png' : 'text/plain'),
  }
}

export interface TemporaryStore {
  readonly store: Store
  readonly folder: string
  readonly remove: () => Promise<void>
}

export function makeStore(): TemporaryStore {
  const folder = makeFolder()
  const store = openStore(optionsIn(folder))
  const remove = async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  }
  return { store, folder, remove }
}

export function makeUser(number: number, changes: Partial<User> = {}): User {
  return {
    id: id(number),
    email: `user${number}@example.org`,
    firstname: 'Ada',
    lastname: `No${number}`,
    isAdmin: false,
    maxSites: null,
    createdAt: 1000 + number,
    updatedAt: 1000 + number,
    ...changes,
  }
}

export function makeSite(
  number: number,
  userId: string,
  changes: Partial<SiteRecord> = {},
): SiteRecord {
  return {
    id: id(number),
    domain: `site${number}.example.org`,
    userId,
    hosting: 'disabled',
    hostingOptions: {},
    sync: 'disabled',
    syncOptions: {},
    generator: 'galley',
    previewToken: `token${number}`,
    createdAt: 2000 + number,
    updatedAt: 2000 + number,
    ...changes,
  }
}

export function makeRole(
  number: number,
  of: { siteId: string; userId: string; kind?: RoleKind },
): Role {
  return { id: id(number), kind: 'admin', createdAt: 1, updatedAt: 1, ...of }
}

export function makeJob(number: number, siteId: string, changes: Partial<Job> = {}): Job {
  return {
    id: id(number),
    siteId,
    kind: 'publish',
    state: 'queued',
    userId: null,
    input: {},
    message: 'Waiting',
    createdAt: number,
    startedAt: null,
    finishedAt: null,
    updatedAt: number,
    ...changes,
  }
}

/** A visible post; `number` makes id and path. */
export function makeEntry(number: number, changes: Partial<Entry> = {}): Entry {
  const path = `_posts/2020-01-01-post-${String(number).padStart(6, '0')}.md`
  return {
    siteId: 'site',
    id: id(number),
    path,
    kind: 'document',
    oid: number.toString(16).padStart(40, '0'),
    size: 100 + number,
    collection: 'posts',
    relativePath: (changes.path ?? path).replace(/^_posts\//, ''),
    title: `Post ${number}`,
    date: '2020-01-01T00:00:00+00:00',
    dateEpoch: 1_577_836_800_000 + number,
    visibility: 'visible',
    liveFrom: null,
    liveUntil: null,
    position: null,
    url: `/post-${number}/`,
    text: {
      body: `Body of ${number}`,
      tags: [],
      categories: [],
      defaults: {},
      metadata: {},
      permalink: null,
      redirects: [],
      language: null,
      versionKeys: [],
      frontMatterError: null,
    },
    createdAt: 1_600_000_000 + number,
    createdBy: 'ada@example.org',
    updatedAt: 1_600_000_000 + number,
    updatedBy: null,
    ...changes,
  }
}

export const FACTS: SiteFacts = {
  title: 'A site',
  timezone: 'UTC',
  jekyll_version: null,
  defaults: [],
  metadata: {},
  collections: [],
  configError: null,
}

/** Puts entries into a site that is not indexed yet. */
export function putEntries(store: Store, entries: readonly Entry[], commit = 'c1'): void {
  const siteId = entries[0]?.siteId ?? 'site'
  store.index.applyChanges(siteId, {
    commit,
    expected: store.index.commitOf(siteId),
    facts: FACTS,
    upserts: entries,
    removes: [],
    commits: [],
  })
}

/** A store that knows one site and its owner, as `makeUser` and `makeRole` make them. */
export function makeStoreOf(site: SiteRecord): TemporaryStore {
  const temporary = makeStore()
  const { records } = temporary.store
  records.users.create(makeUser(1), null)
  records.sites.create(site, makeRole(2, { siteId: site.id, userId: site.userId }))
  return temporary
}
