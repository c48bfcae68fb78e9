import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { GitError } from '../../../src/git/program/git-error.js'
import { syncPush, tracesOf } from '../../../src/git/server/push-durable.js'
import { useRepositories } from '../fixture.js'

describe('syncPush', () => {
  const bench = useRepositories()

  it('ignores folders and refs that a push did not write', async () => {
    const { gitDir } = await bench.repository()
    const quarantine = 'tmp_objdir-incoming-abc'
    await mkdir(join(gitDir, 'objects', quarantine, 'ab'), { recursive: true })
    const updates = [{ ref: 'refs/heads/gone/deep', from: null, to: null }]
    const traces = await tracesOf(gitDir, { updates, quarantine })
    expect(traces).to.deep.equal({ refs: ['refs/heads/gone/deep'], objectFolders: ['ab'] })
    await syncPush(gitDir, traces)
    const nothing = await tracesOf(gitDir, { updates, quarantine: null })
    await syncPush(gitDir, nothing)
  })

  it('fails if something could not be made durable', async () => {
    const { gitDir } = await bench.repository()
    await symlink('ring', join(gitDir, 'refs/heads/ring'))
    const traces = { refs: ['refs/heads/ring/one'], objectFolders: [] }
    const thrown: unknown = await syncPush(gitDir, traces).catch((error: unknown) => error)
    expect(thrown).to.be.instanceOf(GitError).with.property('code', 'io')
  })
})
