/** Lists the releases of a site, publishes an older one again without a build, and checks what the host has. */

import { GalleyError, notFound } from '../../errors.js'
import type { Runner } from '../../jobs/runner.js'
import type { JobKind } from '../../model/job.js'
import type { Release } from '../../model/release.js'
import { fullname, type Actor } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from '../accounts/access.js'
import type { Releases } from './releases.js'
import { partOf } from '../../store/page.js'
import type { Page, Window } from '../branch/views.js'

/** A release, who published it, and whether it is what is live. */
export interface ListedRelease {
  readonly release: Release
  /** The user's current name; null if unknown. */
  readonly author: { readonly name: string; readonly email: string } | null
  readonly isLive: boolean
}

interface RollbackDependencies {
  readonly records: Pick<Records, 'releases' | 'jobs' | 'sites' | 'users'>
  readonly access: Access
  readonly releases: Releases
  readonly runner: Pick<Runner<JobKind>, 'enqueue' | 'cancel'>
}

export type Rollback = ReturnType<typeof createRollback>

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: Release) => [createdAt, id],
  direction: 'desc',
} as const

export function createRollback({ records, access, releases, runner }: RollbackDependencies) {
  return {
    /** Newest first. */
    async list(actor: Actor, siteId: string, window: Window): Promise<Page<ListedRelease>> {
      access.onSite(actor, siteId, 'releases.read')
      const all = await releases.list(siteId, 'live')
      const current = await releases.current(siteId, 'live')
      const { rows, ...page } = partOf(all, window, NEWEST_FIRST)
      return {
        ...page,
        rows: rows.map((release) => ({
          release,
          author: authorOf(records, release),
          isLive: release.id === current?.id,
        })),
      }
    },

    /**
     * Starts a publish job for that release. Replaces a publish job that still waits.
     * @throws GalleyError `not_found`
     */
    async publish(
      actor: Actor,
      siteId: string,
      releaseId: string,
    ): Promise<{ readonly id: string }> {
      access.onSite(actor, siteId, 'publish.request')
      const kept = await releases.list(siteId, 'live')
      if (!kept.some(({ id }) => id === releaseId)) throw notFound('release')
      const waiting = records.jobs.findUnfinished({ siteId, kind: 'publish', state: 'queued' })
      if (waiting) runner.cancel(waiting.id)
      const userId = actor.kind === 'user' ? actor.user.id : null
      return runner.enqueue({ siteId, kind: 'publish', userId, input: { releaseId } })
    },

    /**
     * Starts a publish job that compares what is live with what the host has, and sends what is missing or changed there.
     * If a publish job waits, it does that as well.
     * @throws GalleyError `not_found`, `forbidden`; `conflict` if no other host is set, or nothing is live
     */
    async check(actor: Actor, siteId: string): Promise<{ readonly id: string }> {
      access.onSite(actor, siteId, 'publish.request')
      if (records.sites.get(siteId).hosting === 'disabled') {
        const message =
          'The site is served by Galley itself: no other host is set that could be checked.'
        throw new GalleyError('conflict', message)
      }
      const waiting = records.jobs.findUnfinished({ siteId, kind: 'publish', state: 'queued' })
      if (waiting === null && (await releases.current(siteId, 'live')) === null) {
        throw new GalleyError('conflict', 'Nothing of the site is live yet: publish it first.')
      }
      if (waiting) runner.cancel(waiting.id)
      const userId = actor.kind === 'user' ? actor.user.id : null
      const input = { ...(waiting?.input ?? { live: true }), compares: true }
      return runner.enqueue({ siteId, kind: 'publish', userId, input })
    },
  }
}

function authorOf({ users }: Pick<Records, 'users'>, { userId }: Release): ListedRelease['author'] {
  const user = userId === null ? null : users.find(userId)
  return user && { name: fullname(user), email: user.email }
}
