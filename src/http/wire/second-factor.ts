/** Second factors as JSON. @see src/http/README.md (Second factor) */

import { z } from 'zod'
import type { SecondFactorView } from '../../service/accounts/second-factor.js'
import { field, named, textInput } from './common.js'

export const secondFactorSchema = named(
  'SecondFactor',
  'Your second factor.',
  z.object({
    on: field(z.boolean(), 'Whether sign-in asks for it: with an app, or a passkey.'),
    app: field(z.boolean(), 'Whether there is an authenticator app.'),
    required: field(z.boolean(), 'Whether the server wants you to have one.'),
    recovery_codes_left: field(z.int(), 'Recovery codes that were not used.', 10),
  }),
)

export const currentPasswordField = field(
  textInput(1000),
  'Your password.',
  'correct horse battery',
)

export const beginSecondFactorInput = named(
  'BeginSecondFactor',
  'Proves that it is you.',
  z.object({ current_password: currentPasswordField }),
)

export const begunSecondFactorSchema = named(
  'BegunSecondFactor',
  'For the authenticator app; shown this once.',
  z.object({
    secret: field(z.string(), 'In base32, to type it in.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: field(
      z.string(),
      'The same for a QR code.',
      'otpauth://totp/Galley%20example.org:ada%40example.org?secret=JBSWY3DPEHPK3PXP',
    ),
  }),
)

export const codeInput = named(
  'SecondFactorCode',
  'A code.',
  z.object({
    code: field(
      textInput(100),
      'Of the authenticator app, or a recovery code; each works once.',
      '123456',
    ),
  }),
)

export const recoveryCodesField = field(z.array(z.string()), 'Each works once.', [
  'JBSWY3DPEHPK3PXP',
])

export const recoveryCodesSchema = named(
  'RecoveryCodes',
  'For when the app is lost; shown this once.',
  z.object({ recovery_codes: recoveryCodesField }),
)

export function secondFactorJson(view: SecondFactorView): z.output<typeof secondFactorSchema> {
  const { isOn, hasApp, isRequired, recoveryCodesLeft } = view
  return { on: isOn, app: hasApp, required: isRequired, recovery_codes_left: recoveryCodesLeft }
}

export function recoveryCodesJson(codes: readonly string[]): z.output<typeof recoveryCodesSchema> {
  return { recovery_codes: [...codes] }
}
