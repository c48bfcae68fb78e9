/**
 * A server may carry out late what it was told on a connection that is gone: by then the same has
 * been tried again on another.
 */
import { expect } from 'chai'
import type { Content, FileStore, OpenStore } from '../../src/deploy/files/file-store.js'
import { filesDeployer } from '../../src/deploy/files/files-deployer.js'
import { MANIFEST_PATH } from '../../src/deploy/files/remote-name.js'
import { DeployError } from '../../src/deploy/network/deploy-error.js'
import { makeContext, makeRelease } from './releases.js'
import { session } from './settings.js'
import { storeTargets } from './targets.js'

interface Held {
  readonly path: string
  /** Which upload for that path, from 1. */
  readonly upload: number
}

/** Opens the store so that it begins an upload only when the next one for that path goes live. */
function late(open: OpenStore, { path, upload }: Held): OpenStore {
  return async (signal) => {
    const store = await open(signal)
    const { rename } = store
    if (rename === undefined) throw new Error('the store can rename')
    let held: { name: string; content: Content } | null = null
    let uploads = 0
    const put: FileStore['put'] = async (name, content, options) => {
      if (content.path === path) uploads += 1
      if (content.path !== path || uploads !== upload) return store.put(name, content, options)
      held = { name, content }
      throw new DeployError('timed_out', 'the server was silent', { transient: true })
    }
    return {
      ...store,
      put,
      async rename(from, to) {
        if (held !== null && to === path) {
          const source = { bytes: new Uint8Array() }
          await store.put(held.name, { ...held.content, size: 0, source })
          held = null
        }
        await rename(from, to)
      },
    }
  }
}

/** Those that can rename: elsewhere nothing is begun that is not live. */
const renaming = storeTargets.filter(({ title }) => title.includes('FTP'))

for (const target of renaming) {
  describe(`${target.title}: an upload that the server completes late`, () => {
    before(async function () {
      if (!(await target.isInstalled())) this.skip()
    })

    const uploads: readonly Held[] = [
      { path: 'index.html', upload: 1 },
      // The first says that a deployment is under way, the second what is there.
      { path: MANIFEST_PATH, upload: 2 },
    ]
    for (const held of uploads) {
      it(`does not truncate ${held.path}`, async () => {
        const place = await target.makePlace()
        const files = { 'index.html': 'whole', 'a.css': 'style' }
        const deployer = filesDeployer(late(place.open(), held), session('web-secret'))
        const { manifest } = await deployer.deploy(await makeRelease('r1', files), makeContext())
        expect(Object.fromEntries(await place.contents())).to.deep.equal(files)
        const again = await makeRelease('r2', { ...files, 'index.html': 'changed' })
        const { notes } = await place.deployer().deploy(again, makeContext(manifest))
        expect(notes).to.deep.equal([])
      })
    }
  })
}
