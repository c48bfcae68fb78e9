/**
 * Limits the disk space of each site, and of all sites of a user, so that none can fill the disk. The limit is checked before a write, against
 * the known usage of the site (`usage.ts`).
 *
 * A site at its limit can still be made smaller: changes that only remove files are never refused, and a small change
 * that adds less than it removes may exceed the limit a little.
 */

import { formatBytes } from '../../deploy/network/remote-text.js'
import { GalleyError } from '../../errors.js'
import { withoutSet } from '../../model/change-set.js'
import type { SiteUsage } from './usage.js'

/** The space that a change needs. */
export interface Need {
  /** Bytes on disk, at most. */
  readonly bytes: number
  /** True if the change makes the site smaller, apart from its history. */
  readonly isReduction: boolean
}

/** The limit, and the usage of the sites. */
export interface SiteSpace extends Pick<
  SiteUsage,
  'add' | 'changed' | 'forget' | 'start' | 'stop'
> {
  /** True if sites have a limit. */
  readonly isLimited: boolean
  /** The error `insufficient_storage` if there is no room for a change; otherwise null. */
  refusal(siteId: string, need: Need): GalleyError | null
  /** Bytes that a site may still take; infinite without a limit. */
  left(siteId: string): number
  /** The error `insufficient_storage` for work that was stopped when it had taken all that was left. */
  exceeded(siteId: string): GalleyError
  /** The usage of every site in bytes, as far as it is known. */
  list(): { readonly siteId: string; readonly bytes: number }[]
}

interface SiteSpaceDependencies {
  readonly usage: SiteUsage
  /** May change while the server runs. */
  readonly limits: {
    /** Most bytes of a site; 0 for no limit. */
    readonly siteBytes: number
    /** Most bytes of all sites of a user; 0 for no limit. */
    readonly bytesPerUser: number
  }
  readonly siteIds: () => readonly string[]
  /** All sites of the owner of a site; empty for an owner without limit. */
  readonly ofOwner: (siteId: string) => readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly warn: (fields: object, message: string) => void
}

/**
 * How far a change that makes a site smaller may exceed the limit. This is more than other work can have exceeded it
 * before, because usage is only estimated.
 */
const MAX_BEYOND_BYTES = 16 * 1024 * 1024
/** Most bytes of such a change. */
const MAX_SMALL_BYTES = 1024 * 1024
/** The operator gets at most one log line per site in this time. */
const TOLD_MS = 60 * 60_000
const BLOCK_BYTES = 4096

/** The disk space of a file of this size on most file systems. */
export function onDisk(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}

/** The part of the limit from which on a site counts as near it. */
const NEAR_PART = 0.8

/** The part of the limit from which on writes will soon be refused. */
const FULL_PART = 0.95

/** A sentence for the operator about a site that has hardly any room left; null for others. */
export function fullSite(used: number, siteBytes: number): string | null {
  if (siteBytes === 0 || used < siteBytes * FULL_PART) return null
  return `The site takes ${formatBytes(used)} on disk and may take ${formatBytes(siteBytes)}: raise --site-bytes, or have files deleted.`
}

/** Bytes from which on a site is near its limit. */
export function nearLimit(siteBytes: number): number {
  return siteBytes === 0 ? Number.POSITIVE_INFINITY : siteBytes * NEAR_PART
}

/** One of the limits of a site. */
interface Limit {
  /** Most bytes. */
  readonly most: number
  /** What counts. */
  readonly used: number
  /** The limit is on all sites of the owner. */
  readonly isOfOwner: boolean
}

export function createSiteSpace(dependencies: SiteSpaceDependencies): SiteSpace {
  const { usage, limits: most, siteIds, ofOwner, now, warn } = dependencies
  const told = new Map<string, number>()
  const tell = (siteId: string, { most, used, isOfOwner }: Limit) => {
    if (now() - (told.get(siteId) ?? Number.NEGATIVE_INFINITY) < TOLD_MS) return
    told.set(siteId, now())
    const what = isOfOwner ? 'the sites of a user have' : 'a site has'
    warn(
      { siteId, bytes: used, maxBytes: most },
      `${what} reached ${isOfOwner ? 'their' : 'its'} limit of disk space`,
    )
  }
  const limitsOf = (siteId: string): Limit[] => {
    const { siteBytes, bytesPerUser } = most
    const limits: Limit[] = []
    if (siteBytes > 0) limits.push({ most: siteBytes, used: usage.of(siteId), isOfOwner: false })
    const all = bytesPerUser > 0 ? ofOwner(withoutSet(siteId)) : []
    if (all.length > 0) {
      const used = all.reduce((sum, id) => sum + usage.of(id), 0)
      limits.push({ most: bytesPerUser, used, isOfOwner: true })
    }
    return limits
  }
  const errorOf = (siteId: string, limit: Limit, more: string): GalleyError => {
    // Its usage may be lower by now.
    usage.measure(siteId)
    tell(withoutSet(siteId), limit)
    const message = messageOf(limit, more)
    return new GalleyError('insufficient_storage', message, { maxBytes: limit.most, limit: null })
  }
  const leftOf = ({ most, used }: Limit) => Math.max(0, most - used)
  return {
    ...usage,
    get isLimited() {
      return most.siteBytes > 0 || most.bytesPerUser > 0
    },
    forget: (siteId) => {
      told.delete(siteId)
      usage.forget(siteId)
    },
    left: (siteId) => Math.min(Number.POSITIVE_INFINITY, ...limitsOf(siteId).map(leftOf)),
    list: () => siteIds().map((siteId) => ({ siteId, bytes: usage.of(siteId) })),
    refusal: (siteId, { bytes, isReduction }) => {
      const beyond = isReduction && bytes <= MAX_SMALL_BYTES ? MAX_BEYOND_BYTES : 0
      const reached = limitsOf(siteId).find(({ most, used }) => used + bytes > most + beyond)
      if (!reached) return null
      const more = bytes > 0 ? `; this would take up to ${formatBytes(bytes)} more` : ''
      return errorOf(siteId, reached, more)
    },
    exceeded: (siteId) => {
      const [first, second] = limitsOf(siteId)
      const reached = first && second && leftOf(second) < leftOf(first) ? second : first
      const limit = reached ?? { most: most.siteBytes, used: usage.of(siteId), isOfOwner: false }
      return errorOf(siteId, limit, '; this needs more than what was left of that')
    },
  }
}

/** @param more what is said of the space that was needed; may be empty */
function messageOf({ most, used, isOfOwner }: Limit, more: string): string {
  const subject = isOfOwner ? 'All sites of the owner of this one take' : 'The site takes'
  const state = `${subject} ${formatBytes(used)} on the server's disk and may take ${formatBytes(most)}`
  const setting = isOfOwner ? '--bytes-per-user' : '--site-bytes'
  const help = `Delete files that nobody needs, or ask the server's operator, who can raise the limit (${setting})`
  return `${state}${more}, so nothing was changed. ${help}.`
}
