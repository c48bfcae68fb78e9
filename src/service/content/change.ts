/** Types of change sets. */

import type { IsTaken } from '../branch/path-collisions.js'
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

/** One change. Documents and pages are identified by `id` or full `path`, files and folders by `path`. */
export interface Change {
  readonly action: ChangeAction
  readonly type: (typeof CHANGE_TYPES)[number]
  readonly id?: string | undefined
  /** Of a new document. */
  readonly collection?: string | undefined
  /** For a new document, relative to its collection; else from the site's root. */
  readonly path?: string | undefined
  /** The new path: for documents relative to the collection, else from the site's root. */
  readonly to?: string | undefined
  /** Id of the version that must be current. */
  readonly ifMatch?: string | undefined
  readonly input: Omit<TextInput, 'path'>
  /** Content of a file. */
  readonly content?: Buffer | undefined
}

export interface ChangeSet {
  readonly message?: string | undefined
  readonly changes: readonly Change[]
}

/** The result of one change; `id` and `sha` are null if there is none (a folder, a deletion). */
export interface ChangeResult {
  readonly action: ChangeAction
  readonly type: Change['type']
  readonly id: string | null
  readonly path: string
  readonly sha: string | null
}

export interface Changed {
  /** The new commit of `main`; null for a site without commits. */
  readonly commit: string | null
  readonly results: readonly ChangeResult[]
}

/** The effect of one change on the files. */
export interface Effect {
  readonly files: ReadonlyMap<string, Edit>
  readonly hints?: readonly RenameHint[]
  /** The new path, or the last one after a deletion. */
  readonly path: string
  readonly id: string | null
  /** Addresses that a text has again, because it is shown. */
  readonly addresses?: readonly string[]
}

/** What is needed to check a change. */
export interface ChangeContext {
  readonly parts: EditableEntriesParts
  readonly entries: EditableEntries
  readonly actor: Actor
  readonly site: SiteRecord
  readonly role: RoleKind
  readonly snapshot: Snapshot
  readonly state: ConfigState
  /** True if a path exists, or is created by an earlier change of the set. */
  readonly isTaken: IsTaken
}
