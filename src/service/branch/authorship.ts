/**
 * Writes down in a commit which user made it, so that ownership does not hang on an e-mail address,
 * which anybody can give. The trailer is signed by this server over what the commit does: a push that
 * copies it to another commit, or makes one up, says nothing.
 *
 * @see src/http/README.md (Conventions)
 */

import { userKey, type AuthorKey, type CommitFacts } from '../../model/commit.js'
import type { HistoryStep } from '../../git/diff/history.js'
import type { Commit } from '../../git/objects/commit-object.js'
import { SERVER_AUTHOR } from './authors.js'
import { moveTrailers, type Move } from './moves.js'

/** What a commit does, and who did it. */
interface SignedStep {
  readonly userId: string
  readonly tree: string
  readonly parents: readonly string[]
}

/** A step of `main` and who made it. */
export interface AuthoredStep extends HistoryStep {
  readonly authorKey: AuthorKey
}

export interface Authorship {
  /** The line of a commit message that names its user. */
  trailer(step: SignedStep): string
  /** Who made a commit. */
  keyOf(commit: Commit): AuthorKey
}

const TRAILER = /^Galley-User: ([0-9a-f]{24}) ([0-9a-f]{32})$/gm
/** Trailers end a message; nobody's long one is searched. */
const END_CHARACTERS = 1024

/** @param signer what only this server can say of a text */
export function createAuthorship(signer: { sign(text: string): string }): Authorship {
  const signatureOf = ({ userId, tree, parents }: SignedStep) =>
    signer.sign(JSON.stringify(['commit', userId, tree, ...parents]))
  return {
    trailer: (step) => `Galley-User: ${step.userId} ${signatureOf(step)}`,
    keyOf: ({ author, message, tree, parents }) => {
      for (const [, userId = '', signature] of message.slice(-END_CHARACTERS).matchAll(TRAILER)) {
        if (signatureOf({ userId, tree, parents }) === signature) return userKey(userId)
      }
      return author.email
    },
  }
}

/** A commit message with what the server notes at its end: moves, the user and the request that made it. */
export function messageMaker(
  authorship: Authorship,
  made: {
    readonly message: string
    readonly userId: string | undefined
    readonly requestId: string | undefined
    readonly parents: readonly string[]
    readonly moves?: readonly Move[]
  },
): (tree: string) => string {
  const { message, userId, requestId, parents, moves = [] } = made
  return (tree) => {
    const trailers = [
      ...moveTrailers(moves),
      ...(requestId === undefined ? [] : [`Galley-Request-Id: ${requestId}`]),
      ...(userId === undefined ? [] : [authorship.trailer({ userId, tree, parents })]),
    ]
    const end = trailers.length === 0 ? '' : `\n${trailers.join('\n')}\n`
    return `${message.trimEnd()}\n${end}`
  }
}

/** By which door a commit came to `main`: a request, a push, an edit in the working tree. */
export type Door = 'api' | 'git' | 'disk'

/** As whoever made the commit tells it. */
export function doorOf({
  message,
  authorEmail,
}: Pick<CommitFacts, 'message' | 'authorEmail'>): Door {
  if (/\nGalley-Request-Id: /.test(message)) return 'api'
  return authorEmail === SERVER_AUTHOR.email ? 'disk' : 'git'
}
