import { rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { useApi } from '../../api/server.js'

describe('a working tree that shall follow its site late', () => {
  const api = useApi()

  it('is no trouble where the site has been deleted', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    expect((await api.delete(`/v2/sites/${id}`)).status).to.equal(200)
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged).to.deep.equal([])
  })

  it('is told to the operator where it can’t', async () => {
    const { id } = await api.site()
    const { worktrees } = api.server.application
    await worktrees.flush()
    const { tree, treeState } = dataFolders(api.config.data).site(id)
    await rm(tree, { recursive: true })
    await rm(`${treeState}.commit`)
    await writeFile(tree, 'in its place')
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged.splice(0)).to.have.nested.property('[0].siteId', id)
    await rm(tree)
    worktrees.follow(id)
    await worktrees.flush()
    expect(api.logged).to.deep.equal([])
  })
})
