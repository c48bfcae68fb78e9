/**
 * Limits the disk space of each site, so that no site can fill the disk. The limit is checked before a write, against
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
  /** Most bytes of a site; 0 for no limit. */
  readonly siteBytes: number
  readonly siteIds: () => readonly string[]
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

export function createSiteSpace(dependencies: SiteSpaceDependencies): SiteSpace {
  const { usage, siteBytes, siteIds, now, warn } = dependencies
  const told = new Map<string, number>()
  const tell = (siteId: string, bytes: number) => {
    if (now() - (told.get(siteId) ?? Number.NEGATIVE_INFINITY) < TOLD_MS) return
    told.set(siteId, now())
    warn({ siteId, bytes, maxBytes: siteBytes }, 'a site has reached its limit of disk space')
  }
  const errorOf = (siteId: string, used: number, more: string): GalleyError => {
    // Its usage may be lower by now.
    usage.measure(siteId)
    tell(withoutSet(siteId), used)
    const message = messageOf({ used, more, siteBytes })
    return new GalleyError('insufficient_storage', message, { maxBytes: siteBytes, limit: null })
  }
  return {
    ...usage,
    isLimited: siteBytes > 0,
    forget: (siteId) => {
      told.delete(siteId)
      usage.forget(siteId)
    },
    left: (siteId) =>
      siteBytes === 0 ? Number.POSITIVE_INFINITY : Math.max(0, siteBytes - usage.of(siteId)),
    list: () => siteIds().map((siteId) => ({ siteId, bytes: usage.of(siteId) })),
    refusal: (siteId, { bytes, isReduction }) => {
      const used = usage.of(siteId)
      const isSmall = isReduction && bytes <= MAX_SMALL_BYTES
      if (siteBytes === 0 || used + bytes <= siteBytes + (isSmall ? MAX_BEYOND_BYTES : 0))
        return null
      const more = bytes > 0 ? `; this would take up to ${formatBytes(bytes)} more` : ''
      return errorOf(siteId, used, more)
    },
    exceeded: (siteId) =>
      errorOf(siteId, usage.of(siteId), '; this needs more than what was left of that'),
  }
}

interface Shortage {
  readonly used: number
  /** What is said of the space that was needed; may be empty. */
  readonly more: string
  readonly siteBytes: number
}

function messageOf({ used, more, siteBytes }: Shortage): string {
  const state = `The site takes ${formatBytes(used)} on the server's disk and may take ${formatBytes(siteBytes)}`
  const help =
    "Delete files that nobody needs, or ask the server's operator, who can raise the limit (--site-bytes)"
  return `${state}${more}, so nothing was changed. ${help}.`
}
