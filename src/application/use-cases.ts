/** Creates the services with routes, one for each noun. */

import type { Services } from '../http/routes/all.js'
import { createFirstStart } from '../service/accounts/first-start.js'
import { createRoleManagement } from '../service/accounts/roles.js'
import { createStreams } from '../service/accounts/streams.js'
import { createSessions } from '../service/accounts/sessions.js'
import { createTokens } from '../service/accounts/tokens.js'
import { createUsers } from '../service/accounts/users.js'
import type { Vault } from '../service/accounts/vault.js'
import type { AuditLog } from '../service/accounts/audit.js'
import { createChanges } from '../service/content/changes.js'
import { createCollections } from '../service/content/collections.js'
import { createDataFiles } from '../service/content/data-files.js'
import { createDocuments } from '../service/content/documents.js'
import { createEditableEntries } from '../service/content/editable-entries.js'
import { createFields } from '../service/content/fields.js'
import { createFiles } from '../service/content/files.js'
import { createHistory } from '../service/content/history.js'
import { createSiteHistory } from '../service/content/site-history.js'
import { createMedia } from '../service/media/media.js'
import { createPages } from '../service/content/pages.js'
import { createTextSearches } from '../service/content/search.js'
import { createUnsavedTexts } from '../service/content/unsaved-texts.js'
import { createTemplates } from '../service/content/templates.js'
import { createSource } from '../service/content/source.js'
import { createSiteEvents } from '../service/events/site-events.js'
import { createJobs } from '../service/jobs/jobs.js'
import { createConnectionTests } from '../service/publish/connection-tests.js'
import { checkOptions } from '../service/publish/deploying.js'
import type { Releases } from '../service/publish/releases.js'
import { createLinkCheck } from '../service/publish/link-check.js'
import { createRollback } from '../service/publish/rollback.js'
import type { SmartHttp } from '../service/push/smart-http.js'
import { createDownloads } from '../service/sites/downloads.js'
import type { SiteMaker } from '../service/sites/site-maker.js'
import type { SiteOptions } from '../service/sites/site-options.js'
import type { SiteRemover } from '../service/sites/site-remover.js'
import type { SiteUrls } from '../service/sites/site-urls.js'
import { createShares } from '../service/render/shares.js'
import { createUnsavedPages } from '../service/render/unsaved.js'
import { createSiteViews } from '../service/sites/site-views.js'
import { createDomains } from '../service/sites/domains.js'
import { createMoving } from '../service/sites/moving.js'
import { createSiteJekylls } from '../service/sites/site-jekyll.js'
import { createSites } from '../service/sites/sites.js'
import type { ChangeSets } from '../service/sets/change-sets.js'
import { createSyncStatus } from '../service/sync/status.js'
import { createSyncHook } from '../service/sync/hook.js'
import type { BranchServices } from './branch.js'
import type { Naming } from './naming.js'
import type { EventParts } from './events.js'
import type { JobServices } from './jobs.js'
import type { MediaParts } from './media.js'
import type { Notices, WebhookParts } from './notices.js'
import { createLinkUseCases, type People } from './people.js'
import { apiHostOf } from '../service/sites/free-domain.js'
import type { Resources } from './resources.js'

interface UseCaseNeeds extends Omit<Naming, 'challenges'> {
  readonly resources: Resources
  readonly branch: BranchServices
  readonly audit: AuditLog
  readonly jobs: JobServices
  readonly git: SmartHttp
  readonly changeSets: ChangeSets
  readonly events: EventParts
  readonly media: MediaParts
  readonly notices: Notices
  readonly hooks: Pick<WebhookParts, 'webhooks'>
  readonly vault: Vault
  readonly people: People
  readonly urls: SiteUrls
  readonly releases: Releases
  readonly maker: SiteMaker
  readonly options: SiteOptions
  readonly remover: SiteRemover
}

/** Every use case that has a route. */
export function createUseCases(needs: UseCaseNeeds): Services {
  return {
    ...createAccountUseCases(needs),
    ...createSiteUseCases(needs),
    ...createContentUseCases(needs),
    ...createJobUseCases(needs),
    git: needs.git,
    audit: needs.audit,
    webhooks: needs.hooks.webhooks,
    notifications: needs.notices.notifications,
    readiness: needs.branch.readiness,
  }
}

