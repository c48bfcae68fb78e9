/**
 * Sites that nobody may change: while one moves to another server, for a limited time, so that whatever cuts the move off,
 * people can go on; and when it has moved, until it is deleted or somebody ends it. Kept in the records, for a server that
 * is started again meanwhile.
 *
 * @see src/cli/README.md (One site: bring it back, or move it to another server)
 */

import { GalleyError } from '../../errors.js'
import type { Settings } from '../../store/records/settings.js'

/** Why a site is read-only. */
export interface ReadOnlyState {
  /** Milliseconds since the Unix epoch; null for good. */
  readonly until: number | null
  /** URL of the server that has it now; null while it moves. */
  readonly movedTo: string | null
}

export interface ReadOnly {
  /** Null if it may be changed. */
  find(siteId: string): ReadOnlyState | null
  put(siteId: string, state: ReadOnlyState): void
  end(siteId: string): void
  /** The sentence for who wants to change the site; null if that is possible. */
  problem(siteId: string): string | null
  /** @throws GalleyError `unavailable` while it moves, `forbidden` when it has moved */
  require(siteId: string): void
}

interface ReadOnlyNeeds {
  readonly settings: Settings
  readonly now: () => number
}

/** It belongs to the site, by its end, and stays behind when the site moves (`store/records/site-rows.ts`). */
const keyOf = (siteId: string) => `read-only ${siteId}`

export function createReadOnly({ settings, now }: ReadOnlyNeeds): ReadOnly {
  const find = (siteId: string): ReadOnlyState | null => {
    const text = settings.find(keyOf(siteId))
    if (text === null) return null
    const state: ReadOnlyState = JSON.parse(text)
    return state.until !== null && state.until <= now() ? null : state
  }
  return {
    find,
    put: (siteId, state) => settings.set(keyOf(siteId), JSON.stringify(state)),
    end: (siteId) => void settings.delete(keyOf(siteId)),
    problem: (siteId) => {
      const state = find(siteId)
      return state && sentenceOf(state)
    },
    require: (siteId) => {
      const state = find(siteId)
      if (state === null) return
      const message = sentenceOf(state)
      if (state.until === null) throw new GalleyError('forbidden', message)
      const retryAfter = Math.min(RETRY_SECONDS, Math.ceil((state.until - now()) / 1000))
      throw new GalleyError('unavailable', message, { retryAfter })
    },
  }
}

/** A move takes seconds; the time limit is for one that is cut off. */
const RETRY_SECONDS = 10

function sentenceOf({ movedTo }: ReadOnlyState): string {
  return movedTo === null
    ? 'This site is being moved to another server and can’t be changed for a moment; try again.'
    : `This site has moved to ${movedTo}: change it there.`
}
