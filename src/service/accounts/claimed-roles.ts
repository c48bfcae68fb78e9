/**
 * Roles on sites by the groups of an OpenID Connect provider, as of each sign-in with it. Only roles that came so are
 * changed or taken away: one that somebody has given by hand stays as it is.
 *
 * @see src/http/README.md (OpenID Connect)
 */

import { GalleyError } from '../../errors.js'
import { toHostName } from '../../model/host-name.js'
import type { NewId } from '../../model/ids.js'
import { ROLE_KINDS, type Role, type RoleGrant, type RoleKind } from '../../model/role.js'
import type { User } from '../../model/user.js'
import type { Records } from '../../store/records/records.js'
import type { AuditLog } from './audit.js'
import type { RoleChange } from './roles.js'

export interface ClaimedRolesParts {
  readonly records: Records
  readonly audit: Pick<AuditLog, 'record'>
  readonly now: () => number
  readonly newId: NewId
  /** Called in the transaction of each change. */
  readonly roleChanged: (change: RoleChange) => void
  readonly note: (fields: object, message: string) => void
}

interface Claim {
  /** Null if no setting names a role: then nothing changes. */
  readonly grants: readonly RoleGrant[] | null
  readonly address: string
  readonly requestId: string
}

export async function applyClaimedRoles(
  parts: ClaimedRolesParts,
  user: User,
  claim: Claim,
): Promise<void> {
  const { records, note } = parts
  if (claim.grants === null) return
  const wanted = wantedRoles(records.sites, claim.grants)
  const had = new Map(records.roles.listClaimed(user.id).map((role) => [role.siteId, role]))
  for (const siteId of new Set([...wanted.keys(), ...had.keys()])) {
    const change = { before: had.get(siteId) ?? null, kind: wanted.get(siteId) ?? null }
    if (change.before?.kind === (change.kind ?? undefined)) continue
    // By hand.
    if (change.before === null && records.roles.findFor(siteId, user.id)) continue
    try {
      await applyOne(parts, { ...claim, ...change, siteId, userId: user.id })
    } catch (error) {
      if (!(error instanceof GalleyError) || error.code !== 'conflict') throw error
      const { address, requestId } = claim
      note(
        { siteId, userId: user.id, address, requestId },
        'the last administrator of a site stays one, although no group of the provider says so',
      )
    }
  }
}

/** The highest kind for each site that there is. */
function wantedRoles(
  sites: Pick<Records['sites'], 'find' | 'findByDomain'>,
  grants: readonly RoleGrant[],
): Map<string, RoleKind> {
  const wanted = new Map<string, RoleKind>()
  for (const kind of [...ROLE_KINDS].reverse()) {
    for (const grant of grants.filter((one) => one.kind === kind)) {
      const site = sites.find(grant.site) ?? sites.findByDomain(toHostName(grant.site))
      if (site) wanted.set(site.id, kind)
    }
  }
  return wanted
}

interface OneChange extends Omit<Claim, 'grants'> {
  readonly siteId: string
  readonly userId: string
  readonly before: Role | null
  readonly kind: RoleKind | null
}

/** @throws GalleyError `conflict` if the site would have no admin */
async function applyOne(parts: ClaimedRolesParts, change: OneChange): Promise<void> {
  const { records, audit, roleChanged, note } = parts
  const { siteId, userId, before, kind, address, requestId } = change
  records.together(() => {
    store(parts, change)
    roleChanged({ siteId, userId, before: before?.kind ?? null, after: kind, by: null })
  })
  const fields = { siteId, userId, before: before?.kind ?? null, after: kind, address, requestId }
  note(fields, 'a role on a site changed by the groups of the provider')
  const operation = kind === null ? 'removeRoleByOidc' : 'giveRoleByOidc'
  const row = { actor: { kind: 'server' }, operation, target: userId, siteId } as const
  await audit.record({ ...row, address, requestId, outcome: 'done', status: null })
}

function store(
  { records: { roles }, now, newId }: ClaimedRolesParts,
  { siteId, userId, before, kind }: OneChange,
): void {
  if (kind === null) {
    if (before) roles.delete(before.id)
    return
  }
  const at = now()
  const id = before?.id ?? newId()
  if (before) roles.update(id, { kind, at })
  else roles.create({ id, siteId, userId, kind, createdAt: at, updatedAt: at })
  roles.markClaimed(id)
}
