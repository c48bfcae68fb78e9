/** Rights that end while a new password is hashed. */

import { expect } from 'chai'
import type { GalleyError } from '../../src/errors.js'
import { PASSWORD } from './browser.js'
import { useApi } from './server.js'

describe('A change of users by somebody who loses the right meanwhile', () => {
  const api = useApi()
  const server = { kind: 'server' } as const
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: GalleyError) => error.code,
    )

  it('is refused', async () => {
    const { users } = api.server.application.services
    const boss = await api.person('boss', { admin: true })
    const other = await api.person('other')
    const actor = { kind: 'user', user: users.get(server, boss.id), key: boss.name } as const
    const password = `${PASSWORD} 2`
    const begun = [
      users.create(actor, { email: 'accomplice@example.org', password, admin: true }),
      users.update(actor, other.id, { password, admin: true }),
    ].map(codeOf)
    await users.update(server, boss.id, { admin: false })
    expect(await Promise.all(begun)).to.deep.equal(['forbidden', 'forbidden'])
    expect((await api.get(`/v2/users/${other.id}`)).json['admin']).to.equal(false)
    expect((await api.get('/v2/users?q=accomplice')).list).to.deep.equal([])
  })

  it('is refused if it was the own account, and the key was replaced', async () => {
    const { users } = api.server.application.services
    const person = await api.person('person', { password: PASSWORD })
    const actor = { kind: 'user', user: users.get(server, person.id), key: person.name } as const
    const change = { firstname: 'Late', password: `${PASSWORD} 2`, current_password: PASSWORD }
    const begun = codeOf(users.updateMe(actor, change))
    users.rotate(actor)
    expect(await begun).to.equal('unauthorized')
    expect((await api.get(`/v2/users/${person.id}`)).json['firstname']).to.not.equal('Late')
  })
})
