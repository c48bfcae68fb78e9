/**
 * Event streams of sites: each user gets the events that they may see. Also reports which document a user has open.
 *
 * @see src/http/README.md (Events)
 */

import { notFound } from '../../errors.js'
import type { Entry } from '../../model/entry.js'
import { mayOnSite } from '../../model/policy.js'
import type { ReleaseKind } from '../../model/release.js'
import type { Actor, User } from '../../model/user.js'
import type { SiteIndex } from '../../store/index/site-index.js'
import type { Records } from '../../store/records/records.js'
import { personOf, requireOnEntry, type Access } from '../accounts/access.js'
import type { Stream, Streams } from '../accounts/streams.js'
import { mayRead, type Authors, type Viewer } from '../branch/authors.js'
import type { Door } from '../branch/authorship.js'
import { jobViewsFor, type JobView } from '../jobs/job-views.js'
import type { LoggedChange, LoggedSiteEvent } from './logged-event.js'
import type { Presence } from './presence.js'
import type { LogFollower, SiteLogs } from './site-log.js'

/** Who has a document or page open. */
export interface PresenceView {
  readonly documentId: string | null
  readonly users: readonly User[]
}

interface NamedText {
  readonly id: string
  readonly path: string
}

/** An event, reduced to what the follower may see. */
export type SiteEvent =
  | {
      readonly kind: 'change'
      readonly commit: string
      readonly userId: string
      readonly door: Door
      readonly paths: readonly string[]
      /** The documents and pages that are at these paths now. */
      readonly texts: readonly NamedText[]
      /** Number of all changed paths, visible or not. */
      readonly total: number
    }
  | { readonly kind: 'job'; readonly view: JobView }
  | { readonly kind: 'release'; readonly id: string; readonly release: ReleaseKind }
  | { readonly kind: 'presence'; readonly view: PresenceView }
  | { readonly kind: 'ready' | 'reset' | 'notification' }

/** An event with its position in the log. */
export interface PlacedEvent {
  readonly place: string
  readonly event: SiteEvent
}

/** The position of the last event that the follower has; `''` for none. */
interface FollowSite {
  readonly place: string
  readonly signal: AbortSignal
}

interface SiteEventsParts {
  readonly access: Access
  readonly records: Pick<Records, 'sites' | 'users' | 'jobs'>
  readonly index: Pick<SiteIndex, 'entryByPath' | 'entryById'>
  readonly authors: Authors
  readonly logs: SiteLogs<LoggedSiteEvent>
  readonly presence: Presence
  readonly streams: Streams
}

export type SiteEvents = ReturnType<typeof createSiteEvents>

export function createSiteEvents(parts: SiteEventsParts) {
  const { access, records, logs, presence, streams } = parts
  return {
    /** @throws GalleyError `not_found`, `rate_limited` */
    follow(actor: Actor, siteId: string, options: FollowSite): Stream<PlacedEvent> {
      access.onSite(actor, siteId, 'site.read')
      const reader: { log?: LogFollower<LoggedSiteEvent> } = {}
      return streams.open({
        userId: actor.kind === 'user' ? actor.user.id : 'server',
        isAllowed: () => viewerOf(parts, actor, siteId) !== null && reader.log?.isBehind() !== true,
        subscribe: (left) => {
          const signal = AbortSignal.any([left, options.signal])
          reader.log = logs.follow(siteId, { place: options.place, signal })
          return seen(parts, reader.log, () => viewerOf(parts, actor, siteId))
        },
      })
    },

    /** Reports what the user has open for the next minute; null for nothing. @returns who has it open */
    present(actor: Actor, siteId: string, documentId: string | null): PresenceView {
      const { site, role } = access.onSite(actor, siteId, 'site.read')
      const person = personOf(actor)
      if (documentId !== null) requireReadable(parts, { actor, site, role }, documentId)
      presence.report(site.id, person.id, documentId)
      if (documentId === null) return { documentId, users: [] }
      return presenceAt({ presence, records }, site.id, documentId)
    },
  }
}

/** Null if the user or the site no longer exists, or the role was removed. */
function viewerOf({ access, records }: SiteEventsParts, actor: Actor, siteId: string) {
  const site = records.sites.find(siteId)
  const role = site && access.roleStillOn(actor, siteId)
  return role && { actor, site, role }
}

