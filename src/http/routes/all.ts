/** The table of all routes. */

import type { Changes } from '../../service/content/changes.js'
import type { Collections } from '../../service/content/collections.js'
import type { Documents } from '../../service/content/documents.js'
import type { Fields } from '../../service/content/fields.js'
import type { SiteEvents } from '../../service/events/site-events.js'
import type { Files } from '../../service/content/files.js'
import type { TextSearches } from '../../service/content/search.js'
import type { SiteHistory } from '../../service/content/site-history.js'
import type { SmartHttp } from '../../service/push/smart-http.js'
import type { History } from '../../service/content/history.js'
import type { Jobs } from '../../service/jobs/jobs.js'
import type { Media } from '../../service/media/media.js'
import type { Pages } from '../../service/content/pages.js'
import type { FirstStart } from '../../service/accounts/first-start.js'
import type { Sessions } from '../../service/accounts/sessions.js'
import type { Rollback } from '../../service/publish/rollback.js'
import type { UnsavedPages } from '../../service/render/unsaved.js'
import type { Roles } from '../../service/accounts/roles.js'
import type { Downloads } from '../../service/sites/downloads.js'
import type { Sites } from '../../service/sites/sites.js'
import type { Source } from '../../service/content/source.js'
import type { ConnectionTests } from '../../service/publish/connection-tests.js'
import type { RepositoryImports } from '../../service/sync/repository-import.js'
import type { SyncStatuses } from '../../service/sync/status.js'
import type { SyncHook } from '../../service/sync/hook.js'
import type { Users } from '../../service/accounts/users.js'
import { openApiDocumentInTurns } from '../openapi/document.js'
import type { Route } from '../route.js'
import { authRoutes } from './auth.js'
import { changesRoutes } from './changes.js'
import { collectionsRoutes } from './collections.js'
import { docsRoutes } from './docs.js'
import { documentsRoutes } from './documents.js'
import { eventsRoutes } from './events.js'
import { fieldsRoutes } from './fields.js'
import { filesRoutes } from './files.js'
import { gitRoutes } from './git.js'
import { historyRoutes } from './history.js'
import { hooksRoutes } from './hooks.js'
import { jobsRoutes } from './jobs.js'
import { mediaRoutes } from './media.js'
import { pagesRoutes } from './pages.js'
import { renderRoutes } from './render.js'
import { releasesRoutes } from './releases.js'
import { rolesRoutes } from './roles.js'
import { searchRoutes } from './search.js'
import { sessionRoutes } from './session.js'
import { siteHistoryRoutes } from './site-history.js'
import { sitesRoutes } from './sites.js'
import { sourceRoutes } from './source.js'
import { systemRoutes, type SystemParts } from './system.js'
import { usersRoutes } from './users.js'

/** The services that routes use. */
export interface Services {
  readonly users: Users
  readonly sessions: Sessions
  readonly firstStart: FirstStart
  readonly roles: Roles
  readonly sites: Sites
  readonly collections: Collections
  readonly documents: Documents
  readonly pages: Pages
  readonly unsavedPages: UnsavedPages
  readonly history: History
  readonly siteHistory: SiteHistory
  readonly textSearches: TextSearches
  readonly fields: Fields
  readonly files: Files
  readonly media: Media
  readonly source: Source
  readonly downloads: Downloads
  readonly changes: Changes
  readonly git: SmartHttp
  readonly jobs: Jobs
  readonly repositoryImports: RepositoryImports
  readonly siteEvents: SiteEvents
  readonly rollback: Rollback
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
    ...usersRoutes(services.users, publicUrl),
    ...sitesRoutes(services.sites, publicUrl),
    ...rolesRoutes(services.roles, publicUrl),
    ...collectionsRoutes(services.collections, publicUrl),
    ...fieldsRoutes(services.fields),
    ...documentsRoutes(services.documents, publicUrl),
    ...pagesRoutes(services.pages, publicUrl),
    ...searchRoutes(services.textSearches, publicUrl),
    ...renderRoutes(services.unsavedPages),
    ...historyRoutes(services.history, publicUrl),
    ...siteHistoryRoutes(services.siteHistory, publicUrl),
    ...filesRoutes(services.files, publicUrl),
    ...mediaRoutes(services.media, publicUrl),
    ...sourceRoutes(services, publicUrl),
    ...changesRoutes(services.changes),
    ...gitRoutes(services.git),
    ...jobsRoutes(services, publicUrl),
    ...eventsRoutes(services.siteEvents),
    ...releasesRoutes(services.rollback, publicUrl),
    ...hooksRoutes(services, publicUrl),
    ...systemRoutes({ ...system, ...services.readiness, document }),
    ...docsRoutes(document, publicUrl),
  ]
  return routes
}
