/** A manifest on the target to which somebody has added files that Galley did not put there. */

import { expect } from 'chai'
import type { FileStore } from '../../../src/deploy/files/file-store.js'
import { filesDeployer } from '../../../src/deploy/files/files-deployer.js'
import { MANIFEST_PATH } from '../../../src/deploy/files/remote-name.js'
import { factsOf, makeContext, makeRelease } from '../releases.js'
import { session } from '../settings.js'

/** A target in memory. */
function makeTarget() {
  const files = new Map<string, Buffer>()
  const sizeOf = (path: string) => {
    const bytes = files.get(path)
    return bytes === undefined ? null : { size: bytes.length }
  }
  const store: FileStore = {
    place: 'a target',
    parallel: 1,
    listsCheaply: false,
    list: async () => {
      const listed = [...files].map(([path, { length: size }]) => [path, { size }] as const)
      return { files: new Map(listed), odd: 0 }
    },
    stat: async (path) => sizeOf(path),
    read: async (path) => files.get(path) ?? null,
    async put(path, { source, size }) {
      files.set(path, Buffer.from(source.bytes ?? Buffer.alloc(size)))
      return {}
    },
    remove: async (path) => void files.delete(path),
    close: async () => undefined,
  }
  return { files, deployer: filesDeployer(async () => store, session('secret')) }
}

describe('A manifest that somebody has edited on the target', () => {
  it('removes nothing that Galley did not put there', async () => {
    const { files, deployer } = makeTarget()
    const first = await makeRelease('r1', { 'index.html': 'home', 'old.html': 'old' })
    const { manifest } = await deployer.deploy(first, makeContext())
    files.set('theirs.html', Buffer.from('theirs'))
    const text = String(files.get(MANIFEST_PATH))
    const row = JSON.stringify([factsOf('theirs').sha256, 6, '', ''])
    files.set(
      MANIFEST_PATH,
      Buffer.from(text.replace('"files":{', `"files":{"theirs.html":${row},`)),
    )
    const second = await makeRelease('r2', { 'index.html': 'home' })
    const { removed } = await deployer.deploy(second, makeContext(manifest))
    expect([...files.keys()].sort()).to.deep.equal([MANIFEST_PATH, 'index.html', 'theirs.html'])
    expect(removed).to.equal(1)
  })
})
