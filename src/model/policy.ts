/** The role table: who may do what, as src/http/README.md (Roles) describes it. Pure. Only `service/` asks it. */

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
  | 'data.use'
  | 'jobs.follow'
  | 'jobs.cancel'
  | 'preview.request'
  | 'preview.share'
  | 'publish.request'
  | 'sync.request'
  | 'releases.read'
  | 'history.read'
  | 'audit.read'
  | 'webhooks.manage'
  | 'sets.make'
  | 'sets.land'

/** What can be done to one document, page or collection file. */
export type EntryAction = 'read' | 'change' | 'delete' | 'reveal'

/** What the policy has to know about an entry. */
export interface EntrySubject {
  /** `file` for collection files, which have no visibility of their own. */
  readonly noun: 'text' | 'file'
  readonly visibility: Visibility
  /** True if the user created it. */
  readonly isOwn: boolean
  /** True in a change set, where a writer may propose changes of what is visible. */
  readonly isInSet?: boolean
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
  // Of these, publishers use the files that an admin has allowed them.
  'data.use': PUBLISHERS,
  'jobs.follow': EVERYBODY,
  'jobs.cancel': PUBLISHERS,
  'preview.request': EVERYBODY,
  'preview.share': PUBLISHERS,
  'publish.request': PUBLISHERS,
  'sync.request': PUBLISHERS,
  'releases.read': PUBLISHERS,
  'history.read': PUBLISHERS,
  'audit.read': ADMINS,
  'webhooks.manage': ADMINS,
  'sets.make': EVERYBODY,
  'sets.land': PUBLISHERS,
}

/** True if a role allows an action on its site. */
export function mayOnSite(role: RoleKind, action: SiteAction): boolean {
  return TABLE[action].includes(role)
}

/**
 * True if a role allows an action on one document, page or collection file.
 *
 * `reveal` means making a document visible or hidden. Writers read what is visible and what they created; they change
 * and delete only what they created, documents and pages only as long as these are not visible; but in a change set, which
 * waits for a publisher, also those that are visible.
 */
export function mayOnEntry(role: RoleKind, action: EntryAction, subject: EntrySubject): boolean {
  if (role !== 'writer') return true
  if (subject.noun === 'file') return action === 'read' || subject.isOwn
  if (action === 'reveal') return false
  if (action === 'read') return subject.visibility === 'visible' || subject.isOwn
  if (subject.visibility === 'visible') return subject.isInSet === true
  return subject.isOwn
}

/** What a role allows on its site, as `can` in the API shows it. */
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
