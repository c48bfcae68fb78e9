/** Describes what a change set has changed, by title and field, to those who may read it. */

import type { Change } from '../../git/diff/diff.js'
import type { Entry as GitEntry } from '../../git/objects/snapshot.js'
import type { Repository } from '../../git/repository.js'
import { withoutSet } from '../../model/change-set.js'
import type { EntryFacts, EntryKind, Visibility } from '../../model/entry.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import { mayRead, type Authors, type Viewer } from '../branch/authors.js'
import { configAt, type ConfigState } from '../branch/config-state.js'
import { describeInParts } from '../branch/entry-facts.js'
import { fieldsOf } from '../content/conflict-fields.js'
import type { SetFacts } from './set-facts.js'

/** One changed path. */
export interface SetChange {
  /** In the set; of a deleted file the last one. */
  readonly path: string
  /** The old path of a moved file. */
  readonly from: string | null
  readonly action: 'created' | 'changed' | 'moved' | 'deleted'
  readonly kind: EntryKind
  /** As in lists of documents and pages; null for a file, and for what is gone from both sides. */
  readonly id: string | null
  readonly title: string | null
  readonly visibility: Visibility
  /** Of a changed or moved text: the fields, named as in the API. */
  readonly fields: readonly string[]
  /** True if it can't be merged with what `main` has. */
  readonly isInConflict: boolean
}

interface Telling {
  readonly index: Pick<SiteIndex, 'entryByPath'>
  readonly authors: Pick<Authors, 'isOwn'>
  /** Its site has the key of the set. */
  readonly viewer: Viewer
  readonly repository: Repository
  readonly facts: SetFacts
  /** Paths that can't be merged. */
  readonly conflicts: ReadonlySet<string>
}

/** Leaves out what the viewer may not read. */
export async function tellChanges(
  telling: Telling,
  changes: readonly Change[],
): Promise<SetChange[]> {
  const { repository, facts } = telling
  const states = [
    await configAt(repository, facts.base),
    await configAt(repository, facts.head),
  ] as const
  const told: SetChange[] = []
  for (const change of changes) {
    const before = await describe(repository, change.before, states[0])
    const after = await describe(repository, change.after, states[1])
    const row = (before ?? after) ? toldChange(telling, change, { before, after }) : null
    if (row !== null) told.push(row)
  }
  return told
}

async function describe(
  repository: Repository,
  entry: GitEntry | null,
  state: ConfigState,
): Promise<EntryFacts | null> {
  if (entry === null) return null
  for await (const [facts] of describeInParts(
    repository,
    { entries: [entry], maxBytes: 1 },
    state,
  )) {
    if (facts) return facts
  }
  return null
}

interface Sides {
  readonly before: EntryFacts | null
  readonly after: EntryFacts | null
}

function toldChange(telling: Telling, { path }: Change, sides: Sides): SetChange | null {
  const { before, after } = sides
  const shown = after ?? before
  if (!shown || !isReadable(telling, sides)) return null
  const { index, viewer, conflicts } = telling
  const key = viewer.site.id
  const isMoved = before !== null && after !== null && before.path !== after.path
  const entry =
    after === null ? index.entryByPath(withoutSet(key), path) : index.entryByPath(key, path)
  const from = isMoved ? before.path : null
  return {
    path,
    from,
    action: actionOf(sides, isMoved),
    kind: shown.kind,
    id: entry === null || shown.text === null ? null : withoutSet(entry.id),
    title: shown.title,
    visibility: shown.visibility,
    fields: before && after ? fieldsBetween(before, after) : [],
    isInConflict: conflicts.has(path) || (from !== null && conflicts.has(from)),
  }
}

function actionOf({ before, after }: Sides, isMoved: boolean): SetChange['action'] {
  if (before === null) return 'created'
  if (after === null) return 'deleted'
  return isMoved ? 'moved' : 'changed'
}

/** Both versions must be readable. Files outside of collections are for those who see every change. */
function isReadable({ index, authors, viewer }: Telling, { before, after }: Sides): boolean {
  if (viewer.role !== 'writer') return true
  const key = viewer.site.id
  return [before, after].every((facts) => {
    if (facts === null) return true
    if (facts.text === null) return facts.kind === 'file' && facts.collection !== null
    const known =
      index.entryByPath(withoutSet(key), facts.path) ?? index.entryByPath(key, facts.path)
    // Of a text that is gone from both sides, nobody knows any more whose it was.
    const isKnown = known !== null || facts.visibility === 'visible'
    return isKnown && mayRead(authors, viewer, { createdBy: '', ...known, ...facts })
  })
}

/** The names of fields that differ; keys of `metadata` one by one. */
function fieldsBetween(before: EntryFacts, after: EntryFacts): string[] {
  const [old, now] = [before, after].map((facts) => {
    const { metadata, ...fields } = fieldsOf(facts)
    const keys = Object.entries(Object(metadata)).map(([key, value]) => [`metadata.${key}`, value])
    return { ...fields, ...Object.fromEntries(keys) } as Readonly<Record<string, unknown>>
  })
  if (!old || !now) return []
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
}
