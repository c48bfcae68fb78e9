/**
 * The limit of what a site may take on disk, so that no site fills the disk for all. It is checked before a write,
 * against what is known of the site (`usage.ts`).
 *
 * Whoever is at the limit may still make the site smaller: what only removes files is never refused, and a small change
 * that takes less than it removes may go a little beyond the limit.
 */

import { formatBytes } from '../../deploy/network/remote-text.js'
import { GalleyError } from '../../errors.js'
import type { SiteUsage } from './usage.js'

/** What a change takes. */
export interface Need {
  /** Bytes on disk, at most. */
  readonly bytes: number
  /** True if the site gets smaller by it, its history aside. */
  readonly isReduction: boolean
}

/** The limit, over what sites take. */
export interface SiteSpace extends Pick<
  SiteUsage,
  'add' | 'changed' | 'forget' | 'start' | 'stop'
> {
  /** True if sites have a limit. */
  readonly isLimited: boolean
  /** The error `insufficient_storage` for a change that has no room; null if it has. */
  refusal(siteId: string, need: Need): GalleyError | null
  /** What every site takes, in bytes, as far as it is known. */
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
 * How far a change that makes a site smaller may go beyond the limit. More than what other work may have gone beyond it
 * by then, since that is only estimated.
 */
const MAX_BEYOND_BYTES = 16 * 1024 * 1024
/** Most bytes of such a change. */
const MAX_SMALL_BYTES = 1024 * 1024
/** The operator is told once in this time of each site. */
const TOLD_MS = 60 * 60_000
const BLOCK_BYTES = 4096

/** What a file of this size takes on most file systems. */
export function onDisk(size: number): number {
  return Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES
}

/** A site is near its limit from this part of it on. */
const NEAR_PART = 0.8

/** A site that takes this part of its limit will soon be refused something. */
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
    warn({ siteId, bytes, mostBytes: siteBytes }, 'a site has reached its limit of disk space')
  }
  return {
    ...usage,
    isLimited: siteBytes > 0,
    forget: (siteId) => {
      told.delete(siteId)
      usage.forget(siteId)
    },
    list: () => siteIds().map((siteId) => ({ siteId, bytes: usage.of(siteId) })),
    refusal: (siteId, { bytes, isReduction }) => {
      const used = usage.of(siteId)
      const isSmall = isReduction && bytes <= MAX_SMALL_BYTES
      if (siteBytes === 0 || used + bytes <= siteBytes + (isSmall ? MAX_BEYOND_BYTES : 0))
        return null
      // It may take less by now.
      usage.measure(siteId)
      tell(siteId, used)
      return new GalleyError('insufficient_storage', messageOf({ used, bytes, siteBytes }), {
        mostBytes: siteBytes,
      })
    },
  }
}

interface Shortage {
  readonly used: number
  readonly bytes: number
  readonly siteBytes: number
}

function messageOf({ used, bytes, siteBytes }: Shortage): string {
  const state = `The site takes ${formatBytes(used)} on the server's disk and may take ${formatBytes(siteBytes)}`
  const more = bytes > 0 ? `; this would take up to ${formatBytes(bytes)} more` : ''
  const help =
    "Delete files that nobody needs, or ask the server's operator, who can raise the limit (--site-bytes)"
  return `${state}${more}, so nothing was changed. ${help}.`
}
