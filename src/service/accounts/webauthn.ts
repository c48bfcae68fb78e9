/**
 * What a browser is asked for a passkey, and whether its answer is right (WebAuthn). Knows no accounts.
 *
 * No attestation is wanted, and none with a certificate is looked at: its lists of revoked ones are at addresses that
 * whoever made it has chosen.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */

import { isIP } from 'node:net'
import type { generateRegistrationOptions } from '@simplewebauthn/server'
import { GalleyError } from '../../errors.js'
import { PASSKEY_MS, type Passkey } from '../../model/passkey.js'

/** What a browser is asked to make; as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export type PasskeyWanted = Awaited<ReturnType<typeof generateRegistrationOptions>>

/** What a browser is asked to sign; as JSON, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export interface PasskeyAsked {
  readonly challenge: string
  readonly rpId: string
  /** Milliseconds. */
  readonly timeout: number
  readonly userVerification: 'discouraged'
  readonly allowCredentials: readonly PasskeyName[]
}

interface PasskeyName {
  readonly id: string
  readonly type: 'public-key'
  readonly transports: readonly string[]
}

/** `toJSON()` of a credential that a browser has made. Bytes are in base64url. */
export interface MadeCredential {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** `toJSON()` of a credential that has signed. */
export interface SignedCredential {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
  }
}

type NewKey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

interface Owner {
  readonly id: string
  readonly email: string
}

/** For whom passkeys are: browsers give them to no other host. */
interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Null for a server that is known by an IP address alone; on this machine itself, browsers have passkeys for `localhost`.
 *
 * @param url of the server
 */
export function relyingPartyOf(url: string): RelyingParty | null {
  const at = new URL(url)
  if (['127.0.0.1', '[::1]'].includes(at.hostname)) at.hostname = 'localhost'
  const isAddress = isIP(at.hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress ? null : { id: at.hostname, origin: at.origin }
}

const nameOf = ({ credentialId, transports }: Passkey): PasskeyName => ({
  id: credentialId,
  type: 'public-key',
  transports,
})

function partyOf(url: string): RelyingParty {
  const found = relyingPartyOf(url)
  if (found) return found
  const message = `Passkeys need a host name, and this server is at ${new URL(url).host}: its operator can give it one (--public-url).`
  throw new GalleyError('conflict', message)
}

function expectedOf({ id, origin }: RelyingParty, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The password was the first factor: a touch is enough for the second.
    requireUserVerification: false,
  }
}

/** @param url of the server */
export function createWebAuthn(url: () => string) {
  const party = () => partyOf(url())
  return {
    /** True if browsers have passkeys for this server. */
    isPossible: (): boolean => relyingPartyOf(url()) !== null,

    /**
     * @param known passkeys of the owner: an authenticator that has one of them makes no other
     * @throws GalleyError `conflict` if passkeys are not possible; as all of these
     */
    async wanted(
      challenge: string,
      owner: Owner,
      known: readonly Passkey[],
    ): Promise<PasskeyWanted> {
      const library = await import('@simplewebauthn/server')
      return library.generateRegistrationOptions({
        rpName: `Galley ${party().id}`,
        rpID: party().id,
        userName: owner.email,
        userID: new TextEncoder().encode(owner.id),
        challenge: bytesOf(challenge),
        timeout: PASSKEY_MS,
        excludeCredentials: known.map(({ credentialId: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'discouraged', userVerification: 'discouraged' },
      })
    },

    asked: (challenge: string, known: readonly Passkey[]): PasskeyAsked => ({
      challenge,
      rpId: party().id,
      timeout: PASSKEY_MS,
      userVerification: 'discouraged',
      allowCredentials: known.map(nameOf),
    }),

    /** The key that was made; null if the answer is not right. */
    async readMade(made: MadeCredential, challenge: string): Promise<NewKey | null> {
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const { transports = [], ...response } = made.response
      if (!(await isWithoutCertificate(response.attestationObject))) return null
      const checked = await quietly(() =>
        verifyRegistrationResponse({
          ...expectedOf(party(), challenge),
          response: plain(made.id, response),
        }),
      )
      if (checked?.verified !== true) return null
      const { id, publicKey, counter } = checked.registrationInfo.credential
      return { credentialId: id, publicKey, counter, transports }
    },

    /** The counter that a passkey has signed; null if the answer is not right. */
    async readSigned(
      { id, response }: SignedCredential,
      challenge: string,
      passkey: Passkey,
    ): Promise<number | null> {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const { credentialId, publicKey, counter } = passkey
      const credential = { id: credentialId, publicKey, counter }
      const options = {
        ...expectedOf(party(), challenge),
        credential,
        response: plain(id, response),
      }
      const checked = await quietly(() => verifyAuthenticationResponse(options))
      return checked?.verified === true ? checked.authenticationInfo.newCounter : null
    },
  }
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

function plain<Response>(id: string, response: Response) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } as const
}

/** The library throws plain errors for answers that it cannot read, and for those that are wrong. */
async function quietly<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check()
  } catch {
    return null
  }
}

/** As browsers send them where no attestation is wanted: none, or one that the key itself has signed. */
async function isWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const read = await quietly(async () => {
    const object = decodeAttestationObject(bytesOf(attestationObject))
    const fmt = object.get('fmt')
    return fmt === 'none' || (fmt === 'packed' && object.get('attStmt').get('x5c') === undefined)
  })
  return read === true
}
