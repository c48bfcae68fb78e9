/** Forgotten passwords as JSON. */

import { z } from 'zod'
import { field, named, stampSchema, textInput } from './common.js'
import { languageField, linkTokenField, passwordField } from './user.js'

export const forgottenInput = named(
  'ForgottenPassword',
  'Whose password it is.',
  z.object({
    email: field(textInput(320), 'E-mail address.', 'ada@example.org'),
    language: languageField.optional(),
  }),
)

export const forgottenSchema = named(
  'ForgottenPasswordAsked',
  'If somebody has the address, a mail is on its way.',
  z.object({ asked: z.literal(true) }),
)

export const resetInput = named(
  'ResetPassword',
  'The new password.',
  z.object({ token: linkTokenField, password: passwordField }),
)

export const resetSchema = named(
  'PasswordWasReset',
  'The password is set; sign in with it.',
  z.object({ email: field(z.string(), 'The address to sign in with.', 'ada@example.org') }),
)

export const resetLinkSchema = named(
  'ResetLink',
  'For the user.',
  z.object({
    link: field(
      z.string(),
      'The link, which is shown this once.',
      'https://galley.example.org/admin/password#f00d',
    ),
    expires_at: stampSchema,
  }),
)
