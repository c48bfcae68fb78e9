/** Passkeys in the browser (WebAuthn): makes them, and signs with them. */

import type { Arguments } from '../api/client.js'
import { messageOf, t } from '../text/text.js'

type Made = Arguments<'createPasskey'>[0]['body']['credential']
type Signed = NonNullable<Arguments<'signIn'>[0]['body']['passkey']>

/** True in browsers that have them; none has without HTTPS, but for this machine itself. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** What the browser would not do: its reason, by the name of its error (WebAuthn §5.1). */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError'

  constructor(
    readonly reason: string,
    /** For which passkeys are asked. */
    readonly host: string,
  ) {
    super(reason)
  }
}

async function attempt(ask: Promise<Credential | null>, host: string): Promise<unknown> {
  try {
    const credential = await ask
    if (credential instanceof PublicKeyCredential) return credential.toJSON()
  } catch (error) {
    throw new PasskeyError(error instanceof DOMException ? error.name : '', host)
  }
  throw new PasskeyError('', host)
}

/**
 * Makes one.
 *
 * @param wanted answer of `beginPasskey`
 * @throws PasskeyError
 */
export async function makePasskey(wanted: object): Promise<Made> {
  const options = wanted as PublicKeyCredentialCreationOptionsJSON
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const asked = navigator.credentials.create({ publicKey })
  return (await attempt(asked, options.rp.id ?? '')) as Made
}

/**
 * Signs with one.
 *
 * @param asked `passkey` of the error `second_factor_required`
 * @throws PasskeyError
 */
export async function signWithPasskey(asked: object): Promise<Signed> {
  const options = asked as PublicKeyCredentialRequestOptionsJSON
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return (await attempt(navigator.credentials.get({ publicKey }), options.rpId ?? '')) as Signed
}

/** Like `messageOf`, also for what the browser would not do. */
export function passkeyMessage(error: unknown): string {
  if (!(error instanceof PasskeyError)) return messageOf(error)
  const { reason, host } = error
  if (reason === 'SecurityError') return t('passkey.elsewhere', { host })
  return t(reason === 'InvalidStateError' ? 'passkey.known' : 'passkey.cancelled')
}
