/** By which door a commit came to `main`. */

import type { CommitFacts } from '../../model/commit.js'
import { SERVER_AUTHOR } from './authors.js'

/** A request, a push, an edit in the working tree. */
export type Door = 'api' | 'git' | 'disk'

/** As whoever made the commit tells it. */
export function doorOf({
  message,
  authorEmail,
}: Pick<CommitFacts, 'message' | 'authorEmail'>): Door {
  if (/\nGalley-Request-Id: /.test(message)) return 'api'
  return authorEmail === SERVER_AUTHOR.email ? 'disk' : 'git'
}
