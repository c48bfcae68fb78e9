/** The source of a site as a ZIP, for users who may use the source. @see src/http/README.md (Source) */

import type { Readable } from 'node:stream'
import { notFound, overloaded } from '../../errors.js'
import type { Actor } from '../../model/user.js'
import { createQueue } from '../../system/queue.js'
import type { Access } from '../accounts/access.js'
import type { Repositories } from '../branch/repositories.js'
import { zipOf } from './site-zip.js'

interface DownloadsParts {
  readonly access: Access
  readonly repositories: Pick<Repositories, 'get'>
}

interface Download {
  /** File name for the download. */
  readonly name: string
  /** The ZIP, made while it is read. */
  readonly stream: Readable
}

export type Downloads = ReturnType<typeof createDownloads>

/** ZIPs that are made for one user at a time, and most waiting requests of a user. */
const [SHARE, MAX_WAITING] = [2, 3]

export function createDownloads({ access, repositories }: DownloadsParts) {
  const downloads = createQueue({
    placesOfOne: SHARE,
    maxWaitingOfOne: MAX_WAITING,
    refuse: () => {
      const message = 'Too many of your downloads are waiting; try again.'
      return overloaded(message, 5)
    },
  })
  return {
    /**
     * All files of the current `main`.
     *
     * @param signal ends the wait for a turn
     * @throws GalleyError `not_found`, also for a site without commits
     */
    async zip(actor: Actor, siteId: string, signal: AbortSignal): Promise<Download> {
      const { site } = access.onSite(actor, siteId, 'source.use')
      const repository = await repositories.get(site.id)
      const asker = actor.kind === 'user' ? actor.user.id : ''
      const leave = await downloads.enter({ asker }, signal)
      try {
        // The wait ends when the user ends another download, and may take hours.
        access.onSite(access.renew(actor), siteId, 'source.use')
        const commit = await repository.head()
        if (commit === null) throw notFound('commit')
        const { stream } = await zipOf(repository, { commit })
        stream.once('close', leave)
        return { name: `${site.domain}-${commit.slice(0, 7)}.zip`, stream }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
