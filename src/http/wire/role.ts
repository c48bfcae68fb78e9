/** Roles as JSON. */

import { z } from 'zod'
import { ROLE_KINDS, type Role } from '../../model/role.js'
import { field, idSchema, named, stampSchema, textInput } from './common.js'
import { utcStamp } from './time.js'

const kind = field(z.enum(ROLE_KINDS), 'The kind of role.')

export const roleSchema = named(
  'Role',
  'The role of a user on a site.',
  z.object({
    id: idSchema,
    kind,
    user_id: idSchema,
    site_id: idSchema,
    created_at: stampSchema,
    updated_at: stampSchema,
  }),
)

/** The user: by id or by e-mail address. */
export const createRoleInput = named(
  'CreateRole',
  'A new role.',
  z
    .object({
      user_id: field(textInput(100), 'The user.', '66f1c2b7d4b9e83f5a7c1e34').optional(),
      email: field(textInput(320), 'E-mail address of the user, instead of `user_id`.').optional(),
      kind,
    })
    .refine((input) => (input.user_id === undefined) !== (input.email === undefined), {
      path: ['user_id'],
      message: 'or email must be given, and not both',
    }),
)

export const updateRoleInput = named(
  'UpdateRole',
  'The new kind of role.',
  z.object({ kind: kind.optional() }),
)

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
