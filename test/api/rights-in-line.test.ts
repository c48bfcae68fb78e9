/** Rights that end while a write waits for other work on the site: it is refused, and nothing changes. */

import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import type { GalleyError } from '../../src/errors.js'
import type { RoleKind } from '../../src/model/role.js'
import type { Actor } from '../../src/model/user.js'
import { useApi, type Person } from './server.js'
import { PASSWORD, signIn } from './browser.js'

describe('A write that waits for other work on the site', () => {
  const api = useApi()
  const server = { kind: 'server' } as const
  const upload = { path: fileURLToPath(import.meta.url), filename: 'late.txt', size: 1 }
  const basis = { ifMatch: null, ifNoneMatch: null, sha: null }
  const check = () => undefined

  /** A site with something of each kind to change. */
  async function prepared() {
    const { id: siteId } = await api.site()
    const { documents, pages, files, source, collections } = api.server.application.services
    const place = { siteId, collection: 'posts' }
    const post = await documents.create(server, place, { title: 'Before' })
    const version = await api.head(siteId)
    const page = await pages.create(server, siteId, { title: 'Before' })
    await documents.update(server, post.entry.id, { input: { body: 'After' }, basis })
    await source.put(server, { siteId, path: 'here.txt' }, { upload, basis })
    await files.create(server, place, { upload, path: 'file.txt', replace: false, basis })
    await collections.create(server, siteId, { title: 'Old', path: 'old' })
    await collections.create(server, siteId, { title: 'Older', path: 'older' })
    return { siteId, post: post.entry.id, page: page.entry.id, version }
  }

  function writes(actor: Actor, { siteId, post, page, version }: Prepared) {
    const { documents, pages, changes, files, source, collections, sites, history } =
      api.server.application.services
    const title = 'Late'
    const place = { siteId, collection: 'posts' }
    const input = { title }
    const set = { changes: [{ action: 'create', type: 'page', input } as const] }
    const begun: Promise<unknown>[] = [
      documents.create(actor, place, input),
      documents.update(actor, post, { input, basis }),
      documents.delete(actor, post, basis),
      history.restore(actor, { kind: 'document', id: post }, version),
      pages.create(actor, siteId, input),
      pages.update(actor, page, { input, basis }),
      pages.delete(actor, page, basis),
      changes.apply(actor, siteId, set),
      files.create(actor, place, { upload, replace: false, basis }),
      files.delete(actor, { siteId, path: '_posts/file.txt' }, basis),
      source.put(actor, { siteId, path: 'late.txt' }, { upload, basis }),
      source.delete(actor, { siteId, path: 'here.txt' }, basis),
      collections.create(actor, siteId, input),
      collections.update(actor, { siteId, collection: 'old' }, { input, check }),
      collections.delete(actor, { siteId, collection: 'older' }, check),
      sites.update(actor, siteId, { input, check }),
      sites.delete(actor, siteId, check),
      sites.update(actor, siteId, { input: { domain: `late-${siteId}.localhost` }, check }),
    ]
    return begun.map((write) =>
      write.then(
        () => 'written',
        (error: GalleyError) => error.code,
      ),
    )
  }

  /** Lets an actor begin writes while others hold the site's lock; returns how they end after the change of rights. */
  async function codesAfter(site: Prepared, actor: Actor, change: () => unknown) {
    const { locks } = api.server.application
    const head = await api.head(site.siteId)
    const { sites } = api.server.application.services
    const settings = () => sites.get(server, site.siteId).record
    const before = settings()
    const ends: Promise<string>[] = []
    await locks.run(site.siteId, async () => {
      ends.push(...writes(actor, site))
      await change()
    })
    const codes = await Promise.all(ends)
    expect(await api.head(site.siteId)).to.equal(head)
    expect(settings()).to.deep.equal({ ...before, previewToken: settings().previewToken })
    return codes
  }

  const all = (code: string) => Array.from({ length: 18 }, () => code)

  const userNow = ({ id }: Person) => api.server.application.services.users.get(server, id)

  function changeRole(siteId: string, { id }: Person, kind: RoleKind | null) {
    const { roles } = api.server.application.services
    const { rows } = roles.list(server, siteId, { limit: 100, offset: 0 })
    const role = rows.find(({ userId }) => userId === id)
    if (kind) roles.update(server, role?.id ?? '', { kind })
    else roles.delete(server, role?.id ?? '')
  }

  it('is refused if the role was taken away', async () => {
    const site = await prepared()
    const person = await api.member(site.siteId, 'admin')
    const actor = { kind: 'user', user: userNow(person) } as const
    const codes = await codesAfter(site, actor, () => changeRole(site.siteId, person, null))
    expect(codes).to.deep.equal(all('not_found'))
  })

  it('is refused if the role is another one', async () => {
    const site = await prepared()
    const person = await api.member(site.siteId, 'admin')
    const actor = { kind: 'user', user: userNow(person) } as const
    const codes = await codesAfter(site, actor, () => changeRole(site.siteId, person, 'writer'))
    expect(codes).to.deep.equal(all('forbidden'))
  })

  it('is refused if a server administrator is none any more', async () => {
    const site = await prepared()
    const boss = await api.person('former', { admin: true })
    const actor = { kind: 'user', user: userNow(boss) } as const
    const codes = await codesAfter(site, actor, () =>
      api.put(`/v2/users/${boss.id}`, { admin: false }),
    )
    expect(codes).to.deep.equal(all('not_found'))
  })

  it('is refused if the user was removed', async () => {
    const site = await prepared()
    const boss = await api.person('removed', { admin: true })
    const actor = { kind: 'user', user: userNow(boss) } as const
    const codes = await codesAfter(site, actor, () => api.delete(`/v2/users/${boss.id}`))
    expect(codes).to.deep.equal(all('unauthorized'))
  })

  it('is refused if its key was replaced', async () => {
    const site = await prepared()
    const person = await api.member(site.siteId, 'admin')
    const actor = { kind: 'user', user: userNow(person), key: person.name } as const
    const codes = await codesAfter(site, actor, () =>
      api.post('/v2/users/me/rotate', undefined, person),
    )
    expect(codes).to.deep.equal(all('unauthorized'))
  })

  it('is refused if its session has ended', async () => {
    const site = await prepared()
    const boss = await api.person('leaving', { admin: true, password: PASSWORD })
    const { id, csrf } = await signIn(api, boss.email)
    const session = { id, csrfToken: csrf, isLimited: false }
    const actor = { kind: 'user', user: userNow(boss), session } as const
    const codes = await codesAfter(site, actor, () =>
      api.server.application.services.sessions.end(actor, id),
    )
    expect(codes).to.deep.equal(all('unauthorized'))
  })
})

interface Prepared {
  readonly siteId: string
  readonly post: string
  readonly page: string
  readonly version: string
}
