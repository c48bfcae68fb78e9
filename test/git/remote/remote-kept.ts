/** What a repository has kept of a fetch, and the error that it ended with. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from '../../../src/git/program/git-error.js'
import type { Repository } from '../../../src/git/repository.js'

/** Objects and temporary folders that a repository holds, apart from its packs. */
export async function leftovers(repository: Repository): Promise<string[]> {
  const names = await readdir(join(repository.gitDir, 'objects'))
  return names.filter((name) => name.startsWith('tmp_'))
}

export async function packs(repository: Repository): Promise<string[]> {
  return readdir(join(repository.gitDir, 'objects', 'pack'))
}

export async function failure(promise: Promise<unknown>): Promise<GitError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof GitError) return error
    throw error
  }
  throw new Error('It was not rejected.')
}
