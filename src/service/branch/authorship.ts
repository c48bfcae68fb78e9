/**
 * Records in each commit which user made it, because ownership must not depend on an e-mail address, which anybody
 * can write into a commit.
 *
 * The message of a commit made for a user ends with `Galley-User: <id> <signature>`. The server signs the user together
 * with tree and parents of the commit. A line that was invented, or copied from another commit, is ignored.
 *
 * @see src/http/README.md (Conventions)
 */

import { userKey, type AuthorKey, type CommitFacts } from '../../model/commit.js'
import type { HistoryStep } from '../../git/diff/history.js'
import type { Commit } from '../../git/objects/commit-object.js'
import { SERVER_AUTHOR } from './authors.js'
import { moveTrailers, type Move } from './moves.js'

/** What is signed. */
interface SignedStep {
  readonly userId: string
  readonly tree: string
  readonly parents: readonly string[]
}

/** A commit of `main` with its changes and its author. */
export interface AuthoredStep extends HistoryStep {
  readonly authorKey: AuthorKey
}

export interface Authorship {
  /** The `Galley-User` line for a commit. */
  trailer(step: SignedStep): string
  /** The user who made a commit; the e-mail address in the commit if no line is validly signed. */
  keyOf(commit: Commit): AuthorKey
}

const TRAILER = /^Galley-User: ([0-9a-f]{24}) ([0-9a-f]{32})$/gm
/** Only the end of a message is searched: trailers are its last lines. */
const END_CHARACTERS = 1024

/** @param signer signs texts with the server's key */
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

/** Makes the commit message for a tree: the text, then lines for moves, the request and the user. */
export function messageMaker(
  authorship: Authorship,
  made: {
    readonly message: string
    readonly userId: string | undefined
    readonly requestId: string | undefined
    readonly parents: readonly string[]
    readonly moves?: readonly Move[]
    /** Other trailers. */
    readonly notes?: readonly string[]
  },
): (tree: string) => string {
  const { message, userId, requestId, parents, moves = [], notes = [] } = made
  return (tree) => {
    const trailers = [
      ...notes,
      ...moveTrailers(moves),
      ...(requestId === undefined ? [] : [`Galley-Request-Id: ${requestId}`]),
      ...(userId === undefined ? [] : [authorship.trailer({ userId, tree, parents })]),
    ]
    const end = trailers.length === 0 ? '' : `\n${trailers.join('\n')}\n`
    return `${message.trimEnd()}\n${end}`
  }
}

/** Characters of a message that are kept for histories: as many as a request may send, and the last lines. */
const MAX_MESSAGE = 10_000

/** The message of a commit for histories: of a very long one, its beginning and its last lines. */
export function shortMessage(message: string): string {
  if (message.length <= MAX_MESSAGE + END_CHARACTERS) return message
  const end = message.slice(-END_CHARACTERS)
  return `${message.slice(0, MAX_MESSAGE)}\n…${end.slice(Math.max(0, end.indexOf('\n')))}`
}

/** How a commit came to `main`: by a request, by git (a push or a sync), or by an edit in the working tree. */
export type Door = 'api' | 'git' | 'disk'

/** Taken from the commit itself and not verified: a push can claim to be anything. */
export function doorOf({
  message,
  authorEmail,
}: Pick<CommitFacts, 'message' | 'authorEmail'>): Door {
  if (/\nGalley-Request-Id: /.test(message)) return 'api'
  return authorEmail === SERVER_AUTHOR.email ? 'disk' : 'git'
}
