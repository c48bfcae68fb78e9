/** Tells people of what happened, a moment later: nobody waits for it, and a fault in it breaks nothing else. */

import { userIdOf } from '../../model/commit.js'
import type { Happened } from '../../model/notification.js'
import { emailKey } from '../../model/user.js'
import type { CommitChanges, SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { nextTurn } from '../../system/yielding.js'
import type { Notifications } from './notifications.js'

/** @param whom finds the users */
export type Telling = (whom: () => readonly string[], happened: Omit<Happened, 'siteTitle'>) => void

interface TellingDependencies {
  readonly index: Pick<SiteIndex, 'siteFacts' | 'entryByPath'>
  readonly notifications: Pick<Notifications, 'notify'>
  readonly onError: (error: unknown, siteId: string) => void
}

export function createTelling({ index, notifications, onError }: TellingDependencies): Telling {
  return (whom, happened) => {
    const { siteId } = happened
    // What happened may be a part of a transaction.
    setImmediate(() => {
      try {
        const siteTitle = index.siteFacts(siteId)?.title ?? ''
        notifications.notify(whom(), { ...happened, siteTitle })
      } catch (error) {
        onError(error, siteId)
      }
    })
  }
}

interface TextTellingDependencies extends Pick<TellingDependencies, 'index' | 'onError'> {
  readonly records: Pick<Records, 'addresses' | 'users'>
  readonly tell: Telling
}

/** Changed paths of a commit that are looked at. */
const MAX_PATHS = 50
/** Texts of somebody that are named one by one; more that one commit changes are told of together. */
const MAX_NAMED = 3
/** Commits that wait to be looked at; nobody is told of those that come then. */
const MAX_WAITING = 200

interface ChangedText {
  readonly creatorId: string
  readonly textId: string
  readonly textType: 'document' | 'page'
  readonly name: string
}

/** Tells users that somebody else changed a text that they wrote. @returns to be called with the commits that are indexed */
export function createTextTelling(
  dependencies: TextTellingDependencies,
): (siteId: string, commits: readonly CommitChanges[]) => void {
  const { tell, onError } = dependencies
  const waiting: { readonly siteId: string; readonly commit: CommitChanges }[] = []
  let isAtWork = false
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await nextTurn()
      const { siteId, commit } = next
      try {
        tellOfCommit(dependencies, siteId, commit)
      } catch (error) {
        onError(error, siteId)
      }
    }
    isAtWork = false
  }
  const tellOfCommit = (all: TextTellingDependencies, siteId: string, commit: CommitChanges) => {
    const actorId = userOf(all.records, commit.commit.authorKey)
    if (actorId === null) return
    const texts = changedTexts(all, siteId, commit).filter((one) => one.creatorId !== actorId)
    const what = { kind: 'text_changed', siteId, actorId } as const
    for (const creatorId of new Set(texts.map((one) => one.creatorId))) {
      const theirs = texts.filter((one) => one.creatorId === creatorId)
      const named = theirs.length > MAX_NAMED ? [] : theirs
      if (named.length === 0) tell(() => [creatorId], { ...what, thing: '' })
      for (const { textId, textType, name } of named) {
        tell(() => [creatorId], { ...what, thing: textId, textId, textType, name })
      }
    }
  }
  return (siteId, commits) => {
    const room = MAX_WAITING - waiting.length
    waiting.push(...commits.slice(0, Math.max(0, room)).map((commit) => ({ siteId, commit })))
    if (isAtWork || waiting.length === 0) return
    isAtWork = true
    void work()
  }
}

/** The texts that a commit changed and that are there now, whose creator is a user. */
function changedTexts(
  { index, records }: TextTellingDependencies,
  siteId: string,
  { paths }: CommitChanges,
): ChangedText[] {
  return paths.slice(0, MAX_PATHS).flatMap(({ path, blob }) => {
    const entry = blob === null ? null : index.entryByPath(siteId, path)
    if (entry?.kind !== 'document' && entry?.kind !== 'page') return []
    const creatorId = userOf(records, entry.createdBy)
    if (creatorId === null) return []
    return [{ creatorId, textId: entry.id, textType: entry.kind, name: entry.title ?? path }]
  })
}

/** The user behind the author of a commit; null if it is nobody's, unlike in lists, where it counts as the owner's. */
function userOf({ addresses, users }: TextTellingDependencies['records'], key: string) {
  const id = userIdOf(key) ?? addresses.ownersOf([key]).get(emailKey(key)) ?? null
  return id === null ? null : (users.find(id)?.id ?? null)
}
