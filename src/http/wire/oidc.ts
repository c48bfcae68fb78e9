/** Sign-in with an OpenID Connect provider as JSON. */

import { z } from 'zod'
import type { Oidc, OidcView } from '../../service/accounts/oidc.js'
import { field, named, stampSchema, textInput } from './common.js'
import { utcStamp } from './time.js'

const provider = field(
  z.string().nullable(),
  'Name of the OpenID Connect provider; null without one.',
  'login.example.org',
)

export const signInWaysSchema = named(
  'SignInWays',
  'How people sign in here.',
  z.object({ password: field(z.boolean(), 'Whether passwords are taken.'), provider }),
)

export const oidcAskedSchema = named(
  'OidcAsked',
  'Where to send the browser.',
  z.object({
    url: field(
      z.string(),
      'Page of the provider. It leads back to `/admin/signed-in`, with the answer in its query.',
      'https://login.example.org/auth?client_id=galley&state=c3RhdGU',
    ),
  }),
)

export const oidcAnswerInput = named(
  'OidcAnswer',
  'What the provider has sent the browser back with.',
  z.object({
    response: field(
      textInput(16_384),
      'The query of the address, without `?`.',
      'code=c29tZXRoaW5n&state=c3RhdGU&iss=https%3A%2F%2Flogin.example.org',
    ),
  }),
)

export const oidcLinkInput = named(
  'OidcLinking',
  'Whoever is linked can sign in ever after.',
  z.object({
    current_password: field(z.string(), 'The current password.', 'correct horse battery'),
  }),
)

export const oidcLinkSchema = named(
  'OidcLink',
  'The link of an account to the OpenID Connect provider.',
  z.object({
    provider,
    linked: field(z.boolean(), 'Whether the account is linked to somebody there.'),
    subject: field(z.string().nullable(), 'The provider’s id of that person.', '248289761001'),
    linked_at: stampSchema.nullable(),
  }),
)

export function signInWaysJson({
  isByPassword,
  provider,
}: ReturnType<Oidc['ways']>): z.output<typeof signInWaysSchema> {
  return { password: isByPassword, provider }
}

export function oidcLinkJson({ provider, link }: OidcView): z.output<typeof oidcLinkSchema> {
  return {
    provider,
    linked: link !== null,
    subject: link?.subject ?? null,
    linked_at: link && utcStamp(link.createdAt / 1000),
  }
}
