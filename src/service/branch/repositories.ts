/** Keeps repositories open, by site. They are opened when needed, and closed when too many are open. */

import { notFound } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { openRepository, type GitShared, type Repository } from '../../git/repository.js'
import type { DataFolders } from './folders.js'

export interface Repositories {
  /** @throws GalleyError `not_found` if the site has no repository */
  get(siteId: string): Promise<Repository>
  /** Closes the repository of a site that is being deleted. */
  forget(siteId: string): Promise<void>
  close(): Promise<void>
}

interface RepositoriesDependencies {
  readonly folders: DataFolders
  readonly shared: GitShared
  /** True if git is installed. */
  readonly native: boolean
}

const MAX_OPEN = 256

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
      // Moves it to the end: the first one is the least recently used.
      open.delete(siteId)
      open.set(siteId, found)
      const [oldest] = open.keys()
      if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest)
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