function createAccountUseCases({ resources, branch, vault, people, ...needs }: UseCaseNeeds) {
  const { audit, notices } = needs
  const { now, newId, store, note } = resources
  const { records } = store
  const { access, authors } = branch
  const { authentication, secondFactor, mailReport: mail } = people
  const { roleChanged } = notices.happenings
  const isLimited = secondFactor.isMissing
  const changed = authors.forget
  const shared = { records, access, vault, now, newId, note }
  const users = createUsers({
    ...shared,
    ...people,
    isLimited,
    changed,
    passwordChanged: people.letters.passwordChanged,
  })
  const sessions = createSessions({
    ...shared,
    authentication,
    isLimited,
    siteMaking: resources.config,
  })
  return {
    users,
    sessions,
    secondFactor,
    passkeys: people.passkeys,
    mail,
    tokens: createTokens(shared),
    firstStart: createFirstStart({ ...shared, ...people, users, sessions }),
    roles: createRoleManagement({ ...shared, changed: roleChanged }),
    ...createLinkUseCases(resources, {
      access,
      audit,
      vault,
      people,
      sessions,
      changed,
      roleChanged,
    }),
  }
}

function createSiteUseCases({ resources, branch, jobs, options, ...needs }: UseCaseNeeds) {
  const { now, newId, store, config, note } = resources
  const { records, index } = store
  const { access, advance, locks, authors } = branch
  const { urls, maker, remover } = needs
  const onUnreadable = warnOfUnreadable(resources)
  const { repositories } = branch
  return {
    siteJekylls: createSiteJekylls({ access, repositories, siteThemes: jobs.siteThemes }),
    servedNames: needs.servedNames,
    moving: createMoving({ ...branch, records, now, note }),
    domains: createDomains({ ...config, ...needs, records, access, onUnreadable }),
    sites: createSites({
      records,
      index,
      access,
      authors,
      advance,
      locks,
      maker,
      remover,
      note,
      now,
      newId,
      views: createSiteViews({ records, index, access, urls, options, onUnreadable }),
      onUnreadable,
      options,
      checkOptions,
      allowJekyll: config.allowJekyll,
      siteMaking: config,
      apiHost: apiHostOf(config),
    }),
  }
}

function createContentUseCases({ resources, branch, jobs, ...needs }: UseCaseNeeds) {
  const { urls, releases, media, vault } = needs
  const { now, newId, note, store } = resources
  const { records } = store
  const { entryIds } = records
  const { access, advance, repositories, authors } = branch
  const parts = { access, index: store.index, entryIds, advance, repositories, authors, now }
  const entries = createEditableEntries(parts)
  const shown = { ...parts, urls, releases, refresh: jobs.refresh, sessions: jobs.rendering }
  return {
    collections: createCollections(parts),
    documents: createDocuments(parts, entries),
    pages: createPages(parts, entries),
    history: createHistory(parts, entries),
    siteHistory: createSiteHistory(parts),
    textSearches: createTextSearches({
      ...parts,
      records: store.records,
      onUnreadable: warnOfUnreadable(resources),
    }),
    fields: createFields(parts),
    files: createFiles(parts),
    media: createMedia({ ...parts, ...media, records }),
    source: createSource(parts),
    dataFiles: createDataFiles(parts),
    templates: createTemplates(parts),
    downloads: createDownloads(parts),
    changes: createChanges(parts, entries),
    changeSets: needs.changeSets,
    unsavedTexts: createUnsavedTexts({ ...parts, records, newId }, entries),
    unsavedPages: createUnsavedPages(shown, entries),
    shares: createShares({ ...shown, records, vault, newId, note }, entries),
  }
}

function createJobUseCases({ resources, branch, jobs, ...needs }: UseCaseNeeds) {
  const { vault, releases, events, remover } = needs
  const { now, store, config } = resources
  const { records } = store
  const { access, authors } = branch
  const { runner, importing, repositoryImports } = jobs
  // Shared, because streams of both kinds count together.
  const streams = createStreams(() => config.streamsPerUser)
  return {
    jobs: createJobs({
      records,
      index: store.index,
      authors,
      access,
      runner,
      importing,
      discard: (siteId) => remover.discard(siteId),
      now,
      streams,
    }),
    repositoryImports,
    connectionTests: createConnectionTests({
      ...jobs,
      access,
      options: needs.options,
      checkOptions,
    }),
    siteEvents: createSiteEvents({
      ...events,
      records,
      index: store.index,
      access,
      authors,
      streams,
    }),
    linkCheck: createLinkCheck({ ...branch, index: store.index, records, releases, now }),
    rollback: createRollback({ records, access, releases, runner }),
    syncStatus: createSyncStatus({ ...branch, records, runner, decisions: jobs.decisions }),
    syncHook: createSyncHook({ records, access, vault, runner: () => runner }),
  }
}

function warnOfUnreadable({ warn }: Resources): (siteId: string, error: unknown) => void {
  return (siteId, error) => warn({ siteId, error }, "a site can't be read and is left out of lists")
}
