/**
 * Users: the caller's own account, the users of a site, and the administrators' list. @see src/http/README.md (Users)
 */

import { z } from 'zod'
import type { Users } from '../../service/accounts/users.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema, searchQuery } from '../wire/common.js'
import {
  createUserInput,
  keyPairJson,
  keyPairSchema,
  meJson,
  meSchema,
  updateMeInput,
  updateUserInput,
  userJson,
  userSchema,
} from '../wire/user.js'

const USER = { description: 'The user', schema: userSchema }
const ME = { description: 'The user', schema: meSchema }
const DELETED = { description: 'Deleted', schema: deletedSchema }
const LIST = { description: 'A page of users', schema: z.array(userSchema) }

export function usersRoutes(users: Users, publicUrl: string): Route[] {
  return [...meRoutes(users), ...listRoutes(users, publicUrl), ...userRoutes(users)]
}

function meRoutes(users: Users): Route[] {
  const shared = { tag: 'Users', access: 'key' } as const
  return [
    route({
      ...shared,
      method: 'get',
      path: '/v2/users/me',
      operation: 'getMe',
      summary: 'Who calls',
      description: 'Your own account.',
      replies: { 200: ME },
      run: async ({ actor }) => ({ status: 200, body: meJson(users.me(actor)) }),
    }),
    route({
      ...shared,
      method: 'put',
      path: '/v2/users/me',
      operation: 'updateMe',
      summary: 'Change your own account; a new password needs the current one',
      description: 'The answer is 409 if another user has the e-mail address.',
      errors: ['conflict'],
      json: updateMeInput,
      replies: { 200: ME },
      run: async ({ actor, body }) => ({
        status: 200,
        body: meJson(await users.updateMe(actor, body)),
      }),
    }),
    route({
      ...shared,
      method: 'post',
      path: '/v2/users/me/rotate',
      operation: 'rotateKeys',
      summary: 'Create a new key pair; the old one stops working',
      description: 'Update every program that uses your key pair.',
      replies: { 200: { description: 'The new key pair', schema: keyPairSchema } },
      run: async ({ actor }) => ({ status: 200, body: keyPairJson(users.rotate(actor)) }),
    }),
  ]
}

function listRoutes(users: Users, publicUrl: string): Route[] {
  const shared = { method: 'get', tag: 'Users', access: 'key' } as const
  return [
    route({
      ...shared,
      query: pageQuery,
      path: '/v2/sites/:site_id/users',
      operation: 'listSiteUsers',
      summary: 'List the users of a site, each with their role',
      description: 'For everybody with a role on the site.',
      replies: { 200: LIST },
      run: async (request) => {
        const page = users.ofSite(request.actor, param(request, 'site_id'), windowOf(request.query))
        const body = page.rows.map(({ user, role }) => userJson(user, role))
        return pageReply(body, { request, publicUrl, total: page.total })
      },
    }),
    route({
      ...shared,
      path: '/v2/users',
      operation: 'listUsers',
      summary: 'List all users of the server',
      description: 'For server administrators; `q` searches names and e-mail addresses.',
      query: pageQuery.extend({ q: searchQuery }),
      errors: ['forbidden'],
      replies: { 200: LIST },
      run: async (request) => {
        const page = users.list(request.actor, windowOf(request.query), request.query.q)
        const body = page.rows.map((user) => userJson(user))
        return pageReply(body, { request, publicUrl, total: page.total })
      },
    }),
  ]
}

const shared = { tag: 'Users', access: 'key' } as const

function userRoutes(users: Users): Route[] {
  const one = { ...shared, path: '/v2/users/:user_id' } as const
  return [
    route({
      ...shared,
      method: 'post',
      path: '/v2/users',
      operation: 'createUser',
      creates: true,
      summary: 'Create a user',
      description: 'For server administrators. 409 if another user has the e-mail address.',
      errors: ['conflict'],
      json: createUserInput,
      replies: { 201: { ...USER, location: '/v2/users/{id}' } },
      run: async ({ actor, body }) => {
        return { status: 201, body: userJson(await users.create(actor, body)) }
      },
    }),
    route({
      ...one,
      method: 'get',
      operation: 'getUser',
      summary: 'A user of the server',
      description: 'For server administrators.',
      errors: ['forbidden'],
      replies: { 200: USER },
      run: async (request) => {
        return { status: 200, body: userJson(users.get(request.actor, param(request, 'user_id'))) }
      },
    }),
    route({
      ...one,
      method: 'put',
      operation: 'updateUser',
      summary: 'Change a user',
      description: 'For server administrators.',
      errors: ['conflict'],
      json: updateUserInput,
      replies: { 200: USER },
      run: async (request) => ({
        status: 200,
        body: userJson(await users.update(request.actor, param(request, 'user_id'), request.body)),
      }),
    }),
    route({
      ...one,
      method: 'delete',
      operation: 'deleteUser',
      summary: 'Delete a user',
      description:
        'For server administrators. 409 while they own sites or are the last administrator.',
      errors: ['conflict'],
      replies: { 200: DELETED },
      run: async (request) => {
        users.delete(request.actor, param(request, 'user_id'))
        return { status: 200, body: deletedJson(param(request, 'user_id')) }
      },
    }),
  ]
}
