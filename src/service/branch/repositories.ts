/** Keeps repositories open, by site. They are opened when needed, and closed when too many are open. */

import { notFound } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'
import { onBranch, openRepository, type GitShared, type Repository } from '../../git/repository.js'
import { SETS, setOf, withoutSet } from '../../model/change-set.js'
import type { DataFolders } from './folders.js'

export interface Repositories {
  /**
   * The repository of a site; for the key of a change set, at its branch.
   *
   * @throws GalleyError `not_found` if the site has no repository
   */
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
    async get(key) {
      const siteId = withoutSet(key)
      const found = open.get(siteId) ?? start(siteId)
      // Moves it to the end: the first one is the least recently used.
      open.delete(siteId)
      open.set(siteId, found)
      const [oldest] = open.keys()
      if (open.size > MAX_OPEN && oldest !== undefined) open.delete(oldest)
      const repository = await found.catch((error: unknown) => {
        if (error instanceof GitError && error.code === 'not_found') throw notFound('site')
        throw error
      })
      const setId = setOf(key)
      return setId === null ? repository : onBranch(repository, SETS + setId)
    },
    async close() {
      await Promise.all([...open.keys()].map(forget))
    },
  }
}
