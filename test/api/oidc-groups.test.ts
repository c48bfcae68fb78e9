/** Administrators of the server, and roles on sites, by the groups of an OpenID Connect provider. */

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

describe('Roles by groups of an OpenID Connect provider', () => {
  const both = useBoth({
    loginFailures: '1000',
    oidcRoles:
      'editors=a.test:publisher, web=a.test:writer, web=b.test:admin, x=gone.test:admin, letters=Bücher.test:writer',
  })
  const ids = { a: '', b: '', c: '' }

  before(async () => {
    ids.a = (await both.api.site({ domain: 'a.test' })).id
    ids.b = (await both.api.site({ domain: 'b.test' })).id
    ids.c = (await both.api.site({ domain: 'bücher.test' })).id
  })

  type Who = Awaited<ReturnType<typeof both.member>>

  /** Signs in with groups; the roles that the person has then. */
  async function rolesWith({ subject, person: { email, id } }: Who, groups: unknown) {
    both.idp.people.set(subject, { email, email_verified: true, groups })
    const answer = await enter(both.api, subject)
    expect(answer.status, answer.text).to.equal(201)
    const found = Object.entries(ids).map(async ([name, site]) => {
      const { list } = await both.api.get(`/v2/sites/${site}/roles?per_page=100`)
      const own = list.filter(({ user_id }) => user_id === id)
      return own.map(({ kind }) => `${name} ${String(kind)}`)
    })
    return (await Promise.all(found)).flat()
  }

  it('are given, changed and taken away at each sign-in, the highest of several', async () => {
    const { api } = both
    const who = await both.member()
    expect(await rolesWith(who, ['web', 'x'])).to.deep.equal(['a writer', 'b admin'])
    expect(await rolesWith(who, ['web', 'editors'])).to.deep.equal(['a publisher', 'b admin'])
    expect(await rolesWith(who, ['web'])).to.deep.equal(['a writer', 'b admin'])
    expect(await rolesWith(who, 'editors')).to.deep.equal(['a publisher'])
    for (const groups of [undefined, [], 7, ['Editors']]) {
      expect(await rolesWith(who, groups), JSON.stringify(groups)).to.deep.equal([])
    }
    const given = await api.get(`/v2/sites/${ids.a}/audit?operation=giveRoleByOidc`)
    expect(given.list.map(({ target }) => target)).to.deep.equal(Array(4).fill(who.person.id))
    const taken = await api.get('/v2/audit?operation=removeRoleByOidc')
    expect(taken.list).to.have.length(2)
  })

  it('are those of a site whose domain has other letters than ASCII', async () => {
    expect(await rolesWith(await both.member(), ['letters'])).to.deep.equal(['c writer'])
  })

  it('leave those that were given or changed by hand', async () => {
    const { api } = both
    const who = await both.member()
    const role = { user_id: who.person.id, kind: 'writer' }
    await api.post(`/v2/sites/${ids.a}/roles`, role)
    expect(await rolesWith(who, ['editors'])).to.deep.equal(['a writer'])
    expect(await rolesWith(who, [])).to.deep.equal(['a writer'])
    expect(await rolesWith(who, ['web'])).to.deep.equal(['a writer', 'b admin'])
    const { list } = await api.get(`/v2/sites/${ids.b}/roles`)
    const own = list.find(({ user_id }) => user_id === who.person.id)
    await api.put(`/v2/roles/${String(own?.['id'])}`, { kind: 'publisher' })
    expect(await rolesWith(who, [])).to.deep.equal(['a writer', 'b publisher'])
  })

  it('never take away the last admin of a site', async () => {
    const { api } = both
    const who = await both.member()
    expect(await rolesWith(who, ['web'])).to.deep.equal(['a writer', 'b admin'])
    const { list } = await api.get(`/v2/sites/${ids.b}/roles`)
    for (const { id, user_id } of list) {
      if (user_id !== who.person.id) await api.delete(`/v2/roles/${String(id)}`)
    }
    expect(await rolesWith(who, [])).to.deep.equal(['b admin'])
    expect(api.noted.map(({ message }) => message)).to.include(
      'the last administrator of a site stays one, although no group of the provider says so',
    )
  })
})
