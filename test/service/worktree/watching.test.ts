import { expect } from 'chai'
import { useApi } from '../../api/server.js'
import { eventually } from '../../stories/git-client.js'

const PUSH = `commit refs/heads/main
committer Dev <dev@test> 1700000000 +0000
data 4
push
from refs/heads/main^0
M 100644 inline one.md
data 19
---
title: One
---

`

describe('watching the refs of a site', () => {
  const api = useApi()

  // Several, so that some are pushed to before anybody has looked at them for the first time.
  it('notices a push on disk to a site that was made a moment ago', async () => {
    for (let round = 0; round < 6; round += 1) {
      const site = await api.site()
      await api.fastImport(site.id, PUSH)
      await eventually(async () => {
        const { list } = await api.get(`/v2/sites/${site.id}/pages`)
        expect(list.map(({ title }) => title)).to.deep.equal(['One'])
      })
    }
  })
})

describe('watching a tree for which there were no watches', () => {
  const api = useApi({ settings: { watch: 'true', maxWatches: '1' } })

  it('begins when another site gives its own back, and is told', async () => {
    const sites = [await api.site(), await api.site()]
    const told = (what: string) =>
      api.warned
        .filter(({ message }) => message.includes(what))
        .map(({ fields }) => String(Reflect.get(fields, 'siteId')))
    const [polled] = await eventually(() => {
      expect(told('is polled')).to.have.length(1)
      return told('is polled')
    })
    const other = sites.find(({ id }) => id !== polled)
    expect((await api.delete(`/v2/sites/${other?.id}`)).status).to.equal(200)
    await eventually(() => expect(told('watched again')).to.deep.equal([polled]))
    expect(told('is polled')).to.deep.equal([polled])
  })
})
