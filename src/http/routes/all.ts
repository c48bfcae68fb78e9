/** The table of all routes. */

import type { ChangeSets } from '../../service/sets/change-sets.js'
import type { Changes } from '../../service/content/changes.js'
import type { Collections } from '../../service/content/collections.js'
import type { Documents } from '../../service/content/documents.js'
import type { Fields } from '../../service/content/fields.js'
import type { SiteEvents } from '../../service/events/site-events.js'
import type { Files } from '../../service/content/files.js'
import type { TextSearches } from '../../service/content/search.js'
import type { SiteJekylls } from '../../service/sites/site-jekyll.js'
import type { SiteHistory } from '../../service/content/site-history.js'
import type { SmartHttp } from '../../service/push/smart-http.js'
import type { UnsavedTexts } from '../../service/content/unsaved-texts.js'
import type { History } from '../../service/content/history.js'
import type { Jobs } from '../../service/jobs/jobs.js'
import type { Media } from '../../service/media/media.js'
import type { Pages } from '../../service/content/pages.js'
import type { Invitations } from '../../service/accounts/invitations.js'
import type { Oidc } from '../../service/accounts/oidc.js'
import type { MailReport } from '../../service/accounts/mail-report.js'
import type { Passkeys } from '../../service/accounts/passkeys.js'
import type { PasswordResets } from '../../service/accounts/password-resets.js'
import type { SecondFactor } from '../../service/accounts/second-factor.js'
import type { FirstStart } from '../../service/accounts/first-start.js'
import type { Sessions } from '../../service/accounts/sessions.js'
import type { LinkCheck } from '../../service/publish/link-check.js'
import type { Rollback } from '../../service/publish/rollback.js'
import type { Shares } from '../../service/render/shares.js'
import type { UnsavedPages } from '../../service/render/unsaved.js'
import type { Roles } from '../../service/accounts/roles.js'
import type { Downloads } from '../../service/sites/downloads.js'
import type { Domains } from '../../service/sites/domains.js'
import type { Moving } from '../../service/sites/moving.js'
import type { ServedNames } from '../../service/sites/served-names.js'
import type { Sites } from '../../service/sites/sites.js'
import type { Templates } from '../../service/content/templates.js'
import type { DataFiles } from '../../service/content/data-files.js'
import type { Source } from '../../service/content/source.js'
import type { ConnectionTests } from '../../service/publish/connection-tests.js'
import type { RepositoryImports } from '../../service/sync/repository-import.js'
import type { SyncStatuses } from '../../service/sync/status.js'
import type { SyncHook } from '../../service/sync/hook.js'
import type { AuditLog } from '../../service/accounts/audit.js'
import type { Tokens } from '../../service/accounts/tokens.js'
import type { Notifications } from '../../service/notices/notifications.js'
import type { Webhooks } from '../../service/notices/webhooks.js'
import type { Users } from '../../service/accounts/users.js'
import { openApiDocumentInTurns } from '../openapi/document.js'
import type { Route } from '../route.js'
import { auditRoutes } from './audit.js'
import { authRoutes } from './auth.js'
import { changeSetsRoutes } from './change-sets.js'
import { changesRoutes } from './changes.js'
import { collectionsRoutes } from './collections.js'
import { docsRoutes } from './docs.js'
import { documentsRoutes } from './documents.js'
import { domainsRoutes } from './domains.js'
import { eventsRoutes } from './events.js'
import { fieldsRoutes } from './fields.js'
import { filesRoutes } from './files.js'
import { gitRoutes } from './git.js'
import { historyRoutes } from './history.js'
import { hooksRoutes } from './hooks.js'
import { invitationsRoutes } from './invitations.js'
import { oidcRoutes } from './oidc.js'
import { jobsRoutes } from './jobs.js'
import { mailRoutes } from './mail.js'
import { mcpRoutes } from './mcp.js'
import { mediaRoutes } from './media.js'
import { movingRoutes } from './moving.js'
import { notificationsRoutes } from './notifications.js'
import { pagesRoutes } from './pages.js'
import { passkeysRoutes } from './passkeys.js'
import { passwordsRoutes } from './passwords.js'
import { renderRoutes } from './render.js'
import { releasesRoutes } from './releases.js'
import { rolesRoutes } from './roles.js'
import { searchRoutes } from './search.js'
import { secondFactorRoutes } from './second-factor.js'
import { sessionRoutes } from './session.js'
import { sharesRoutes } from './shares.js'
import { siteHistoryRoutes } from './site-history.js'
import { siteJekyllRoutes } from './site-jekyll.js'
import { sitesRoutes } from './sites.js'
import { templatesRoutes } from './templates.js'
import { dataFilesRoutes } from './data-files.js'
import { sourceRoutes } from './source.js'
import { systemRoutes, type SystemParts } from './system.js'
import { tokensRoutes } from './tokens.js'
import { unsavedRoutes } from './unsaved.js'
import { usersRoutes } from './users.js'
import { webhooksRoutes } from './webhooks.js'

