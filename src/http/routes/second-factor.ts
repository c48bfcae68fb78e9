/** The caller's second factor, and that of a user who has lost it. @see src/http/README.md (Second factor) */

import { personOf } from '../../service/accounts/access.js'
import type { SecondFactor } from '../../service/accounts/second-factor.js'
import { param, route, type Route } from '../route.js'
import { deletedJson, deletedSchema } from '../wire/common.js'
import {
  beginSecondFactorInput,
  begunSecondFactorSchema,
  codeInput,
  recoveryCodesJson,
  recoveryCodesSchema,
  secondFactorJson,
  secondFactorSchema,
} from '../wire/second-factor.js'

const PATH = '/v2/users/me/second-factor'
const SHARED = { tag: 'Sessions', access: 'key' } as const
const POST = { ...SHARED, method: 'post' } as const
const CODES = { description: 'The recovery codes', schema: recoveryCodesSchema } as const
const WRONG =
  'A wrong or used code is 422, 10 of them within an hour are 429, and it is 409 without one to check.'

export function secondFactorRoutes(secondFactor: SecondFactor): Route[] {
  return [...settingUp(secondFactor), ...keeping(secondFactor), takingOff(secondFactor)]
}

function settingUp(secondFactor: SecondFactor): Route[] {
  return [
    route({
      ...SHARED,
      method: 'get',
      path: PATH,
      operation: 'getSecondFactor',
      summary: 'Whether you have a second factor',
      description:
        'An authenticator app (TOTP), passkeys, or both; for sign-in and `POST /v2/auth`.',
      replies: { 200: { description: 'The second factor', schema: secondFactorSchema } },
      run: async ({ actor }) => ({ status: 200, body: secondFactorJson(secondFactor.view(actor)) }),
    }),
    route({
      ...POST,
      path: PATH,
      operation: 'beginSecondFactor',
      summary: 'Begin to set up an authenticator app',
      description: 'It counts once a code was confirmed. 409 if there is one.',
      errors: ['conflict'],
      json: beginSecondFactorInput,
      replies: { 200: { description: 'The secret', schema: begunSecondFactorSchema } },
      run: async ({ actor, body }) => {
        const begun = await secondFactor.begin(actor, body.current_password)
        return { status: 200, body: { ...begun } }
      },
    }),
    route({
      ...POST,
      path: `${PATH}/confirm`,
      operation: 'confirmSecondFactor',
      summary: 'Turn the authenticator app on, with a code of it',
      description: `Your other sessions end. The answer has the recovery codes; all earlier ones end. ${WRONG}`,
      errors: ['conflict'],
      json: codeInput,
      replies: { 200: CODES },
      run: async ({ actor, body }) => ({
        status: 200,
        body: recoveryCodesJson(secondFactor.confirm(actor, body.code)),
      }),
    }),
  ]
}

function keeping(secondFactor: SecondFactor): Route[] {
  return [
    route({
      ...POST,
      path: `${PATH}/recovery-codes`,
      operation: 'renewRecoveryCodes',
      summary: 'Make new recovery codes',
      description: `All earlier ones end. ${WRONG}`,
      errors: ['conflict'],
      json: codeInput,
      replies: { 200: CODES },
      run: async ({ actor, body }) => ({
        status: 200,
        body: recoveryCodesJson(secondFactor.renewCodes(actor, body.code)),
      }),
    }),
    route({
      ...POST,
      path: `${PATH}/off`,
      operation: 'turnOffSecondFactor',
      summary: 'Turn your authenticator app off',
      description: `With a code. ${WRONG}`,
      errors: ['conflict'],
      json: codeInput,
      replies: { 200: { description: 'Turned off', schema: deletedSchema } },
      run: async ({ actor, body }) => {
        secondFactor.turnOff(actor, body.code)
        return { status: 200, body: deletedJson(personOf(actor).id) }
      },
    }),
  ]
}

function takingOff(secondFactor: SecondFactor): Route {
  return route({
    tag: 'Users',
    access: 'key',
    method: 'delete',
    path: '/v2/users/:user_id/second-factor',
    operation: 'deleteSecondFactor',
    summary: 'Take the second factor off a user who has lost it',
    description:
      'The app, all passkeys and the recovery codes. For server administrators. 404 if the user has none.',
    replies: { 200: { description: 'Taken off', schema: deletedSchema } },
    run: async (request) => {
      secondFactor.takeOff(request.actor, param(request, 'user_id'))
      return { status: 200, body: deletedJson(param(request, 'user_id')) }
    },
  })
}
