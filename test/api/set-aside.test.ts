/**
 * A site whose index can't be made keeps no server from starting: it is set aside with the reason, others are served,
 * and it comes back when it is mended.
 */

import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { commitFiles, eventually, git, useDesk } from '../stories/git-client.js'
import { startApi, type Api, type Running, type Site } from './server.js'

describe('a site that is set aside', () => {
  let api: Running
  let bad: Site
  let good: Site
  // Each test starts a server of its own.
  const desk = useDesk(new Proxy({} as Api, { get: (_target, name) => Reflect.get(api, name) }))

  const inSite = (name: string) => path.join(api.data, 'sites', bad.id, name)

  /** Two sites, of which one gets a commit that no server has indexed. @returns the commit */
  async function stopped(): Promise<string> {
    api = await startApi({ keep: true })
    bad = await api.site()
    good = await api.site()
    await api.stop()
    const config = 'title: Unread\n'
    const lines = [
      'commit refs/heads/main',
      'committer A <a@test> 1700000000 +0000',
      'data 1\nx',
      'from refs/heads/main^0',
      `M 100644 inline _config.yml\ndata ${config.length}\n${config}`,
    ]
    await api.fastImport(bad.id, `${lines.join('\n')}\n`)
    return api.head(bad.id)
  }

  async function expectAside(reason: RegExp): Promise<void> {
    expect((await api.get(`/v2/sites/${good.id}`)).status).to.equal(200)
    for (const url of ['', '/source', '/collections']) {
      const answer = await api.get(`/v2/sites/${bad.id}${url}`)
      expect([answer.status, answer.json['error']], `${url} ${answer.text}`).to.deep.equal([
        503,
        'unavailable',
      ])
      expect(answer.json['message']).to.match(reason)
    }
    const named = api.warned.filter(({ message }) => message.startsWith('a site is set aside'))
    expect(named.map(({ fields }) => fields)).to.have.nested.property('[0].siteId', bad.id)
    expect(named).to.have.length(1)
  }

  const expectBack = (title: string) =>
    eventually(async () => {
      const { status, json } = await api.get(`/v2/sites/${bad.id}`)
      expect([status, json['title']]).to.deep.equal([200, title])
    })

  it('if it can’t be read, until it can', async () => {
    await stopped()
    const oid = (await api.git(bad.id, 'rev-parse', 'main:_config.yml')).trim()
    const object = inSite(`repository.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`)
    await rename(object, `${object}.aside`)
    api = await startApi({ data: api.data })
    await expectAside(/could not be indexed/)
    await rename(`${object}.aside`, object)
    await expectBack('Unread')
    // The failures that the log has to have.
    for (const error of api.logged) expect(error).to.include({ siteId: bad.id })
    api.logged.length = 0
    await api.finish()
  })

  it('if the server died at it twice, until a push mends it', async () => {
    const commit = await stopped()
    // As a process leaves it that was killed while it indexed the site for the second time.
    await writeFile(inSite('indexing.json'), JSON.stringify({ commit, deaths: 1 }))
    api = await startApi({ data: api.data })
    await expectAside(new RegExp(`ended 2 times while it indexed commit ${commit}`))
    const work = await desk.clone(bad.id)
    await commitFiles(work, { '_config.yml': 'title: Mended\n' })
    await git(work, 'push', '-q')
    await expectBack('Mended')
    expect(existsSync(inSite('indexing.json'))).to.equal(false)
    api.logged.length = 0
    await api.finish()
  })

  it('not if the server died at it once', async () => {
    const commit = await stopped()
    await writeFile(inSite('indexing.json'), JSON.stringify({ commit, deaths: 0 }))
    api = await startApi({ data: api.data })
    await expectBack('Unread')
    await api.finish()
  })

  it('until the index is made anew', async () => {
    const commit = await stopped()
    await writeFile(inSite('indexing.json'), JSON.stringify({ commit, deaths: 1 }))
    api = await startApi({ data: api.data })
    await expectAside(/galley reindex/)
    await api.server.application.advance.reindex(bad.id)
    await expectBack('Unread')
    api.logged.length = 0
    await api.finish()
  })
})
