/**
 * Passkeys as second factors. A question to a browser belongs to one user and one use, counts for five minutes, and is
 * answered once: a newer one takes its place.
 *
 * @see src/http/README.md (Second factor)
 */

import { randomBytes } from 'node:crypto'
import { GalleyError, invalid, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import { MAX_PASSKEYS, PASSKEY_MS, type Passkey } from '../../model/passkey.js'
import type { Actor } from '../../model/user.js'
import { partOf, type Page, type Window } from '../../store/page.js'
import type { Records } from '../../store/records/records.js'
import { byOf, personOf, type Access } from './access.js'
import { checkPassword } from './current-password.js'
import type { FailedAttempts } from './failed-attempts.js'
import type { Passwords } from './passwords.js'
import { newRecoveryCodes } from './recovery-codes.js'
import type { Vault } from './vault.js'
import {
  createWebAuthn,
  type MadeCredential,
  type PasskeyAsked,
  type PasskeyWanted,
  type SignedCredential,
} from './webauthn.js'

interface PasskeysParts {
  readonly records: Pick<Records, 'passkeys' | 'secondFactors' | 'users' | 'sessions' | 'together'>
  readonly access: Pick<Access, 'renew'>
  readonly vault: Vault
  readonly passwords: Passwords
  /** Of wrong passwords. */
  readonly failures: FailedAttempts
  /** Public address of the server: passkeys are for its host. */
  readonly apiUrl: () => string
  readonly now: () => number
  readonly newId: NewId
  /** Writes a line to the log. */
  readonly note: (fields: object, message: string) => void
}

/** A passkey that was made. */
export interface MadePasskey {
  readonly passkey: Passkey
  /** Shown this once; null if the user had some left. */
  readonly recoveryCodes: readonly string[] | null
}

interface NewPasskey {
  readonly name: string
  readonly credential: MadeCredential
}

export type Passkeys = ReturnType<typeof createPasskeys>

const NEWEST_FIRST = {
  placeOf: ({ createdAt, id }: Passkey) => [createdAt, id],
  direction: 'desc',
} as const

export function createPasskeys(parts: PasskeysParts) {
  const webAuthn = createWebAuthn(parts.apiUrl)
  const shared = { ...parts, webAuthn, questions: createQuestions(parts.now) }
  return { ...createProof(shared), ...createMaking(shared), ...createKeeping(parts) }
}

interface Shared extends PasskeysParts {
  readonly webAuthn: ReturnType<typeof createWebAuthn>
  readonly questions: ReturnType<typeof createQuestions>
}

/** The challenges that wait for an answer, by what they are for. */
function createQuestions(now: () => number) {
  const asked = new Map<string, { readonly challenge: string; readonly at: number }>()
  return {
    /** A new one, in base64url. */
    ask(use: string): string {
      for (const [oldest, { at }] of asked) {
        if (now() - at < PASSKEY_MS) break
        asked.delete(oldest)
      }
      const challenge = randomBytes(32).toString('base64url')
      // So that the oldest come first.
      asked.delete(use)
      asked.set(use, { challenge, at: now() })
      return challenge
    },

    /** What was asked, this once; null if nothing was, or too long ago. */
    take(use: string): string | null {
      const found = asked.get(use)
      asked.delete(use)
      return found && now() - found.at < PASSKEY_MS ? found.challenge : null
    },
  }
}

const signInOf = (userId: string) => `sign-in of ${userId}`

/** For whoever has the password. */
function createProof({ records: { passkeys }, webAuthn, questions, now }: Shared) {
  return {
    /** What the browser is asked; undefined for a user without passkeys that could be used. */
    ask(userId: string): PasskeyAsked | undefined {
      const known = webAuthn.isPossible() ? passkeys.listOfUser(userId) : []
      if (known.length === 0) return undefined
      return webAuthn.asked(questions.ask(signInOf(userId)), known)
    },

    /** Takes an answer, so that it works once. False for one that is not right. */
    async takes(userId: string, credential: SignedCredential): Promise<boolean> {
      const challenge = questions.take(signInOf(userId))
      const passkey = passkeys
        .listOfUser(userId)
        .find(({ credentialId }) => credentialId === credential.id)
      if (challenge === null || !passkey || !webAuthn.isPossible()) return false
      const counter = await webAuthn.readSigned(credential, challenge, passkey)
      return counter !== null && passkeys.use(passkey.id, { counter, at: now() })
    },
  }
}

function createMaking(shared: Shared) {
  const { records, access, webAuthn, questions, now } = shared
  const { passkeys, secondFactors } = records
  /** A question of one session is not answered in another. */
  const useOf = (actor: Actor) => {
    const session = actor.kind === 'user' ? (actor.session?.id ?? actor.key) : undefined
    return `passkey of ${personOf(actor).id} by ${session ?? ''}`
  }
  return {
    /**
     * Asks the browser for a passkey. It counts once {@link create} has seen it.
     *
     * @throws GalleyError `validation_failed` for a wrong password; `conflict` if there are too many, or if the server has
     *   no host name
     */
    async begin(actor: Actor, currentPassword: string): Promise<PasskeyWanted> {
      const user = personOf(actor)
      await checkPassword(shared, user.id, currentPassword)
      access.renew(actor)
      const known = passkeys.listOfUser(user.id)
      requireRoom(known.length)
      return webAuthn.wanted(questions.ask(useOf(actor)), user, known)
    },

    /**
     * Makes it count. The first second factor ends the user's other sessions.
     *
     * @throws GalleyError `validation_failed` for an answer that is not right; `conflict` if nothing was asked, if there
     *   are too many, or if it is somebody's already
     */
    async create(actor: Actor, { name, credential }: NewPasskey): Promise<MadePasskey> {
      const user = personOf(actor)
      const challenge = questions.take(useOf(actor))
      if (challenge === null) throw new GalleyError('conflict', NOTHING_ASKED)
      const key = await webAuthn.readMade(credential, challenge)
      access.renew(actor)
      if (!key) throw invalid('credential', 'is not the right answer to what was asked')
      requireRoom(passkeys.listOfUser(user.id).length)
      const made = { id: shared.newId(), userId: user.id, name, createdAt: now(), lastUsedAt: null }
      const passkey = { ...made, ...key }
      const recoveryCodes = records.together(() => {
        const isFirst = !secondFactors.isOn(user.id)
        if (!passkeys.create(passkey)) {
          throw new GalleyError('conflict', 'This passkey is registered here already.')
        }
        const session = actor.kind === 'user' ? (actor.session?.id ?? null) : null
        if (isFirst) records.sessions.deleteOthers(user.id, session)
        if (secondFactors.countCodes(user.id) > 0) return null
        const { codes, digests } = newRecoveryCodes(shared.vault)
        secondFactors.putCodes(user.id, digests)
        return codes
      })
      shared.note({ userId: user.id, passkeyId: passkey.id, ...byOf(actor) }, 'a passkey was added')
      return { passkey, recoveryCodes }
    },
  }
}

const NOTHING_ASKED = 'No passkey was begun within the last 5 minutes: begin again.'

function requireRoom(count: number): void {
  if (count < MAX_PASSKEYS) return
  const message = `You have ${MAX_PASSKEYS} passkeys, which is the limit: remove one that is no longer used.`
  throw new GalleyError('conflict', message)
}

function createKeeping(parts: PasskeysParts) {
  const { records, access, note } = parts
  return {
    /** The user's passkeys, newest first. */
    list: (actor: Actor, window: Window): Page<Passkey> =>
      partOf(records.passkeys.listOfUser(personOf(actor).id), window, NEWEST_FIRST),

    /**
     * Removes one, also if its device is lost: with the password.
     *
     * @throws GalleyError `validation_failed` for a wrong password; `not_found`
     */
    async remove(actor: Actor, id: string, currentPassword: string): Promise<void> {
      const user = personOf(actor)
      await checkPassword(parts, user.id, currentPassword)
      access.renew(actor)
      if (!records.secondFactors.deletePasskey(user.id, id)) throw notFound('passkey')
      note({ userId: user.id, passkeyId: id, ...byOf(actor) }, 'a passkey was removed')
    },
  }
}
