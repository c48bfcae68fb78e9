/** Invitations as JSON. @see src/http/README.md (Invitations) */

import { z } from 'zod'
import { ROLE_KINDS } from '../../model/role.js'
import type { Invitation } from '../../model/invitation.js'
import type { OpenedInvitation, SentInvitation } from '../../service/accounts/invitations.js'
import { field, idSchema, named, stampSchema } from './common.js'
import { utcStamp } from './time.js'
import { emailField, languageField, linkTokenField, nameFields, passwordField } from './user.js'

const kind = field(z.enum(ROLE_KINDS), 'The role on the site.')

const invitation = z.object({
  id: idSchema,
  email: field(z.string(), 'The address that is invited.', 'grace@example.org'),
  site_id: idSchema.nullable(),
  kind: kind.nullable(),
  admin: field(z.boolean(), 'Whether it makes a server administrator.'),
  mailed: field(z.boolean(), 'Whether the link was mailed; else whoever invites passes it on.'),
  invited_by: field(idSchema.nullable(), 'Who invites; null if that user is gone.'),
  created_at: stampSchema,
  expires_at: stampSchema,
})

export const invitationSchema = named(
  'Invitation',
  'A link by which somebody becomes a user. Without a site, `site_id` and `kind` are null.',
  invitation,
)

export const sentInvitationSchema = named(
  'SentInvitation',
  'An invitation that was just made or sent again.',
  invitation.extend({
    link: field(
      z.string().nullable(),
      'The link to pass on, which is shown this once; null if it was mailed.',
      'https://galley.example.org/admin/invitation#f00d',
    ),
  }),
)

const language = languageField.optional()

export const createInvitationInput = named(
  'CreateInvitation',
  'Whom to invite to the server.',
  z.object({
    email: emailField,
    admin: field(z.boolean(), 'Whether to make a server administrator.').optional(),
    language,
  }),
)

export const createSiteInvitationInput = named(
  'CreateSiteInvitation',
  'Whom to invite to a site.',
  z.object({ email: emailField, kind, language }),
)

export const openInvitationInput = named(
  'OpenInvitation',
  'The secret of a link.',
  z.object({ token: linkTokenField }),
)

export const openedInvitationSchema = named(
  'OpenedInvitation',
  'What an invitation offers.',
  z.object({
    email: field(z.string(), 'The address that is invited.', 'grace@example.org'),
    site: field(z.string().nullable(), 'Domain of the site; null without one.', 'example.org'),
    kind: kind.nullable(),
    admin: field(z.boolean(), 'Whether it makes a server administrator.'),
    invited_by: field(z.string(), 'Name of who invites; may be empty.', 'Ada Lovelace'),
    has_account: field(z.boolean(), 'Whether there is an account to accept it with.'),
    expires_at: stampSchema,
  }),
)

export const acceptInvitationInput = named(
  'AcceptInvitation',
  'The new account.',
  z.object({ token: linkTokenField, password: passwordField, ...nameFields, language }),
)

export function invitationJson(one: Invitation): z.output<typeof invitationSchema> {
  return {
    id: one.id,
    email: one.email,
    site_id: one.siteId,
    kind: one.kind,
    admin: one.isAdmin,
    mailed: one.isMailed,
    invited_by: one.invitedBy,
    created_at: utcStamp(one.createdAt / 1000),
    expires_at: utcStamp(one.expiresAt / 1000),
  }
}

export function sentInvitationJson({
  invitation: one,
  link,
}: SentInvitation): z.output<typeof sentInvitationSchema> {
  return { ...invitationJson(one), link }
}

export function openedInvitationJson({
  invitation: { email, kind: role, isAdmin, expiresAt },
  site,
  invitedBy,
  hasAccount,
}: OpenedInvitation): z.output<typeof openedInvitationSchema> {
  return {
    email,
    site,
    kind: role,
    admin: isAdmin,
    invited_by: invitedBy,
    has_account: hasAccount,
    expires_at: utcStamp(expiresAt / 1000),
  }
}
