/**
 * The second factor: codes of an authenticator app, and recovery codes for when it is lost. It is asked for wherever a
 * password is taken from afar: at sign-in, and for the key pair. Key pairs and tokens need none.
 *
 * A code works once, also within its 30 seconds. The secret is stored encrypted, recovery codes as keyed digests.
 *
 * @see src/http/README.md (Second factor), SECURITY.md
 */

import { randomBytes } from 'node:crypto'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { byOf, personOf, requireServerAdmin, type Access } from './access.js'
import { checkPassword } from './current-password.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Passwords } from './passwords.js'
import { otpauthUri, stepOf, toBase32 } from './totp.js'
import type { Vault } from './vault.js'

/** What users see of theirs. */
export interface SecondFactorView {
  readonly isOn: boolean
  readonly isRequired: boolean
  readonly recoveryCodesLeft: number
}

/** A secret that does not count yet: for the app of its user, this once. */
interface BegunFactor {
  readonly secret: string
  readonly uri: string
}

interface SecondFactorParts {
  readonly records: Pick<Records, 'secondFactors' | 'users' | 'sessions'>
  readonly access: Pick<Access, 'renew'>
  readonly vault: Vault
  readonly passwords: Passwords
  /** Of wrong passwords. */
  readonly failures: FailedAttempts
  /** Of wrong codes: there are few of them, so the window is long. */
  readonly wrongCodes: FailedAttempts
  /** Who must have one: nobody (`optional`), `admins` or `everybody`. */
  readonly rule: string
  /** Host name of the server, for the list in the app. */
  readonly host: () => string
  readonly now: () => number
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** How wrong codes are to be counted: an hour of guesses finds one in 30,000 times. */
export const WRONG_CODES = { most: 10, windowMs: 60 * 60_000 } as const

/** As RFC 4226 §4 recommends: 160 bits. */
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits each. */
const RECOVERY_BYTES = 10

export type SecondFactor = ReturnType<typeof createSecondFactor>

export function createSecondFactor(parts: SecondFactorParts) {
  return { ...createProof(parts), ...createOwnFactor(parts), ...createTakingOff(parts) }
}

/** Checks codes. */
function createProof(parts: SecondFactorParts) {
  const { records, rule } = parts
  const factors = records.secondFactors
  const isRequired = ({ isAdmin }: Pick<User, 'isAdmin'>) =>
    rule === 'everybody' || (rule === 'admins' && isAdmin)
  return {
    isRequired,

    /** True if the rule of the server wants one, and there is none yet. */
    isMissing: (user: User): boolean => isRequired(user) && !factors.isOn(user.id),

    /**
     * Lets a user pass whose password was right.
     *
     * @param code of the app, or a recovery code; undefined if none was given
     * @throws GalleyError `second_factor_required` without a code; `unauthorized` for a wrong one or one that was used;
     *   `rate_limited` after too many
     */
    prove(user: User, code: string | undefined): void {
      if (!factors.isOn(user.id)) return
      if (code === undefined || code.trim() === '') {
        throw new GalleyError(
          'second_factor_required',
          'The password is right; send the code of your authenticator app, or a recovery code, too.',
        )
      }
      requireCode(parts, user.id, code)
    },
  }
}

/** What users do with their own. */
function createOwnFactor(parts: SecondFactorParts) {
  const { records, vault, now, note } = parts
  const factors = records.secondFactors
  const requireOn = (userId: string) => {
    if (!factors.isOn(userId)) throw new GalleyError('conflict', 'There is no second factor.')
  }
  return {
    view(actor: Actor): SecondFactorView {
      const user = personOf(actor)
      const isOn = factors.isOn(user.id)
      const recoveryCodesLeft = factors.countCodes(user.id)
      return { isOn, isRequired: createProof(parts).isRequired(user), recoveryCodesLeft }
    },

    /**
     * Makes a secret for the user's app. It counts once {@link confirm} has seen a code of it.
     *
     * @throws GalleyError `validation_failed` for a wrong password; `conflict` if there is one that counts
     */
    async begin(actor: Actor, currentPassword: string): Promise<BegunFactor> {
      const user = personOf(actor)
      await checkPassword(parts, user.id, currentPassword)
      parts.access.renew(actor)
      if (factors.isOn(user.id)) {
        throw new GalleyError('conflict', 'There is a second factor; turn it off first.')
      }
      const secret = randomBytes(SECRET_BYTES)
      factors.begin(user.id, vault.seal(secret.toString('hex')))
      const issuer = `Galley ${parts.host()}`
      return { secret: toBase32(secret), uri: otpauthUri(secret, { issuer, account: user.email }) }
    },

    /**
     * Turns it on, and ends the user's other sessions. Returns the recovery codes, which are shown this once.
     *
     * @throws GalleyError `validation_failed` for a wrong code; `conflict` if none was begun
     */
    confirm(actor: Actor, code: string): readonly string[] {
      const user = personOf(actor)
      const begun = factors.find(user.id)
      if (!begun || begun.confirmedAt !== null) {
        throw new GalleyError('conflict', 'No second factor was begun.')
      }
      requireOwnCode(parts, user.id, code)
      const { codes, digests } = newCodes(vault)
      factors.confirm(user.id, { at: now(), codes: digests })
      const session = actor.kind === 'user' ? (actor.session?.id ?? null) : null
      records.sessions.deleteOthers(user.id, session)
      note({ userId: user.id, ...byOf(actor) }, 'a second factor was turned on')
      return codes
    },

    /** New recovery codes in place of all earlier ones. @throws GalleyError as `confirm` */
    renewCodes(actor: Actor, code: string): readonly string[] {
      const { id } = personOf(actor)
      requireOn(id)
      requireOwnCode(parts, id, code)
      const { codes, digests } = newCodes(vault)
      factors.putCodes(id, digests)
      note({ userId: id, ...byOf(actor) }, 'recovery codes were renewed')
      return codes
    },

    /** Turns it off. @throws GalleyError as `confirm` */
    turnOff(actor: Actor, code: string): void {
      const { id } = personOf(actor)
      requireOn(id)
      requireOwnCode(parts, id, code)
      factors.delete(id)
      note({ userId: id, ...byOf(actor) }, 'a second factor was turned off')
    },
  }
}

function newCodes(vault: Pick<Vault, 'digest'>) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(RECOVERY_BYTES)))
  return { codes, digests: codes.map((code) => recoveryDigest(vault, code)) }
}

