/**
 * Change sets: changes on a branch of their own (`refs/heads/sets/ID`), which are looked at as a whole before they land on
 * `main`.
 *
 * The site as such a branch has it has a key of its own, `SITE~SET`. To repositories, locks, index and rights it is like the
 * id of a site, so what reads and writes content need not know of sets. In the same way, `ENTRY~SET` is an entry there.
 *
 * @see src/http/README.md (Change sets)
 */

import type { SiteRecord } from './site.js'

export const CHANGE_SET_STATES = ['open', 'landed', 'dropped'] as const

export type ChangeSetState = (typeof CHANGE_SET_STATES)[number]

export interface ChangeSet {
  readonly siteId: string
  /** Name of the branch below `refs/heads/sets/`. */
  readonly id: string
  readonly title: string
  /** Who made it; null if the branch was pushed on the server's disk. */
  readonly userId: string | null
  readonly state: ChangeSetState
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** When it was landed or dropped; null while it is open. */
  readonly closedAt: number | null
  readonly closedBy: string | null
  /** The commit on `main` that has its changes; while it is open, one that was about to be made. */
  readonly landedCommit: string | null
  /** The secret part of the address of its preview; null if it never had one. */
  readonly previewToken: string | null
  /** Since when it waits for a publisher; null if it does not. It holds only for this commit of the branch. */
  readonly handedIn: HandedIn | null
}

interface HandedIn {
  readonly head: string
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly userId: string | null
}

export const SET_NOTE_KINDS = ['handed_in', 'sent_back'] as const

/** What somebody said who handed a set in, or sent it back. */
export interface SetNote {
  readonly id: string
  /** Of the server; later ones have higher numbers. */
  readonly seq: number
  readonly kind: (typeof SET_NOTE_KINDS)[number]
  readonly userId: string | null
  /** The changed file that it is about; null for the whole set. */
  readonly path: string | null
  /** Empty if somebody has handed in without a word. */
  readonly text: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** Notes of a set that are kept, the newest. */
export const MAX_SET_NOTES = 500

/** Notes with which a set is sent back at once. */
export const MAX_NOTES_AT_ONCE = 50

/** Longest note in characters. */
export const MAX_NOTE = 2000

/** Open sets of a site. */
export const MAX_OPEN_SETS = 100

/** Changed paths of a set, from which on it takes no more. */
export const MAX_SET_CHANGES = 2000

/** Changed paths of a set that can land: the last request may have made many, and a push may bring more. */
export const MAX_LANDED_CHANGES = 5000

/** Days for which a dropped set can be brought back, and a landed one is listed. */
export const CLOSED_SET_DAYS = 30

/** Days without a change after which an open set is dropped. */
export const OPEN_SET_DAYS = 180

/** Previews of sets that a site keeps: those that were built last. */
export const MAX_SET_PREVIEWS = 5

/** Longest title of a set in characters. */
export const MAX_SET_TITLE = 200

/** Where the branches of sets are. */
export const SETS = 'refs/heads/sets/'

/** The branches of sets that were dropped or have landed, which nobody sees. */
export const CLOSED_SETS = 'refs/galley/sets/'

const SET_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

export function isSetId(text: string): boolean {
  return SET_ID.test(text)
}

/** The set of a branch; null for any other ref. */
export function setOfRef(ref: string): string | null {
  const id = ref.startsWith(SETS) ? ref.slice(SETS.length) : ''
  return isSetId(id) ? id : null
}

/** The key of a site or of an entry in a set. */
export function inSet(id: string, setId: string): string {
  return `${id}~${setId}`
}

/** The set that a key names; null for the plain id of a site or entry. */
export function setOf(key: string): string | null {
  const at = key.indexOf('~')
  return at < 0 ? null : key.slice(at + 1)
}

/** The id of the site or entry. */
export function withoutSet(key: string): string {
  const at = key.indexOf('~')
  return at < 0 ? key : key.slice(0, at)
}

/** The site as a set has it, whose id is the key and whose preview is that of the set. */
export function siteInSet(site: SiteRecord, { id, previewToken }: ChangeSet): SiteRecord {
  return { ...site, id: inSet(site.id, id), previewToken: previewToken ?? '' }
}
