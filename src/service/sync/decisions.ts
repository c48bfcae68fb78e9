/**
 * What stops the sync of a site until an administrator has decided: the remote branch lost commits that both sides had
 * (its history was rewritten), or is gone. To merge and push would bring back what was removed there on purpose.
 *
 * Stored with the records, so it survives restarts. It is void once the settings name another branch, or the branch has
 * moved again.
 */

import type { Records } from '../../store/records/records.js'

/** How an administrator settles it. */
export const CHOICES = ['theirs', 'copy', 'ours'] as const

/**
 * `theirs`: `main` becomes the remote's branch; `copy`: so, too, and a branch keeps what `main` was; `ours`: the remote's
 * branch becomes `main`.
 */
export type Choice = (typeof CHOICES)[number]

export interface Decision {
  /** Ref of the remote branch's last known commit; tells which remote is meant. */
  readonly remote: string
  /** The remote branch now; null if it is gone. */
  readonly theirs: string | null
  /** The commit that both sides had after the last sync. */
  readonly last: string
  /** Some branches of the remote, if this one is gone; the likeliest first. */
  readonly branches: readonly string[]
  readonly choice: Choice | null
}

export interface Decisions {
  find(siteId: string): Decision | null
  keep(siteId: string, decision: Decision): void
  clear(siteId: string): void
}

export function createDecisions({ settings }: Pick<Records, 'settings'>): Decisions {
  const keyOf = (siteId: string) => `sync-decision:${siteId}`
  return {
    find: (siteId) => {
      const text = settings.find(keyOf(siteId))
      return text === null ? null : parse(text)
    },
    keep: (siteId, decision) => settings.set(keyOf(siteId), JSON.stringify(decision)),
    clear: (siteId) => void settings.delete(keyOf(siteId)),
  }
}

/** Null for a text of another version. */
function parse(text: string): Decision | null {
  const found: unknown = JSON.parse(text)
  if (typeof found !== 'object' || found === null) return null
  if (!('remote' in found && 'theirs' in found && 'last' in found && 'branches' in found))
    return null
  const { remote, theirs, last, branches } = found
  if (typeof remote !== 'string' || typeof last !== 'string' || !Array.isArray(branches))
    return null
  const choice = 'choice' in found ? CHOICES.find((one) => one === found.choice) : undefined
  return {
    remote,
    theirs: typeof theirs === 'string' ? theirs : null,
    last,
    branches: branches.filter((name) => typeof name === 'string'),
    choice: choice ?? null,
  }
}