/** For a user who has lost the app and the recovery codes. */
function createTakingOff({ records, note }: SecondFactorParts) {
  return {
    /** @throws GalleyError `not_found` for an unknown user, and for one without a second factor */
    takeOff(actor: Actor, userId: string): void {
      requireServerAdmin(actor)
      records.users.get(userId)
      if (!records.secondFactors.delete(userId)) throw notFound('second factor')
      note({ userId, ...byOf(actor) }, 'a second factor was taken off')
    },

    /** Those of these users who have one. */
    ownersAmong: (userIds: readonly string[]): ReadonlySet<string> =>
      new Set(userIds.filter((id) => records.secondFactors.isOn(id))),
  }
}

/** For somebody who is signed in: a wrong code is a wrong field, and no reason to sign in again. */
function requireOwnCode(parts: SecondFactorParts, userId: string, code: string): void {
  try {
    requireCode(parts, userId, code)
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'unauthorized') throw error
    throw invalid('code', 'is not right, or was used before')
  }
}

function requireCode(parts: SecondFactorParts, userId: string, code: string): void {
  const places = [{ name: `codes of ${userId}` }]
  const { isBlocked, tooMany } = parts.wrongCodes.count(places)
  const wrong = new GalleyError('unauthorized', 'The code is not right, or was used before.')
  if (isBlocked || !takesCode(parts, userId, code)) {
    if (tooMany === null) parts.note({ userId }, 'a code of a second factor was refused')
    throw tooMany ?? wrong
  }
  parts.wrongCodes.forgive(places)
}

/** Takes a code, so that it works once. */
function takesCode(
  { records: { secondFactors }, vault, now }: SecondFactorParts,
  userId: string,
  text: string,
): boolean {
  const factor = secondFactors.find(userId)
  if (!factor) return false
  const code = text.replace(/[\s-]/g, '')
  const step = stepOf(Buffer.from(vault.open(factor.sealedSecret), 'hex'), code, now())
  if (step !== null) return secondFactors.takeStep(userId, step)
  return secondFactors.takeCode(userId, recoveryDigest(vault, code))
}

function recoveryDigest(vault: Pick<Vault, 'digest'>, code: string): Buffer {
  return vault.digest(`recovery ${code.toUpperCase()}`)
}
