/** Errors of the workshops in the application's words. */

import { ContentError } from '../content/error.js'
import { GalleyError } from '../errors.js'
import { GitError } from '../git/git-error.js'

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
