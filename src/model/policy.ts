/** Who may do what: one pure function over the table of src/http/README.md (Roles). `service/` asks, nobody else. */

import type { RoleKind } from './role.js'
import type { EntryRights, Visibility } from './entry.js'

/** What can be done on a site, apart from single documents and pages. */
export type SiteAction =
  | 'site.read'
  | 'site.change'
  | 'site.delete'
  | 'users.read'
  | 'roles.manage'
  | 'collections.read'
  | 'collections.change'
  | 'files.read'
  | 'files.upload'
  | 'documents.list'
  | 'documents.create'
  | 'source.use'
  | 'jobs.follow'
  | 'jobs.cancel'
  | 'preview.request'
  | 'publish.request'
  | 'sync.request'
  | 'releases.read'
  | 'history.read'

/** What can be done to one document, page or collection file. */
export type EntryAction = 'read' | 'change' | 'delete' | 'reveal'

/** The entry as far as the policy cares. */
export interface EntrySubject {
  /** `file` for collection files, which have no visibility of their own. */
  readonly noun: 'text' | 'file'
  readonly visibility: Visibility
  /** Whether whoever acts made it. */
  readonly isOwn: boolean
}

const EVERYBODY: readonly RoleKind[] = ['admin', 'publisher', 'writer']
const PUBLISHERS: readonly RoleKind[] = ['admin', 'publisher']
const ADMINS: readonly RoleKind[] = ['admin']

const TABLE: Readonly<Record<SiteAction, readonly RoleKind[]>> = {
  'site.read': EVERYBODY,
  'site.change': ADMINS,
  'site.delete': ADMINS,
  'users.read': EVERYBODY,
  'roles.manage': ADMINS,
  'collections.read': EVERYBODY,
  'collections.change': ADMINS,
  'files.read': EVERYBODY,
  'files.upload': EVERYBODY,
  'documents.list': EVERYBODY,
  'documents.create': EVERYBODY,
  'source.use': ADMINS,
  'jobs.follow': EVERYBODY,
  'jobs.cancel': PUBLISHERS,
  'preview.request': EVERYBODY,
  'publish.request': PUBLISHERS,
  'sync.request': PUBLISHERS,
  'releases.read': PUBLISHERS,
  'history.read': PUBLISHERS,
}

/** Whether a role allows an action on its site. */
export function mayOnSite(role: RoleKind, action: SiteAction): boolean {
  return TABLE[action].includes(role)
}

/**
 * Whether a role allows an action on one document, page or collection file.
 *
 * `reveal` is making a document visible or hidden. A writer reads what is visible and what is his
 * own, and changes only his own while it is not visible; of collection files he deletes his own.
 */
export function mayOnEntry(role: RoleKind, action: EntryAction, subject: EntrySubject): boolean {
  if (role !== 'writer') return true
  if (subject.noun === 'file') return action === 'read' || subject.isOwn
  if (action === 'reveal') return false
  if (action === 'read') return subject.visibility === 'visible' || subject.isOwn
  return subject.isOwn && subject.visibility !== 'visible'
}

/** What a role allows on its site, for whoever shows it. */
export interface SiteRights {
  readonly update: boolean
  readonly delete: boolean
  readonly publish: boolean
  readonly preview: boolean
  readonly sync: boolean
  readonly manageRoles: boolean
  readonly editSource: boolean
  readonly createCollections: boolean
  readonly createDocuments: boolean
  readonly uploadFiles: boolean
}

export function siteRights(role: RoleKind): SiteRights {
  return {
    update: mayOnSite(role, 'site.change'),
    delete: mayOnSite(role, 'site.delete'),
    publish: mayOnSite(role, 'publish.request'),
    preview: mayOnSite(role, 'preview.request'),
    sync: mayOnSite(role, 'sync.request'),
    manageRoles: mayOnSite(role, 'roles.manage'),
    editSource: mayOnSite(role, 'source.use'),
    createCollections: mayOnSite(role, 'collections.change'),
    createDocuments: mayOnSite(role, 'documents.create'),
    uploadFiles: mayOnSite(role, 'files.upload'),
  }
}

/** What a role allows on a collection of its site. */
export interface CollectionRights {
  readonly update: boolean
  readonly delete: boolean
  readonly createDocuments: boolean
  readonly uploadFiles: boolean
}

export function collectionRights(role: RoleKind): CollectionRights {
  const mayChange = mayOnSite(role, 'collections.change')
  return {
    update: mayChange,
    delete: mayChange,
    createDocuments: mayOnSite(role, 'documents.create'),
    uploadFiles: mayOnSite(role, 'files.upload'),
  }
}

export function entryRights(role: RoleKind, subject: EntrySubject): EntryRights {
  return {
    update: mayOnEntry(role, 'change', subject),
    delete: mayOnEntry(role, 'delete', subject),
    publish: mayOnEntry(role, 'reveal', subject),
  }
}
