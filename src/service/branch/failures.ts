/** Errors of the floors below (git, content, store) as the application's one error. */

import { ContentError } from '../../content/error.js'
import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'

/** What the API says of something thrown; what nobody should see stays as it is. */
export function translate(thrown: unknown): unknown {
  if (thrown instanceof ContentError) return ofContent(thrown)
  if (thrown instanceof GitError) return ofGit(thrown)
  return thrown
}

function ofContent(error: ContentError): GalleyError {
  if (error.code === 'refused') {
    const message = `The file can't be changed key by key: ${error.reason}. Change its source.`
    return new GalleyError('conflict', message, { cause: error })
  }
  return new GalleyError('validation_failed', `It can't be written: ${error.reason}.`, {
    cause: error,
    details: [{ field: 'metadata', message: error.reason }],
  })
}

function ofGit(error: GitError): unknown {
  if (error.code === 'locked') {
    const message = 'Somebody else is writing to the repository; try again.'
    return new GalleyError('unavailable', message, { cause: error, retryAfter: 1 })
  }
  return error
}

/**
 * What is told where a commit stands, but what follows from it could not be brought up to date: the
 * index is, by the next write or by itself, as soon as that is possible.
 */
export function keptAs(commit: string, cause: unknown): GalleyError {
  const message =
    `The change is saved as commit ${commit}, but not indexed yet; it appears here once ` +
    'the server has read it.'
  return new GalleyError('internal_error', message, { cause })
}

/** Does what belongs to a write when its commit stands: where that fails, the commit is told. */
export async function afterCommit<Result>(
  { commit, changed }: { readonly commit: string | null; readonly changed: boolean },
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!changed || commit === null || error instanceof GalleyError) throw error
    throw keptAs(commit, error)
  }
}
