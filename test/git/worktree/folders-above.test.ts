import { expect } from 'chai'
import { foldersAbove } from '../../../src/git/worktree/folders-above.js'

describe('The parent folders of paths', () => {
  it('are listed once each, the inner ones first, without the root', async () => {
    const folders = await foldersAbove(['a/b/c/x', 'a/bb/y', 'z', 'a/b/w', 'long-name/v'])
    expect(folders).to.have.members(['a', 'a/b', 'a/b/c', 'a/bb', 'long-name'])
    for (const [at, folder] of folders.entries()) {
      const isInLater = folders.slice(0, at).every((before) => !folder.startsWith(`${before}/`))
      expect(isInLater, folder).to.equal(true)
    }
  })
})
