/** Manages the roles on a site; only admins see and change them. @see src/http/README.md (Roles) */

import { invalid, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import type { Role, RoleKind } from '../../model/role.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { Access } from './access.js'
import type { Page, Window } from '../branch/views.js'

interface RolesParts {
  readonly records: Pick<Records, 'roles' | 'users'>
  readonly access: Access
  readonly now: () => number
  readonly newId: NewId
}

/** A user, by id or by e-mail address. */
interface Whom {
  readonly user_id?: string | undefined
  readonly email?: string | undefined
}

export type Roles = ReturnType<typeof createRoleManagement>

export function createRoleManagement({ records, access, now, newId }: RolesParts) {
  const find = (actor: Actor, id: string): Role => {
    const role = records.roles.find(id)
    if (!role || access.roleOn(actor, role.siteId) === null) throw notFound('role')
    access.onSite(actor, role.siteId, 'roles.manage')
    return role
  }
  return {
    /** @throws GalleyError `validation_failed` for an unknown user, `conflict` for a second role */
    create(actor: Actor, siteId: string, input: Whom & { readonly kind: RoleKind }): Role {
      access.onSite(actor, siteId, 'roles.manage')
      const user = requireUser(records.users, input)
      const at = now()
      const role: Role = {
        id: newId(),
        siteId,
        userId: user.id,
        kind: input.kind,
        createdAt: at,
        updatedAt: at,
      }
      records.roles.create(role)
      return role
    },

    /** Sorted by e-mail address. */
    list(actor: Actor, siteId: string, window: Window): Page<Role> {
      access.onSite(actor, siteId, 'roles.manage')
      const { rows, ...page } = records.roles.listForSite(siteId, window)
      return { ...page, rows: rows.map(({ role }) => role) }
    },

    get: find,

    /** @throws GalleyError `conflict` when no admin would be left */
    update(actor: Actor, id: string, input: { readonly kind?: RoleKind | undefined }): Role {
      const role = find(actor, id)
      if (input.kind === undefined || input.kind === role.kind) return role
      return records.roles.update(id, { kind: input.kind, at: now() })
    },

    /** @throws GalleyError `conflict` when no admin would be left */
    delete(actor: Actor, id: string): void {
      find(actor, id)
      records.roles.delete(id)
    },
  }
}

/** @throws GalleyError `validation_failed` for an unknown user */
function requireUser(users: RolesParts['records']['users'], { user_id: id, email }: Whom): User {
  if (email !== undefined) {
    const user = users.findByEmail(email.trim())
    if (user) return user
    throw invalid('email', `belongs to no user of this server: an administrator can add ${email}`)
  }
  const user = id === undefined ? null : users.find(id)
  if (user) return user
  throw invalid('user_id', 'belongs to no user of this server')
}
