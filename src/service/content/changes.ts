/**
 * Applies change sets: documents, pages and files are created, updated, moved and deleted in one commit, all or
 * nothing.
 *
 * Each change is checked against the site before the first change, with the site's lock held. Two changes must not
 * touch the same path.
 */

import { checkPath } from '../../content/paths.js'
import { GalleyError, invalid } from '../../errors.js'
import type { Edit } from '../../git/commit.js'
import type { Snapshot } from '../../git/objects/snapshot.js'
import type { SiteRecord } from '../../model/site.js'
import type { Actor } from '../../model/user.js'
import { forEachYielding } from '../../system/yielding.js'
import { commitAs } from '../accounts/commit-as.js'
import { configIn } from '../branch/config-state.js'
import type { RenameHint } from '../branch/indexing.js'
import { takenIn, type IsTaken } from '../branch/path-collisions.js'
import { fileChange } from './change-files.js'
import { freed } from './freed-addresses.js'
import { textChange } from './change-texts.js'
import type { EditableEntries, EditableEntriesParts } from './editable-entries.js'
import type { Change, ChangeContext, Changed, ChangeResult, ChangeSet, Effect } from './change.js'
import { CHANGE_ACTIONS } from './change.js'

export type Changes = ReturnType<typeof createChanges>

export function createChanges(parts: EditableEntriesParts, entries: EditableEntries) {
  return {
    /**
     * Applies all changes, or none.
     *
     * @throws GalleyError like each change on its own, with fields named `changes.N.field`
     */
    async apply(requester: Actor, siteId: string, set: ChangeSet): Promise<Changed> {
      const on = parts.access.onSite(requester, siteId, 'documents.create')
      const { site, role } = on
      const repository = await parts.repositories.get(site.id)
      let effects: readonly Effect[] = []
      const by = { actor: requester, ...on }
      const { commit } = await commitAs(parts, by, async (snapshot, actor) => {
        const state = await configIn(repository, snapshot)
        const context = { parts, entries, actor, site, role, snapshot, state }
        const gathered = await gather(context, set.changes)
        effects = gathered.effects
        const message = set.message?.trim() || messageFor(set.changes, effects)
        return { files: gathered.files, hints: gathered.hints, message }
      })
      const results = effects.map((effect, i) => resultOf(parts, site, { effect, set, i }))
      return { commit, results }
    },
  }
}

interface Gathered {
  readonly files: ReadonlyMap<string, Edit>
  readonly hints: RenameHint[]
  readonly effects: Effect[]
}

async function gather(
  context: Omit<ChangeContext, 'isTaken'>,
  changes: readonly Change[],
): Promise<Gathered> {
  const files = new Map<string, Edit>()
  const hints: RenameHint[] = []
  const effects: Effect[] = []
  const by = new Map<string, number>()
  const isTaken = takenBy(context.snapshot, files)
  for (const [i, change] of changes.entries()) {
    try {
      const effect = await effectOf({ ...context, isTaken }, change)
      await forEachYielding(effect.files, ([path, edit]) => {
        const other = by.get(path)
        if (other !== undefined)
          throw invalid('path', `is "${path}", which changes.${other} changes too`)
        const reason = edit === null ? null : checkPath(path)
        if (reason !== null) throw invalid(change.action === 'move' ? 'to' : 'path', reason)
        by.set(path, i)
        files.set(path, edit)
      })
      hints.push(...(effect.hints ?? []))
      effects.push(effect)
    } catch (error) {
      throw error instanceof GalleyError ? numbered(error, i, change) : error
    }
  }
  const { parts, site, snapshot } = context
  const freeing = { index: parts.index, siteId: site.id, snapshot }
  return { files: await freed(freeing, files, effects), hints, effects }
}

function effectOf(context: ChangeContext, change: Change): Promise<Effect> {
  return change.type === 'file' ? fileChange(context, change) : textChange(context, change)
}

/** True if the path exists in any spelling, or one of the changes creates it. */
function takenBy(snapshot: Snapshot, files: ReadonlyMap<string, Edit>): IsTaken {
  const isTaken = takenIn(snapshot)
  return async (path, mover) => files.has(path) || isTaken(path, mover)
}

/** The same error, with the number of the change. */
function numbered(error: GalleyError, number: number, change: Change): GalleyError {
  const name = `changes.${number}`
  const own = error.details ?? (error.code === 'not_found' ? notFoundDetails(change) : undefined)
  const details = own?.map(({ field, message }) => ({ field: `${name}.${field}`, message }))
  return new GalleyError(error.code, `${name}: ${error.message}`, {
    ...(details && { details }),
    cause: error,
    ...(error.currentSha !== undefined && { currentSha: error.currentSha }),
    ...(error.conflict && { conflict: error.conflict }),
  })
}

/** The field that names what is not there: of a new document its collection. */
function notFoundDetails({ action, id }: Change): { field: string; message: string }[] {
  const field = action === 'create' ? 'collection' : id === undefined ? 'path' : 'id'
  return [{ field, message: 'names nothing that is there' }]
}

const VERBS = { create: 'Create', update: 'Update', delete: 'Delete', move: 'Move' } as const

function messageFor(changes: readonly Change[], effects: readonly Effect[]): string {
  const [first] = changes
  if (changes.length === 1 && first) return `${VERBS[first.action]} ${effects[0]?.path ?? ''}`
  const counts = CHANGE_ACTIONS.flatMap((action) => {
    const count = changes.filter((change) => change.action === action).length
    return count === 0 ? [] : [`${VERBS[action].toLowerCase()} ${count}`]
  })
  const text = counts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface Settled {
  readonly effect: Effect
  readonly set: ChangeSet
  readonly i: number
}

function resultOf(
  { index }: EditableEntriesParts,
  site: SiteRecord,
  { effect, set, i }: Settled,
): ChangeResult {
  const { action = 'update', type = 'file' } = set.changes[i] ?? {}
  const entry = action === 'delete' ? null : index.entryByPath(site.id, effect.path)
  return {
    action,
    type,
    path: effect.path,
    id: entry?.id ?? effect.id,
    sha: entry?.oid ?? null,
  }
}
