/** Roles. @see src/http/README.md */

import { z } from 'zod'
import type { Roles } from '../../service/accounts/roles.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import { createRoleInput, roleJson, roleSchema, updateRoleInput } from '../wire/role.js'

const DELETED = { description: 'Deleted', schema: deletedSchema }
const ROLE = { description: 'The role', schema: roleSchema }

export function rolesRoutes(roles: Roles, publicUrl: string): Route[] {
  return [listRoute(roles, publicUrl), ...roleRoutes(roles)]
}

function listRoute(roles: Roles, publicUrl: string): Route {
  return route({
    tag: 'Roles',
    access: 'key',
    method: 'get',
    path: '/v2/sites/:site_id/roles',
    operation: 'listRoles',
    summary: 'List the roles on a site',
    description: 'For admins of the site.',
    query: pageQuery,
    replies: { 200: { description: 'A page of roles', schema: z.array(roleSchema) } },
    run: async (request) => {
      const page = roles.list(request.actor, param(request, 'site_id'), windowOf(request))
      return pageReply(page.rows.map(roleJson), { request, publicUrl, page })
    },
  })
}

const shared = { tag: 'Roles', access: 'key' } as const

function roleRoutes(roles: Roles): Route[] {
  const one = { ...shared, path: '/v2/roles/:role_id' } as const
  return [
    route({
      ...shared,
      method: 'post',
      path: '/v2/sites/:site_id/roles',
      operation: 'createRole',
      creates: true,
      summary: 'Give a user a role on a site',
      description: 'For admins of the site. A user has at most one role on a site (409).',
      errors: ['conflict'],
      json: createRoleInput,
      replies: { 201: { ...ROLE, location: '/v2/roles/{id}' } },
      run: async (request) => {
        const role = roles.create(request.actor, param(request, 'site_id'), request.body)
        return { status: 201, body: roleJson(role) }
      },
    }),
    route({
      ...one,
      method: 'get',
      operation: 'getRole',
      summary: 'A role',
      description: 'For admins of the site.',
      replies: { 200: ROLE },
      run: async (request) => {
        return { status: 200, body: roleJson(roles.get(request.actor, param(request, 'role_id'))) }
      },
    }),
    route({
      ...one,
      method: 'put',
      operation: 'updateRole',
      summary: 'Change a role',
      description: "The last admin of a site can't be removed (409).",
      errors: ['conflict'],
      json: updateRoleInput,
      replies: { 200: ROLE },
      run: async (request) => {
        const role = roles.update(request.actor, param(request, 'role_id'), request.body)
        return { status: 200, body: roleJson(role) }
      },
    }),
    route({
      ...one,
      method: 'delete',
      operation: 'deleteRole',
      summary: 'Remove a role',
      description: "The last admin of a site can't be removed (409).",
      errors: ['conflict'],
      replies: { 200: DELETED },
      run: async (request) => {
        roles.delete(request.actor, param(request, 'role_id'))
        return { status: 200, body: deletedJson(param(request, 'role_id')) }
      },
    }),
  ]
}
