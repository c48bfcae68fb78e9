/** Administrators of the server by the groups of an OpenID Connect provider. */

import { expect } from 'chai'
import { enter, useBoth } from './oidc-visit.js'

describe('Groups of an OpenID Connect provider', () => {
  const both = useBoth({ loginFailures: '1000', oidcAdminGroups: 'editors-in-chief, operators' })

  const isAdmin = (answer: Awaited<ReturnType<typeof enter>>): unknown => {
    expect(answer.status, answer.text).to.equal(201)
    return Object(answer.json['user']).admin
  }

  it('make administrators at each sign-in, and take it back', async () => {
    const { api, idp } = both
    const { person, subject, email } = await both.member({ groups: ['readers', 'operators'] })
    const groupsAre = (groups: unknown) =>
      idp.people.set(subject, { email, email_verified: true, groups })
    expect(isAdmin(await enter(api, subject))).to.equal(true)
    expect((await api.get('/v2/users', person)).status).to.equal(200)
    const given = await api.get('/v2/audit?operation=addAdminByOidc')
    expect(given.list).to.have.length(1)
    expect(given.list[0]).to.include({ target: person.id, user_id: null, outcome: 'done' })
    // Nothing has changed.
    expect(isAdmin(await enter(api, subject))).to.equal(true)
    expect((await api.get('/v2/audit?operation=addAdminByOidc')).list).to.have.length(1)

    for (const groups of [['Operators'], [], undefined, 7, 'readers']) {
      groupsAre('operators')
      expect(isAdmin(await enter(api, subject)), 'one, as a text').to.equal(true)
      groupsAre(groups)
      expect(isAdmin(await enter(api, subject)), JSON.stringify(groups)).to.equal(false)
      expect((await api.get('/v2/users', person)).status).to.equal(403)
    }
    const { list } = await api.get('/v2/audit?operation=removeAdminByOidc')
    expect(list).to.have.length(5)
  })

  it('never take away the last administrator', async () => {
    const { api } = both
    const { person, subject } = await both.member({ groups: [] }, { admin: true })
    const others = (await api.get('/v2/users?per_page=100')).list
    for (const { id, admin } of others) {
      if (admin !== true || id === person.id) continue
      const taken = await api.put(`/v2/users/${String(id)}`, { admin: false }, person)
      expect(taken.status, taken.text).to.equal(200)
    }
    const before = api.noted.length
    expect(isAdmin(await enter(api, subject))).to.equal(true)
    expect(api.noted.slice(before).map(({ message }) => message)).to.include(
      'the last administrator stays one, although no group of the provider says so',
    )
    const back = await api.put(`/v2/users/${api.root.id}`, { admin: true }, person)
    expect(back.status, back.text).to.equal(200)
    expect(isAdmin(await enter(api, subject))).to.equal(false)
  })
})