async function* seen(
  parts: SiteEventsParts,
  log: LogFollower<LoggedSiteEvent>,
  viewer: () => Viewer | null,
): AsyncGenerator<PlacedEvent, void, undefined> {
  for await (const { place, event: logged } of log.entries) {
    const now = viewer()
    if (!now) return
    if (logged !== 'ready' && logged !== 'reset') {
      const event = eventFor(parts, now, logged)
      if (event) yield { place, event }
      continue
    }
    yield { place, event: { kind: logged } }
    for (const documentId of parts.presence.openDocuments(now.site.id)) {
      const event = presenceFor(parts, now, documentId)
      if (event) yield { place, event }
    }
  }
}

/** Null if the viewer may not see it, or if it no longer exists. */
function eventFor(
  parts: SiteEventsParts,
  viewer: Viewer,
  logged: LoggedSiteEvent,
): SiteEvent | null {
  if (logged.kind === 'change') return changeFor(parts, viewer, logged)
  if (logged.kind === 'presence') return presenceFor(parts, viewer, logged.documentId)
  if (logged.kind === 'release') {
    const { releaseId: id, release } = logged
    return mayOnSite(viewer.role, 'releases.read') ? { kind: 'release', id, release } : null
  }
  if (logged.kind === 'notification') {
    const isTheirs = viewer.actor.kind === 'user' && logged.userIds.has(viewer.actor.user.id)
    return isTheirs ? { kind: 'notification' } : null
  }
  const job = parts.records.jobs.find(logged.jobId)
  if (!job || !mayOnSite(viewer.role, 'jobs.follow')) return null
  return { kind: 'job', view: jobViewsFor(parts, viewer)(job) }
}

function changeFor(
  { authors, index }: SiteEventsParts,
  { actor, site, role }: Viewer,
  { commit, authorKey, door, paths, total }: LoggedChange,
): SiteEvent {
  const userId = authors.userIds(site, [authorKey]).get(authorKey) ?? site.userId
  const entries = paths.map((path) => ({ path, entry: index.entryByPath(site.id, path) }))
  // A file that was deleted or renamed meanwhile may have been a draft: it is left out, too.
  const shown = mayOnSite(role, 'history.read')
    ? entries
    : entries.filter(({ entry }) => entry && maySee(authors, { actor, site, role }, entry))
  const texts = shown.flatMap(({ path, entry }) =>
    entry?.kind === 'document' || entry?.kind === 'page' ? [{ id: entry.id, path }] : [],
  )
  return {
    kind: 'change',
    commit,
    userId,
    door,
    paths: shown.map(({ path }) => path),
    texts,
    total,
  }
}

/** True for documents, pages and collection files that the viewer may see; false for other files. */
function maySee(authors: Authors, viewer: Viewer, entry: Entry): boolean {
  if (entry.kind === 'config' || (entry.kind === 'file' && entry.collection === null)) return false
  return mayRead(authors, viewer, entry)
}

function presenceFor(parts: SiteEventsParts, viewer: Viewer, documentId: string): SiteEvent | null {
  const entry = parts.index.entryById(documentId)
  if (!entry || !maySee(parts.authors, viewer, entry)) return null
  return { kind: 'presence', view: presenceAt(parts, viewer.site.id, documentId) }
}

function presenceAt(
  { presence, records }: Pick<SiteEventsParts, 'presence' | 'records'>,
  siteId: string,
  documentId: string,
): PresenceView {
  const users = presence.usersOn(siteId, documentId).flatMap((id) => records.users.find(id) ?? [])
  return { documentId, users }
}

function requireReadable(
  { index, authors }: SiteEventsParts,
  { actor, site, role }: Viewer,
  documentId: string,
): void {
  const entry = index.entryById(documentId)
  const isText = entry?.kind === 'document' || entry?.kind === 'page'
  if (!entry || !isText || entry.siteId !== site.id) throw notFound('document')
  const isOwn = authors.isOwn(actor, site, entry)
  const { visibility } = entry
  requireOnEntry(role, 'read', { noun: 'text', visibility, isOwn, name: 'document' })
}
