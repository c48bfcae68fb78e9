/**
 * The second factor: codes of an authenticator app, passkeys, and recovery codes for when these are lost. It is asked for
 * wherever a password is taken from afar: at sign-in, and for the key pair. Key pairs and tokens need none.
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
import type { Passkeys } from './passkeys.js'
import type { Passwords } from './passwords.js'
import { newRecoveryCodes, recoveryDigest } from './recovery-codes.js'
import { otpauthUri, stepOf, toBase32 } from './totp.js'
import type { Vault } from './vault.js'
import type { SignedCredential } from './webauthn.js'

/** What users see of theirs. */
export interface SecondFactorView {
  readonly isOn: boolean
  /** True with an authenticator app: a passkey does, too. */
  readonly hasApp: boolean
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
  readonly passkeys: Pick<Passkeys, 'ask' | 'takes'>
  readonly vault: Vault
  readonly passwords: Passwords
  /** Of wrong passwords. */
  readonly failures: FailedAttempts
  /** Of wrong codes: there are few of them, so the window is long. */
  readonly wrongCodes: FailedAttempts
  readonly settings: {
    /** Who must have one: nobody (`optional`), `admins` or `everybody`. May change while the server runs. */
    readonly secondFactor: string
  }
  /** Host name of the server, for the list in the app. */
  readonly host: () => string
  readonly now: () => number
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** How wrong codes are to be counted: an hour of guesses finds one in 30,000 times. */
export const WRONG_CODES = { most: () => 10, windowMs: 60 * 60_000 } as const

/** As RFC 4226 §4 recommends: 160 bits. */
const SECRET_BYTES = 20

/** What somebody has beside the password: one of both. */
interface Proof {
  /** Of the app, or a recovery code. */
  readonly code?: string | undefined
  readonly passkey?: SignedCredential | undefined
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

export function createSecondFactor(parts: SecondFactorParts) {
  return { ...createProof(parts), ...createOwnFactor(parts), ...createTakingOff(parts) }
}

/** Checks codes and passkeys. */
function createProof(parts: SecondFactorParts) {
  const { records, settings } = parts
  const factors = records.secondFactors
  const isRequired = ({ isAdmin }: Pick<User, 'isAdmin'>) =>
    settings.secondFactor === 'everybody' || (settings.secondFactor === 'admins' && isAdmin)
  return {
    isRequired,

    /** True if the rule of the server wants one, and there is none yet. */
    isMissing: (user: User): boolean => isRequired(user) && !factors.isOn(user.id),

    /**
     * Lets a user pass whose password was right.
     *
     * @throws GalleyError `second_factor_required` without a proof, with what a browser can ask a passkey; `unauthorized`
     *   for a wrong one or one that was used; `rate_limited` after too many
     */
    async prove(user: User, { code = '', passkey }: Proof): Promise<void> {
      if (!factors.isOn(user.id)) return
      if (passkey) {
        const settle = countTry(parts, user.id, WRONG_PASSKEY)
        return settle(await parts.passkeys.takes(user.id, passkey))
      }
      if (code.trim() !== '') return requireCode(parts, user.id, code)
      const asked = parts.passkeys.ask(user.id)
      throw new GalleyError(
        'second_factor_required',
        asked
          ? 'The password is right; send the answer of a passkey, or a code, too.'
          : 'The password is right; send the code of your authenticator app, or a recovery code, too.',
        asked && { passkey: asked },
      )
    },
  }
}

/** What users do with their own. */
function createOwnFactor(parts: SecondFactorParts) {
  const { records, vault, now, note } = parts
  const factors = records.secondFactors
  const hasApp = (userId: string) => isAppOn(parts, userId)
  const require = (isThere: boolean, what: string) => {
    if (!isThere) throw new GalleyError('conflict', `There is no ${what}.`)
  }
  return {
    view(actor: Actor): SecondFactorView {
      const user = personOf(actor)
      const isOn = factors.isOn(user.id)
      const recoveryCodesLeft = factors.countCodes(user.id)
      const { isRequired } = createProof(parts)
      return { isOn, hasApp: hasApp(user.id), isRequired: isRequired(user), recoveryCodesLeft }
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
      if (hasApp(user.id)) {
        throw new GalleyError('conflict', 'There is an authenticator app; turn it off first.')
      }
      const secret = randomBytes(SECRET_BYTES)
      factors.beginApp(user.id, vault.seal(secret.toString('hex')))
      const issuer = `Galley ${parts.host()}`
      return { secret: toBase32(secret), uri: otpauthUri(secret, { issuer, account: user.email }) }
    },

    /**
     * Turns the app on, and ends the user's other sessions. Returns the recovery codes, in place of all earlier ones, which
     * are shown this once.
     *
     * @throws GalleyError `validation_failed` for a wrong code; `conflict` if none was begun
     */
    confirm(actor: Actor, code: string): readonly string[] {
      const user = personOf(actor)
      const begun = factors.findApp(user.id)
      if (!begun || begun.confirmedAt !== null) {
        throw new GalleyError('conflict', 'No second factor was begun.')
      }
      requireOwn(() => countTry(parts, user.id, WRONG_CODE)(takesAppCode(parts, user.id, code)))
      const { codes, digests } = newRecoveryCodes(vault)
      factors.confirmApp(user.id, { at: now(), codes: digests })
      const session = actor.kind === 'user' ? (actor.session?.id ?? null) : null
      records.sessions.deleteOthers(user.id, session)
      note({ userId: user.id, ...byOf(actor) }, 'a second factor was turned on')
      return codes
    },

    /** New recovery codes in place of all earlier ones. @throws GalleyError as `confirm` */
    renewCodes(actor: Actor, code: string): readonly string[] {
      const { id } = personOf(actor)
      require(factors.isOn(id), 'second factor')
      requireOwn(() => requireCode(parts, id, code))
      const { codes, digests } = newRecoveryCodes(vault)
      factors.putCodes(id, digests)
      note({ userId: id, ...byOf(actor) }, 'recovery codes were renewed')
      return codes
    },

    /** Turns the app off. @throws GalleyError as `confirm` */
    turnOff(actor: Actor, code: string): void {
      const { id } = personOf(actor)
      require(hasApp(id), 'authenticator app')
      requireOwn(() => requireCode(parts, id, code))
      factors.deleteApp(id)
      note({ userId: id, ...byOf(actor) }, 'a second factor was turned off')
    },
  }
}

/** For a user who has lost the app or the passkeys, and the recovery codes. */
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

const WRONG_CODE = 'The code is not right, or was used before.'
const WRONG_PASSKEY =
  'The answer of the passkey is not right: it is for something else, was used before, or has expired. Sign in again.'

/** For somebody who is signed in: a wrong code is a wrong field, and no reason to sign in again. */
function requireOwn(check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof GalleyError) || error.code !== 'unauthorized') throw error
    throw invalid('code', 'is not right, or was used before')
  }
}

