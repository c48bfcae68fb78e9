/** The open repositories of the server, by site; opened when needed, closed when many are open. */

import { notFound } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { openRepository, type GitShared, type Repository } from '../../git/repository.js'
import type { DataFolders } from './folders.js'

export interface Repositories {
  /** @throws GalleyError `not_found` when the site has none */
  get(siteId: string): Promise<Repository>
  /** Lets go of one that is about to be removed. */
  forget(siteId: string): Promise<void>
  close(): Promise<void>
}

interface RepositoriesDependencies {
  readonly folders: DataFolders
  readonly shared: GitShared
  /** Whether the machine has git. */
  readonly native: boolean
}

const MOST_OPEN = 256

export function createRepositories({
  folders,
  shared,
  native,
}: RepositoriesDependencies): Repositories {
  const open = new Map<string, Promise<Repository>>()
  const forget = async (siteId: string): Promise<void> => {
    const found = open.get(siteId)
    open.delete(siteId)
    await found?.then((repository) => repository.close()).catch(() => undefined)
  }
  const start = (siteId: string): Promise<Repository> => {
    const opening = openRepository(folders.site(siteId).repository, { native, shared })
    opening.catch(() => open.delete(siteId))
    return opening
  }
  return {
    forget,
    async get(siteId) {
      const found = open.get(siteId) ?? start(siteId)
      // Put again at the end: the first one is the longest unused.
      open.delete(siteId)
      open.set(siteId, found)
      const [oldest] = open.keys()
      if (open.size > MOST_OPEN && oldest !== undefined) open.delete(oldest)
      return found.catch((error: unknown) => {
        if (error instanceof GitError && error.code === 'not_found') throw notFound('site')
        throw error
      })
    },
    async close() {
      await Promise.all([...open.keys()].map(forget))
    },
  }
}
