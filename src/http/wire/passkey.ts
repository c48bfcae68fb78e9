/** Passkeys as JSON. What browsers ask and answer has the names of WebAuthn. */

import { z } from 'zod'
import { MAX_PASSKEY_NAME, type Passkey } from '../../model/passkey.js'
import type { MadePasskey } from '../../service/accounts/passkeys.js'
import { field, hashSchema, idSchema, named, stampSchema, textInput } from './common.js'
import { currentPasswordField, recoveryCodesField } from './second-factor.js'
import { utcStamp, utcStampOrNull } from './time.js'

/** A credential id has at most 1,023 bytes (WebAuthn §4). */
const MAX_ID = 1364
/** Far more than any browser sends. */
const MAX_BYTES = 65_536

const bytes = (most: number, description: string) =>
  field(textInput(most), `${description}, in base64url.`, 'dGhlIGFuc3dlcg')

const credentialId = bytes(MAX_ID, 'Id of the credential')
const clientDataJSON = bytes(MAX_BYTES, 'What the browser has signed')

const passkey = z.object({
  id: idSchema,
  name: field(z.string(), 'What its user calls it.', 'Phone'),
  created_at: stampSchema,
  last_used_at: field(stampSchema.nullable(), 'Null before it is used.'),
})

export const passkeySchema = named('Passkey', 'A passkey of yours.', passkey)

export const madePasskeySchema = named(
  'MadePasskey',
  'A new passkey.',
  passkey.extend({
    recovery_codes: field(
      recoveryCodesField.nullable(),
      'For when it is lost; shown this once. Null if you had some left.',
    ),
  }),
)

export const beginPasskeyInput = named(
  'BeginPasskey',
  'Proves that it is you.',
  z.object({ current_password: currentPasswordField }),
)

export const passkeyWantedSchema = named(
  'PasskeyWanted',
  'What the browser is to make.',
  z.object({
    public_key: field(
      hashSchema,
      'For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`.',
      { challenge: 'dGhlIHF1ZXN0aW9u', rp: { id: 'example.org', name: 'Galley example.org' } },
    ),
  }),
)

export const createPasskeyInput = named(
  'CreatePasskey',
  'The passkey that the browser has made.',
  z.object({
    name: field(
      textInput(MAX_PASSKEY_NAME).trim().min(1, 'must not be empty'),
      'What you call it.',
      'Phone',
    ),
    credential: field(
      z.object({
        id: credentialId,
        response: z.object({
          clientDataJSON,
          attestationObject: bytes(MAX_BYTES, 'The new key'),
          transports: field(z.array(textInput(50)).max(20), 'How the browser reaches it.', [
            'internal',
          ]).optional(),
        }),
      }),
      'Its `toJSON()`.',
    ),
  }),
)

/** `toJSON()` of what the browser has signed. */
export const signedPasskeyField = field(
  z.object({
    id: credentialId,
    response: z.object({
      clientDataJSON,
      authenticatorData: bytes(MAX_BYTES, 'What the authenticator has signed'),
      signature: bytes(MAX_BYTES, 'The signature'),
    }),
  }),
  'Instead of a code: `toJSON()` of the credential that `navigator.credentials.get` gives for the `passkey` of the error ' +
    '`second_factor_required`.',
)

export function passkeyJson(passkey: Passkey): z.output<typeof passkeySchema> {
  const { id, name, createdAt, lastUsedAt } = passkey
  return {
    id,
    name,
    created_at: utcStamp(createdAt / 1000),
    last_used_at: utcStampOrNull(lastUsedAt),
  }
}

export function madePasskeyJson(made: MadePasskey): z.output<typeof madePasskeySchema> {
  const { passkey, recoveryCodes } = made
  return { ...passkeyJson(passkey), recovery_codes: recoveryCodes && [...recoveryCodes] }
}
