/**
 * Users: the caller's own account, the users of a site, and the administrators' list. @see src/http/README.md (Users)
 */

import { z } from 'zod'
import type { SecondFactor } from '../../service/accounts/second-factor.js'
import type { Users } from '../../service/accounts/users.js'
import type { User } from '../../model/user.js'
import { requireMatch } from '../precondition.js'
import { representationTag } from '../wire/site.js'
import { pageQuery, pageReply, windowOf } from '../pagination.js'
import { param, route, type RawRequest, type Reply, type Route } from '../route.js'
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

const USER = { description: 'The user', schema: userSchema, headers: ['ETag'] } as const
const ME = { description: 'The user', schema: meSchema, headers: ['ETag'] } as const
const DELETED = { description: 'Deleted', schema: deletedSchema }
const LIST = { description: 'A page of users', schema: z.array(userSchema) }

interface UserServices {
  readonly users: Users
  readonly secondFactor: Pick<SecondFactor, 'ownersAmong'>
}

export function usersRoutes({ users, secondFactor }: UserServices, publicUrl: string): Route[] {
  return [
    ...meRoutes(users),
    ...listRoutes({ users, secondFactor }, publicUrl),
    creatingRoute(users),
    ...userRoutes(users),
  ]
}

function meReply(user: User): Reply {
  const body = meJson(user)
  return { status: 200, body, etag: representationTag(body) }
}

function userReply(user: User): Reply {
  const body = userJson(user)
  return { status: 200, body, etag: representationTag(body) }
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
      headers: ['If-None-Match'],
      replies: { 200: ME },
      run: async ({ actor }) => meReply(users.me(actor)),
    }),
    route({
      ...shared,
      method: 'put',
      path: '/v2/users/me',
      operation: 'updateMe',
      summary: 'Change your own account; a new password needs the current one',
      description:
        'The answer is 409 if another user has the e-mail address. With `If-Match`, another ' +
        'version of the account is 412.',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updateMeInput,
      replies: { 200: ME },
      run: async (request) => {
        const isCurrent = (user: User) => requireMatch(request, representationTag(meJson(user)))
        return meReply(await users.updateMe(request.actor, { ...request.body, isCurrent }))
      },
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

function listRoutes({ users, secondFactor }: UserServices, publicUrl: string): Route[] {
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
        const page = users.ofSite(request.actor, param(request, 'site_id'), windowOf(request))
        const body = page.rows.map(({ user, role }) => userJson(user, role))
        return pageReply(body, { request, publicUrl, page })
      },
    }),
    route({
      ...shared,
      path: '/v2/users',
      operation: 'listUsers',
      summary: 'List all users of the server',
      description: 'For server administrators; `q` searches names and e-mail addresses.',
      query: pageQuery.extend({ q: searchQuery }),
      replies: { 200: LIST },
      run: async (request) => {
        const page = users.list(request.actor, windowOf(request), request.query.q)
        const owners = secondFactor.ownersAmong(page.rows.map(({ id }) => id))
        const body = page.rows.map((user) => ({
          ...userJson(user),
          second_factor: owners.has(user.id),
        }))
        return pageReply(body, { request, publicUrl, page })
      },
    }),
  ]
}

const shared = { tag: 'Users', access: 'key' } as const

/** Refuses a change of another version of a user than `If-Match` names. */
function isCurrentIn(request: Pick<RawRequest, 'header'>) {
  return (user: User): void => requireMatch(request, representationTag(userJson(user)))
}

function creatingRoute(users: Users): Route {
  return route({
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
      return { ...userReply(await users.create(actor, body)), status: 201 }
    },
  })
}

function userRoutes(users: Users): Route[] {
  const one = { ...shared, path: '/v2/users/:user_id' } as const
  return [
    route({
      ...one,
      method: 'get',
      operation: 'getUser',
      summary: 'A user of the server',
      description: 'For server administrators.',
      headers: ['If-None-Match'],
      replies: { 200: USER },
      run: async (request) => userReply(users.get(request.actor, param(request, 'user_id'))),
    }),
    route({
      ...one,
      method: 'put',
      operation: 'updateUser',
      summary: 'Change a user',
      description: 'For server administrators. With `If-Match`, another version is 412.',
      headers: ['If-Match'],
      errors: ['conflict'],
      json: updateUserInput,
      replies: { 200: USER },
      run: async (request) => {
        const change = { ...request.body, isCurrent: isCurrentIn(request) }
        return userReply(await users.update(request.actor, param(request, 'user_id'), change))
      },
    }),
    route({
      ...one,
      method: 'delete',
      operation: 'deleteUser',
      summary: 'Delete a user',
      description:
        'For server administrators. 409 while they own sites or are the last administrator.',
      headers: ['If-Match'],
      errors: ['conflict'],
      replies: { 200: DELETED },
      run: async (request) => {
        users.delete(request.actor, param(request, 'user_id'), isCurrentIn(request))
        return { status: 200, body: deletedJson(param(request, 'user_id')) }
      },
    }),
  ]
}