/** The services that routes use. */
export interface Services {
  readonly users: Users
  readonly sessions: Sessions
  readonly tokens: Tokens
  readonly audit: Pick<AuditLog, 'list' | 'all'>
  readonly webhooks: Webhooks
  readonly notifications: Notifications
  readonly firstStart: FirstStart
  readonly secondFactor: SecondFactor
  readonly passkeys: Passkeys
  readonly invitations: Invitations
  readonly oidc: Oidc
  readonly passwordResets: PasswordResets
  readonly mail: MailReport
  readonly roles: Roles
  readonly sites: Sites
  readonly siteJekylls: SiteJekylls
  readonly servedNames: ServedNames
  readonly domains: Domains
  readonly moving: Moving
  readonly collections: Collections
  readonly documents: Documents
  readonly pages: Pages
  readonly unsavedPages: UnsavedPages
  readonly unsavedTexts: UnsavedTexts
  readonly shares: Shares
  readonly history: History
  readonly siteHistory: SiteHistory
  readonly textSearches: TextSearches
  readonly fields: Fields
  readonly files: Files
  readonly media: Media
  readonly source: Source
  readonly dataFiles: DataFiles
  readonly templates: Templates
  readonly downloads: Downloads
  readonly changes: Changes
  readonly changeSets: ChangeSets
  readonly git: SmartHttp
  readonly jobs: Jobs
  readonly repositoryImports: RepositoryImports
  readonly siteEvents: SiteEvents
  readonly rollback: Rollback
  readonly linkCheck: LinkCheck
  readonly readiness: Pick<SystemParts, 'pending'>
  readonly syncHook: SyncHook
  readonly connectionTests: ConnectionTests
  readonly syncStatus: SyncStatuses
}

/** All routes, in the order in which they are matched. */
export function allRoutes(
  services: Services,
  system: Omit<SystemParts, 'document' | 'pending'> & { readonly publicUrl: string },
): readonly Route[] {
  const { publicUrl } = system
  let made: Promise<Record<string, unknown>> | undefined
  const document = () => (made ??= openApiDocumentInTurns(routes, publicUrl))
  const routes: Route[] = [
    ...authRoutes(services.users),
    ...sessionRoutes(services, publicUrl),
    ...tokensRoutes(services.tokens, publicUrl),
    ...usersRoutes(services, publicUrl),
    ...secondFactorRoutes(services.secondFactor),
    ...passkeysRoutes(services.passkeys, publicUrl),
    ...passwordsRoutes(services.passwordResets, publicUrl),
    ...mailRoutes(services.mail),
    ...sitesRoutes(services.sites, publicUrl),
    ...siteJekyllRoutes(services.siteJekylls),
    ...rolesRoutes(services.roles, publicUrl),
    ...invitationsRoutes(services.invitations, publicUrl),
    ...oidcRoutes(services.oidc, publicUrl),
    ...collectionsRoutes(services.collections, publicUrl),
    ...fieldsRoutes(services.fields),
    ...documentsRoutes(services.documents, publicUrl),
    ...pagesRoutes(services.pages, publicUrl),
    ...searchRoutes(services.textSearches, publicUrl),
    ...renderRoutes(services.unsavedPages),
    ...unsavedRoutes(services.unsavedTexts),
    ...sharesRoutes(services.shares),
    ...historyRoutes(services.history, publicUrl),
    ...siteHistoryRoutes(services.siteHistory, publicUrl),
    ...filesRoutes(services.files, publicUrl),
    ...mediaRoutes(services.media, publicUrl),
    ...sourceRoutes(services, publicUrl),
    ...templatesRoutes(services.templates),
    ...dataFilesRoutes(services.dataFiles),
    ...changesRoutes(services.changes),
    ...changeSetsRoutes(services.changeSets, publicUrl),
    ...gitRoutes(services.git),
    ...jobsRoutes(services, publicUrl),
    ...eventsRoutes(services.siteEvents),
    ...releasesRoutes(services, publicUrl),
    ...auditRoutes(services.audit, publicUrl),
    ...webhooksRoutes(services.webhooks, publicUrl),
    ...hooksRoutes(services, publicUrl),
    ...notificationsRoutes(services.notifications, publicUrl),
    ...mcpRoutes(system.version),
    ...systemRoutes({ ...system, ...services.readiness, document }),
    ...movingRoutes(services.moving),
    ...domainsRoutes(services, publicUrl),
    ...docsRoutes(document, publicUrl),
  ]
  return routes
}
