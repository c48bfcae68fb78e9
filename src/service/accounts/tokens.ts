/**
 * Access tokens: make, list, rotate, revoke. A token is shown once; only a keyed digest of it is stored.
 *
 * @see src/http/README.md (Tokens), SECURITY.md
 */

import { GalleyError, invalid, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { MAX_TOKENS, type Token, type TokenScope } from '../../model/token.js'
import type { Actor } from '../../model/user.js'
import { partOf, type Page, type Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { byOf, personOf, type Access } from './access.js'
import { newTokenSecret } from './token-secret.js'
import type { Vault } from './vault.js'

/** What a new token may do. */
interface NewToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  /** Null for all sites of the user, also later ones. */
  readonly siteIds: readonly string[] | null
  /** Null for a token that does not expire. */
  readonly days: number | null
}

/** A token with its secret, which is shown this once. */
export interface MadeToken {
  readonly token: Token
  readonly secret: string
}

interface TokensDependencies {
  readonly records: Pick<Records, 'tokens'>
  readonly access: Pick<Access, 'roleOn'>
  readonly vault: Vault
  readonly now: () => number
  readonly newId: NewId
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

export type Tokens = ReturnType<typeof createTokens>

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: Token) => [createdAt, id],
  direction: 'desc',
} as const

const DAY_MS = 24 * 60 * 60_000
const HOUR_MS = 60 * 60_000

export function createTokens({
  records: { tokens },
  access,
  vault,
  now,
  newId,
  note,
}: TokensDependencies) {
  const own = (actor: Actor, id: string): Token => {
    const found = tokens.find(id)
    if (found?.user.id !== personOf(actor).id) throw notFound('token')
    return found.token
  }
  return {
    /**
     * @throws GalleyError `validation_failed` for a site on which the user has no role, or for scope `admin` beside
     *   sites; `conflict` if the user has too many
     */
    create(actor: Actor, { name, scopes, siteIds, days }: NewToken): MadeToken {
      const user = personOf(actor)
      requireFitting(access, actor, { scopes, siteIds })
      if (tokens.countOfUser(user.id) >= MAX_TOKENS) {
        throw new GalleyError(
          'conflict',
          `You have ${MAX_TOKENS} tokens, which is the limit: revoke one that is no longer used.`,
        )
      }
      const secret = newTokenSecret()
      const at = now()
      const token: Token = {
        id: newId(),
        userId: user.id,
        name,
        hint: secret.slice(-4),
        scopes,
        siteIds,
        createdAt: at,
        expiresAt: days === null ? null : at + days * DAY_MS,
        lastUsedAt: null,
        formerUntil: null,
      }
      tokens.create({ ...token, secretHmac: vault.digest(secret) })
      note({ tokenId: token.id, scopes, ...byOf(actor) }, 'a token was made')
      return { token, secret }
    },

    /** The user's tokens, newest first, also those that have expired. */
    list(actor: Actor, window: Window): Page<Token> {
      return partOf(tokens.listOfUser(personOf(actor).id), window, NEWEST_FIRST)
    },

    /**
     * Gives a token another secret. The former one stays valid for some hours, so that programs can be told in turn; one
     * before that ends at once.
     *
     * @throws GalleyError `not_found`
     */
    rotate(actor: Actor, id: string, overlapHours: number): MadeToken {
      const before = own(actor, id)
      const secret = newTokenSecret()
      const formerUntil = now() + overlapHours * HOUR_MS
      const changes = { hint: secret.slice(-4), formerUntil }
      tokens.rotate(id, { ...changes, secretHmac: vault.digest(secret) })
      note({ tokenId: id, ...byOf(actor) }, 'a token was rotated')
      return { token: { ...before, ...changes }, secret }
    },

    /** Ends a token, with its streams. @throws GalleyError `not_found` */
    revoke(actor: Actor, id: string): void {
      own(actor, id)
      tokens.delete(id)
      note({ tokenId: id, ...byOf(actor) }, 'a token was revoked')
    },
  }
}

function requireFitting(
  access: Pick<Access, 'roleOn'>,
  actor: Actor,
  { scopes, siteIds }: Pick<NewToken, 'scopes' | 'siteIds'>,
): void {
  if (siteIds === null) return
  if (scopes.includes('admin')) {
    throw invalid('scopes', 'must not contain admin for a token of some sites only')
  }
  // A site that the user does not know is named as one that does not exist.
  const unknown = siteIds.findIndex((id) => access.roleOn(actor, id) === null)
  if (unknown >= 0) throw invalid(`site_ids.${unknown}`, 'is not the id of one of your sites')
}
