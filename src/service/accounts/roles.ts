/** Manages the roles on a site; only admins see and change them. @see src/http/README.md (Roles) */

import { invalid, notFound } from '../../errors.js'
import type { NewId } from '../../model/ids.js'
import type { Role, RoleKind } from '../../model/role.js'
import type { Actor, User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import { askerOf, type Access } from './access.js'
import type { Page, Window } from '../branch/views.js'

/** A role that was given, changed or taken. */
export interface RoleChange {
  readonly siteId: string
  readonly userId: string
  /** Null for none. */
  readonly before: RoleKind | null
  readonly after: RoleKind | null
  /** Who did it; null for the server itself. */
  readonly by: string | null
}

interface RolesParts {
  readonly records: Pick<Records, 'roles' | 'users' | 'together'>
  readonly access: Access
  /** Called in the transaction of the change. */
  readonly changed: (change: RoleChange) => void
  readonly now: () => number
  readonly newId: NewId
}

/** A user, by id or by e-mail address. */
interface Whom {
  readonly user_id?: string | undefined
  readonly email?: string | undefined
}

export type Roles = ReturnType<typeof createRoleManagement>

export function createRoleManagement({ records, access, changed, now, newId }: RolesParts) {
  /** Changes a role and tells of it: both happen, or nothing. */
  const telling = <Result>(
    actor: Actor,
    [before, after]: readonly [Role | null, Role | null],
    change: () => Result,
  ): Result =>
    records.together(() => {
      const result = change()
      const role = after ?? before
      const kinds = { before: before?.kind ?? null, after: after?.kind ?? null }
      const by = askerOf(actor) ?? null
      if (role) changed({ siteId: role.siteId, userId: role.userId, ...kinds, by })
      return result
    })
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
      telling(actor, [null, role], () => records.roles.create(role))
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
      const { kind } = input
      if (kind === undefined || kind === role.kind) return role
      return telling(actor, [role, { ...role, kind }], () =>
        records.roles.update(id, { kind, at: now() }),
      )
    },

    /** @throws GalleyError `conflict` when no admin would be left */
    delete(actor: Actor, id: string): void {
      const role = find(actor, id)
      telling(actor, [role, null], () => records.roles.delete(id))
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
