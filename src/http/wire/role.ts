/** Roles as JSON. */

import { z } from 'zod'
import { ROLE_KINDS, type Role } from '../../model/role.js'
import { idSchema, stampSchema } from './common.js'
import { utcStamp } from './time.js'

export const roleSchema = z.object({
  id: idSchema,
  kind: z.enum(ROLE_KINDS),
  user_id: idSchema,
  site_id: idSchema,
  created_at: stampSchema,
  updated_at: stampSchema,
})

/** Whom: by id, or by e-mail address. */
export const createRoleInput = z
  .object({
    user_id: z.string().optional(),
    email: z.string().max(320, 'may have at most 320 characters').optional(),
    kind: z.enum(ROLE_KINDS),
  })
  .refine((input) => (input.user_id === undefined) !== (input.email === undefined), {
    path: ['user_id'],
    message: 'or email must be given, and not both',
  })

export const updateRoleInput = z.object({ kind: z.enum(ROLE_KINDS).optional() })

export function roleJson(role: Role): z.output<typeof roleSchema> {
  return {
    id: role.id,
    kind: role.kind,
    user_id: role.userId,
    site_id: role.siteId,
    created_at: utcStamp(role.createdAt / 1000),
    updated_at: utcStamp(role.updatedAt / 1000),
  }
}
