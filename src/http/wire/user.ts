/** Users and key pairs as JSON. @see src/http/README.md (Users) */

import { z } from 'zod'
import { ROLE_KINDS, type Role } from '../../model/role.js'
import { fullname, isEmail, MIN_PASSWORD, type User } from '../../model/user.js'
import { LANGUAGES } from '../../service/mail/letter.js'
import { field, idSchema, named, stampSchema, textInput } from './common.js'
import { utcStamp } from './time.js'

export const userSchema = named(
  'User',
  'A user of the server.',
  z.object({
    id: idSchema,
    email: field(z.string(), 'E-mail address.', 'ada@example.org'),
    firstname: field(z.string(), 'First name.', 'Ada'),
    lastname: field(z.string(), 'Last name.', 'Lovelace'),
    fullname: field(z.string(), 'Both.', 'Ada Lovelace'),
    role: field(z.enum(ROLE_KINDS), 'If the path names a site: the user’s role there.').optional(),
    role_id: field(idSchema, 'The id of that role.').optional(),
    admin: field(z.boolean(), 'Whether it is a server administrator.'),
    max_sites: field(
      z.int().nullable(),
      'How many sites the user may own; null: as the settings of the server say.',
      null,
    ),
    second_factor: field(
      z.boolean(),
      'In the list of all users: whether sign-in asks for a code.',
    ).optional(),
    created_at: stampSchema,
    updated_at: stampSchema,
  }),
)

/** The caller's own account. The specification has neither field; `admin` is that of all users, so it stays. */
export const meSchema = named(
  'Me',
  'Your own account.',
  userSchema.extend({
    is_admin: field(z.boolean(), 'The same as `admin`, which is to be used.').meta({
      deprecated: true,
    }),
  }),
)

export const keyPairSchema = named(
  'KeyPair',
  'Credentials for all other operations.',
  z.object({
    api_key: field(z.string(), 'User name of HTTP Basic.', 'gk_5d1f0c6b7e2a4938'),
    api_secret: field(z.string(), 'Password of HTTP Basic.', 'gs_0d9b3f6a1c7e4852'),
  }),
)

export const emailField = field(
  textInput(320).refine(isEmail, 'must be an e-mail address'),
  'E-mail address; it also identifies the authors of commits.',
  'ada@example.org',
)
const name = textInput(200).refine(
  (text) => !/[\p{Cc}<>]/u.test(text),
  'must not contain control characters, "<" or ">"',
)
const firstname = field(name, 'First name.', 'Ada')
const lastname = field(name, 'Last name.', 'Lovelace')
export const nameFields = { firstname: firstname.optional(), lastname: lastname.optional() }
export const passwordField = field(
  textInput(1000).min(MIN_PASSWORD, `must have at least ${MIN_PASSWORD} characters`),
  `Password, ${MIN_PASSWORD} to 1,000 characters.`,
  'correct horse battery',
)
const admin = field(z.boolean(), 'Whether it is a server administrator.')
const maxSites = field(
  z.int().min(0).max(1_000_000).nullable(),
  'How many sites the user may own, 0 for none; null: as the settings `site_makers` and `sites_per_user` say.',
  3,
)
export const languageField = field(
  z.enum(LANGUAGES),
  'The language of mail to the user; by default that of `Accept-Language`.',
)
/** The secret of a link, which is after its `#`. */
export const linkTokenField = field(textInput(200), 'What is after the `#` of the link.', 'f00d')

export const createUserInput = named(
  'CreateUser',
  'A new user.',
  z.object({
    email: emailField,
    password: passwordField.optional(),
    ...nameFields,
    admin: admin.optional(),
    max_sites: maxSites.optional(),
  }),
)

export const updateUserInput = named(
  'UpdateUser',
  'Changes to a user.',
  z.object({
    email: emailField.optional(),
    password: passwordField.optional(),
    ...nameFields,
    admin: admin.optional(),
    max_sites: maxSites.optional(),
  }),
)

export const updateMeInput = named(
  'UpdateMe',
  'Changes to your account.',
  z.object({
    email: emailField.optional(),
    password: passwordField.optional(),
    current_password: field(textInput(1000), 'Required for a new password.').optional(),
    ...nameFields,
  }),
)

export const setUpInput = named(
  'SetUp',
  'The first administrator of a new server.',
  z.object({
    token: field(textInput(200), 'From the link that the first start prints.', 'f00d'),
    email: emailField,
    password: passwordField,
    ...nameFields,
  }),
)

/** @param role the role on the site in the path */
export function userJson(user: User, role?: Role): z.output<typeof userSchema> {
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    fullname: fullname(user),
    ...(role && { role: role.kind, role_id: role.id }),
    admin: user.isAdmin,
    max_sites: user.maxSites,
    created_at: utcStamp(user.createdAt / 1000),
    updated_at: utcStamp(user.updatedAt / 1000),
  }
}

export function meJson(user: User): z.output<typeof meSchema> {
  return { ...userJson(user), is_admin: user.isAdmin }
}

/** A key pair with its secret. */
export function keyPairJson(pair: {
  readonly apiKey: string
  readonly apiSecret: string
}): z.output<typeof keyPairSchema> {
  return { api_key: pair.apiKey, api_secret: pair.apiSecret }
}
