/** Users and key pairs as JSON. @see src/http/README.md (Users) */

import { z } from 'zod'
import { ROLE_KINDS, type Role } from '../../model/role.js'
import { fullname, isEmail, type User } from '../../model/user.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const userSchema = z.object({
  id: idSchema,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  role: z.enum(ROLE_KINDS).optional(),
  role_id: idSchema.optional(),
  admin: z.boolean(),
  created_at: stampSchema,
  updated_at: stampSchema,
})

/** Whoever calls, as himself. `is_admin` says the same as `admin`. */
export const meSchema = userSchema.extend({ is_admin: z.boolean() })

export const keyPairSchema = z.object({ api_key: z.string(), api_secret: z.string() })

const email = z.string().refine(isEmail, 'must be an e-mail address')
const name = z
  .string()
  .max(200, 'may have at most 200 characters')
  .refine((text) => !/[\p{Cc}<>]/u.test(text), 'must not hold control characters, "<" or ">"')
const password = z
  .string()
  .min(10, 'must have at least 10 characters')
  .max(1000, 'may have at most 1,000 characters')

export const createUserInput = z.object({
  email,
  password: password.optional(),
  firstname: name.optional(),
  lastname: name.optional(),
  admin: z.boolean().optional(),
})

export const updateUserInput = z.object({
  email: email.optional(),
  password: password.optional(),
  firstname: name.optional(),
  lastname: name.optional(),
  admin: z.boolean().optional(),
})

export const updateMeInput = z.object({
  email: email.optional(),
  password: password.optional(),
  current_password: z.string().optional(),
  firstname: name.optional(),
  lastname: name.optional(),
})

/** @param role that on the site in the path */
export function userJson(user: User, role?: Role): z.output<typeof userSchema> {
  return {
    id: user.id,
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    fullname: fullname(user),
    ...(role && { role: role.kind, role_id: role.id }),
    admin: user.isAdmin,
    created_at: utcStamp(user.createdAt / 1000),
    updated_at: utcStamp(user.updatedAt / 1000),
  }
}

export function meJson(user: User): z.output<typeof meSchema> {
  return { ...userJson(user), is_admin: user.isAdmin }
}

/** A key pair in clear. */
export function keyPairJson(pair: {
  readonly apiKey: string
  readonly apiSecret: string
}): z.output<typeof keyPairSchema> {
  return { api_key: pair.apiKey, api_secret: pair.apiSecret }
}
