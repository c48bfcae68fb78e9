/** What somebody may do on a site, so that nothing is offered that would be refused. */

import type { RoleKind, Visibility } from '../api/types.js'

type SiteRight =
  | 'update'
  | 'delete'
  | 'publish'
  | 'preview'
  | 'sync'
  | 'manage_roles'
  | 'edit_source'
  | 'create_documents'
  | 'upload_files'

interface EntryRights {
  readonly update: boolean
  readonly delete: boolean
  /** To make visible or hidden. */
  readonly publish: boolean
}

export interface Rights {
  readonly site: Readonly<Record<SiteRight, boolean>>
  readonly entry: (entry: {
    readonly user_id: string
    readonly visibility: Visibility
  }) => EntryRights
  readonly file: (file: { readonly user_id: string }) => { readonly delete: boolean }
}

/** The table of roles. The server asks it again for every request. */
export function rightsOf(role: RoleKind, userId: string): Rights {
  const isAdmin = role === 'admin'
  const isPublisher = isAdmin || role === 'publisher'
  return {
    site: {
      update: isAdmin,
      delete: isAdmin,
      manage_roles: isAdmin,
      edit_source: isAdmin,
      publish: isPublisher,
      sync: isPublisher,
      preview: true,
      create_documents: true,
      upload_files: true,
    },
    entry: ({ user_id, visibility }) => {
      // A writer works on her own texts until somebody has made them visible.
      const may = isPublisher || (user_id === userId && visibility !== 'visible')
      return { update: may, delete: may, publish: isPublisher }
    },
    file: ({ user_id }) => ({ delete: isPublisher || user_id === userId }),
  }
}
