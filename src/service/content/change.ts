/** What a change of several things at once is made of. */

import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { RoleKind } from '../../model/role.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import type { ConfigState } from '../branch/config-state.js'
import type { RenameHint } from '../branch/indexing.js'
import type { EditableEntries, EditableEntriesParts } from './editable-entries.js'
import type { TextInput } from './entry-edit.js'

export const CHANGE_ACTIONS = ['create', 'update', 'delete', 'move'] as const

type ChangeAction = (typeof CHANGE_ACTIONS)[number]

export const CHANGE_TYPES = ['document', 'page', 'file'] as const

/** One change. Documents and pages are named by `id` or whole `path`, files and folders by `path`. */
export interface Change {
  readonly action: ChangeAction
  readonly type: (typeof CHANGE_TYPES)[number]
  readonly id?: string | undefined
  /** Of a new document. */
  readonly collection?: string | undefined
  /** Of a new document in its collection; else from the site's root. */
  readonly path?: string | undefined
  /** Where it moves: documents in their collection, else from the site's root. */
  readonly to?: string | undefined
  /** oid of the version that must stand. */
  readonly ifMatch?: string | undefined
  readonly input: Omit<TextInput, 'path'>
  /** Of a file. */
  readonly content?: Buffer | undefined
}

export interface ChangeSet {
  readonly message?: string | undefined
  readonly changes: readonly Change[]
}

/** What became of one change; `id` and `sha` are null where there is none (a folder, what is deleted). */
export interface ChangeResult {
  readonly action: ChangeAction
  readonly type: Change['type']
  readonly id: string | null
  readonly path: string
  readonly sha: string | null
}

export interface Changed {
  /** oid of `main` afterwards; null for a site without commits. */
  readonly commit: string | null
  readonly results: readonly ChangeResult[]
}

/** What one change does to the files. */
export interface Effect {
  readonly files: ReadonlyMap<string, Edit>
  readonly hints?: readonly RenameHint[]
  /** Where it is afterwards, or was. */
  readonly path: string
  readonly id: string | null
}

/** What a change is judged by. */
export interface ChangeContext {
  readonly parts: EditableEntriesParts
  readonly entries: EditableEntries
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
  readonly snapshot: Snapshot
  readonly state: ConfigState
  /** Whether something is at a path, before or by the changes until now. */
  readonly isTaken: (path: string) => Promise<boolean>
}