function requireCode(parts: SecondFactorParts, userId: string, code: string): void {
  countTry(parts, userId, WRONG_CODE)(takesCode(parts, userId, code))
}

/**
 * Counts a try as wrong in advance. Returns what is to be told whether it was right: it throws if not.
 *
 * @throws GalleyError `rate_limited` if there were too many
 */
function countTry(parts: SecondFactorParts, userId: string, message: string) {
  const places = [{ name: `codes of ${userId}` }]
  const { isBlocked, tooMany } = parts.wrongCodes.count(places)
  const error = tooMany ?? new GalleyError('unauthorized', message)
  if (isBlocked) throw error
  return (isRight: boolean): void => {
    if (isRight) return parts.wrongCodes.forgive(places)
    if (tooMany === null) parts.note({ userId }, 'a code of a second factor was refused')
    throw error
  }
}

function isAppOn({ records }: SecondFactorParts, userId: string): boolean {
  return (records.secondFactors.findApp(userId)?.confirmedAt ?? null) !== null
}

/** Takes a code of the app, or a recovery code, so that it works once. */
function takesCode(parts: SecondFactorParts, userId: string, code: string): boolean {
  const { records, vault } = parts
  if (isAppOn(parts, userId) && takesAppCode(parts, userId, code)) return true
  return records.secondFactors.takeCode(userId, recoveryDigest(vault, plainCode(code)))
}

/** The same for a code of the app alone, also of one that does not count yet. */
function takesAppCode(parts: SecondFactorParts, userId: string, code: string): boolean {
  const { secondFactors } = parts.records
  const app = secondFactors.findApp(userId)
  if (!app) return false
  const secret = Buffer.from(parts.vault.open(app.sealedSecret), 'hex')
  const step = stepOf(secret, plainCode(code), parts.now())
  return step !== null && secondFactors.takeStep(userId, step)
}

/** Without the marks that people part it by. */
const plainCode = (code: string): string => code.replace(/[\s-]/g, '')
