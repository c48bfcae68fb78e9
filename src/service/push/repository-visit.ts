/**
 * A user at a repository: what they ask for, and whether they may.
 */

import type { Readable } from 'node:stream'
import { GalleyError } from '../../errors.js'
import type { GitService } from '../../git/protocol/serve-config.js'
import { mayOnSite } from '../../model/policy.js'
import type { TellLimit } from '../../model/reached-limit.js'
import type { Actor } from '../../model/user.js'
import type { Access } from '../accounts/access.js'
import type { DataFolders } from '../branch/folders.js'
import type { Pusher } from '../branch/holds.js'

/** A request of a git client. */
export interface GitExchange {
  readonly service: GitService
  /** The body as received. */
  readonly body: Readable
  readonly gzip: boolean
  /** The `Git-Protocol` header. */
  readonly protocol: string
  /** The client address. */
  readonly address: string
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/** A user at a repository. */
export interface RepositoryVisit extends Pusher {
  readonly actor: Actor
  readonly gitDir: string
  readonly requestId: string
  /** False once the user may not use the repository any more, or the credentials have ended. */
  readonly isAllowed: () => boolean
}

export interface VisitDependencies {
  readonly limitReached: TellLimit
  readonly access: Access
  readonly folders: DataFolders
  /** True if git is installed. */
  readonly native: boolean
}

/** @throws GalleyError `not_found`, `forbidden`, `not_implemented` without git */
export function visitOf(
  { access, folders, native }: VisitDependencies,
  actor: Actor,
  siteId: string,
): RepositoryVisit {
  const { site } = access.atRepository(access.renew(actor), siteId)
  const isAllowed = () => {
    const role = access.roleStillOn(actor, siteId)
    return role !== null && mayOnSite(role, 'source.use')
  }
  const { userId, requestId } = visitor(actor)
  const gitDir = folders.site(site.id).repository
  if (native) return { actor, siteId: site.id, userId, requestId, gitDir, isAllowed }
  throw new GalleyError('not_implemented', 'This server has no git: clone and push are off.')
}

function visitor(actor: Actor): Pick<RepositoryVisit, 'userId' | 'requestId'> {
  return actor.kind === 'user'
    ? { userId: actor.user.id, requestId: actor.requestId ?? '' }
    : { userId: '', requestId: '' }
}

const KINDS: Readonly<Record<GitService, string>> = {
  'upload-pack': 'fetch',
  'receive-pack': 'push',
}

/** Makes a function that tells the operator which limit a visit has reached, given a sentence without names of files. */
export function tellerOf(
  { limitReached }: Pick<VisitDependencies, 'limitReached'>,
  { userId, siteId, requestId }: RepositoryVisit,
  service: GitService,
): (limit: string) => void {
  return (limit) => limitReached(userId, { limit, userId, siteId, kind: KINDS[service], requestId })
}
