/** An authenticator app of somebody, and setting it up. */

import { expect } from 'chai'
import { codeAt, stepAt } from '../../src/service/accounts/totp.js'
import { PASSWORD } from './browser.js'
import type { Api, Person } from './server.js'

const PATH = '/v2/users/me/second-factor'

/** From base32. */
export function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret)
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** An authenticator app, whose clock is that of the server. */
export function appFor(api: Api) {
  const clock = { offset: 0 }
  return {
    skip: (milliseconds: number) => {
      clock.offset += milliseconds
      api.skip(milliseconds)
    },
    codeOf: (secret: string) => codeAt(bytesOf(secret), stepAt(Date.now() + clock.offset)),
  }
}

export type App = ReturnType<typeof appFor>

/** Turns the second factor of somebody on. */
export async function turnOn(api: Api, person: Person, app: App) {
  const begun = await api.post(PATH, { current_password: PASSWORD }, person)
  expect(begun.status, begun.text).to.equal(200)
  const secret = String(begun.json['secret'])
  const code = app.codeOf(secret)
  const confirmed = await api.post(`${PATH}/confirm`, { code }, person)
  expect(confirmed.status, confirmed.text).to.equal(200)
  const codes = confirmed.json['recovery_codes'] as readonly string[]
  return { secret, codes, code }
}
