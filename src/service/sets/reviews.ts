/**
 * The review of change sets: their makers hand them in, publishers send them back with notes, or land them.
 *
 * Handed in is a commit of the set, not its name: whatever moves the branch opens it again, so nobody lands by mistake what
 * was not reviewed.
 *
 * @see src/http/README.md (Change sets)
 */

import { GalleyError, invalid, notFound } from '../../errors.js'
import { inSet, type ChangeSet, type SetNote } from '../../model/change-set.js'
import type { NewId } from '../../model/ids.js'
import type { SiteAction } from '../../model/policy.js'
import type { Actor } from '../../model/user.js'
import { partOf } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import type { SiteAccess } from '../accounts/access.js'
import { authorOf } from '../branch/authors.js'
import type { Locks } from '../branch/locks.js'
import type { Repositories } from '../branch/repositories.js'
import type { Page, Window } from '../branch/views.js'
import type { createSetFacts, SetFacts } from './set-facts.js'

/** What people are told of a set. */
export interface SetReviewed {
  readonly kind: 'handed_in' | 'sent_back' | 'landed'
  /** As it was before. */
  readonly set: ChangeSet
  /** Who did it; null for the server. */
  readonly by: string | null
  /** What was said with it; may be empty. */
  readonly text: string
}

interface SetReviewsParts {
  readonly records: Pick<Records, 'changeSets'>
  readonly repositories: Repositories
  readonly locks: Locks
  readonly facts: Pick<ReturnType<typeof createSetFacts>, 'of'>
  readonly reviewed: (reviewed: SetReviewed) => void
  readonly now: () => number
  readonly newId: NewId
}

/** A set of a site. */
interface SetPlace {
  readonly siteId: string
  readonly id: string
}

interface Tools<View> {
  readonly find: (
    actor: Actor,
    place: SetPlace,
    action: SiteAction,
  ) => Promise<{ readonly on: SiteAccess; readonly set: ChangeSet }>
  readonly view: (by: SiteAccess & { readonly actor: Actor }, set: ChangeSet) => Promise<View>
}

type Remark = Pick<SetNote, 'path' | 'text'>

export function createSetReviews<View>(parts: SetReviewsParts, { find, view }: Tools<View>) {
  const { records, reviewed } = parts
  const viewNow = (by: SiteAccess & { readonly actor: Actor }, set: ChangeSet) =>
    view(by, records.changeSets.find(set.siteId, set.id) ?? set)
  return {
    /** Says that a set is ready for publishers. @throws GalleyError `validation_failed` if it has changed nothing */
    async handIn(actor: Actor, place: SetPlace, text: string): Promise<View> {
      const { on, set } = await find(actor, place, 'sets.make')
      const by = authorOf(actor).userId ?? null
      await change(parts, set, (now, { head, changes }) => {
        if (changes.length === 0) throw invalid('change_set', 'has changed nothing')
        records.changeSets.put({ ...now, handedIn: { head, at: parts.now(), userId: by } })
        keepNotes(parts, { set, by, kind: 'handed_in' }, [{ path: null, text }])
      })
      reviewed({ kind: 'handed_in', set, by, text })
      return viewNow({ actor, ...on }, set)
    },

    /**
     * Opens a set again that was handed in, with what is to be changed.
     *
     * @throws GalleyError `conflict` if it is not handed in as it is now; `validation_failed` for a note about a file that
     *   the set does not change
     */
    async sendBack(actor: Actor, place: SetPlace, remarks: readonly Remark[]): Promise<View> {
      const { on, set } = await find(actor, place, 'sets.land')
      const by = authorOf(actor).userId ?? null
      const was = await change(parts, set, (now, { head, changes }) => {
        if (now.handedIn?.head !== head) throw notHandedIn()
        const known = new Set(changes.map(({ path }) => path))
        const other = remarks.find(({ path }) => path !== null && !known.has(path))
        if (other)
          throw invalid('notes', `name ${other.path}, which the change set does not change`)
        records.changeSets.put({ ...now, handedIn: null })
        keepNotes(parts, { set, by, kind: 'sent_back' }, remarks)
      })
      reviewed({ kind: 'sent_back', set: was, by, text: remarks[0]?.text ?? '' })
      return viewNow({ actor, ...on }, set)
    },

    /** Newest first. */
    async notes(actor: Actor, place: SetPlace, window: Window): Promise<Page<SetNote>> {
      const { set } = await find(actor, place, 'sets.make')
      return partOf(records.changeSets.notes(set.siteId, set.id), window, NEWEST_FIRST)
    },
  }
}

const NEWEST_FIRST = { placeOf: ({ seq }: SetNote) => [seq], direction: 'desc' } as const

/** Works on an open set while nobody else moves it. @returns the set before */
function change(
  { records, repositories, locks, facts }: SetReviewsParts,
  { siteId, id }: ChangeSet,
  work: (set: ChangeSet, facts: SetFacts) => void,
): Promise<ChangeSet> {
  const key = inSet(siteId, id)
  return locks.run(key, async () => {
    const found = await facts.of(await repositories.get(key))
    const set = records.changeSets.find(siteId, id)
    if (set?.state !== 'open' || found === null) throw notFound('open change set')
    work(set, found)
    return set
  })
}

interface Noting extends Pick<SetNote, 'kind'> {
  readonly set: ChangeSet
  readonly by: string | null
}

function keepNotes(
  { records, now, newId }: SetReviewsParts,
  { set, by, kind }: Noting,
  remarks: readonly Remark[],
): void {
  const shared = { kind, userId: by, createdAt: now() }
  const notes = remarks.map(({ path, text }) => ({ ...shared, id: newId(), path, text }))
  records.changeSets.addNotes(set.siteId, set.id, notes)
}

function notHandedIn(): GalleyError {
  const message = 'This change set is not handed in: it was changed, or sent back, meanwhile.'
  return new GalleyError('conflict', message)
}
