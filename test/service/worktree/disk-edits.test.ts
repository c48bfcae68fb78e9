import { mkdir, rm } from 'node:fs/promises'
import { expect } from 'chai'
import { createDiskEdits } from '../../../src/service/worktree/disk-edits.js'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { useApi } from '../../api/server.js'

describe('a working tree that is removed while it is scanned', () => {
  const api = useApi()

  it('is not taken for a deletion of every file', async () => {
    const { id } = await api.site()
    const { advance, repositories, worktrees } = api.server.application
    await worktrees.flush()
    const before = await api.head(id)
    const folders = dataFolders(api.config.data)
    const edits = createDiskEdits({
      advance,
      repositories,
      folders,
      warn: () => undefined,
      worktrees: {
        ...worktrees,
        use: (siteId, work) =>
          worktrees.use(siteId, (tree, follow) => {
            const scan = async () => {
              const root = folders.site(siteId).tree
              await rm(root, { recursive: true })
              await mkdir(root)
              const found = await tree.scan()
              await rm(root, { recursive: true })
              return found
            }
            return work(
              {
                ...tree,
                scan,
              },
              follow,
            )
          }),
      },
    })
    expect(await edits.commit(id, { patient: true })).to.deep.equal({ unsettled: true })
    expect(await api.head(id)).to.equal(before)
  })
})
