/** Converts errors of git, content and store to GalleyErrors. */

import { ContentError } from '../../content/error.js'
import { GalleyError } from '../../errors.js'
import { GitError } from '../../git/program/git-error.js'

/** The GalleyError for an error; errors that no user should see are returned unchanged. */
export function translate(thrown: unknown): unknown {
  if (thrown instanceof ContentError) return ofContent(thrown)
  if (thrown instanceof GitError) return ofGit(thrown)
  return thrown
}

/** Runs work whose errors of git and content no commit translates. @throws GalleyError instead of these */
export async function translating<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
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
 * The error if a commit was made but the index could not be updated. The index is updated by the next write or by
 * itself, as soon as possible.
 */
export function keptAs(commit: string, cause: unknown): GalleyError {
  const message =
    `The change is saved as commit ${commit}, but not indexed yet; it appears here once ` +
    'the server has read it.'
  return new GalleyError('internal_error', message, { cause })
}

/** Runs work after a commit. If it fails, the error names the commit. */
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
