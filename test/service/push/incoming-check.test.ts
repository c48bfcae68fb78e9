/** Commits that come from outside are read in a thread if they are large: the main thread looks at none of their files. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { useApi } from '../../api/server.js'
import { callsOf } from '../../calls.js'
import { git } from '../../git/fixture.js'
import { useGitHost } from '../../git/remote/remote-host.js'
import { useDesk } from '../../stories/git-client.js'
import { makeSyncBench, removeSound, type SyncBench } from '../sync/bench.js'

/** More files than the main thread may check by itself. */
const MANY = 2500
const FEW = 7

/** A stream for `git fast-import`: a commit on top of `from` that adds files of one content. */
function commitOf(count: number, from: string | null): string {
  const files = Array.from({ length: count }, (_, at) => `M 100644 :1 ${count}/file-${at}.txt\n`)
  const parent = from === null ? '' : `from ${from}\n`
  return `blob\nmark :1\ndata 1\nx\ncommit refs/heads/main\ncommitter A <a@test> 1700000000 +0000\ndata 1\nx\n${parent}${files.join('')}\n`
}

async function importInto(folder: string, stream: string): Promise<void> {
  const args = ['--git-dir', folder, 'fast-import', '--quiet']
  const importing = promisify(execFile)('git', args)
  importing.child.stdin?.end(stream)
  await importing
}

/** How many names of files this thread checks while `work` runs. */
async function namesChecked(work: () => Promise<unknown>): Promise<number> {
  const calls = await callsOf('/src/service/push/', work)
  return calls('refusePath') ?? 0
}

describe('the check of commits', () => {
  describe('that are pushed', () => {
    const api = useApi()
    const desk = useDesk(api)

    async function push(count: number): Promise<number> {
      const site = await api.site()
      const folder = desk.at(`pushed-${count}`)
      await git('/', 'clone', '-q', '--bare', desk.remote(site.id), folder)
      await importInto(folder, commitOf(count, 'refs/heads/main^0'))
      const checked = await namesChecked(() => git(folder, 'push', '-q', 'origin', 'main'))
      expect(await api.head(site.id)).to.equal(await git(folder, 'rev-parse', 'main'))
      return checked
    }

    it('looks at the files of a small push at once', async () => {
      expect(await push(FEW)).to.be.at.least(FEW)
    })

    it('leaves the files of a large push to a thread', async () => {
      expect(await push(MANY)).to.equal(0)
    })
  })

  describe('that a sync has fetched', () => {
    const host = useGitHost()
    let bench: SyncBench
    beforeEach(async () => {
      bench = await makeSyncBench(host())
    })
    afterEach(() => removeSound(bench))

    async function fetchMany(count: number): Promise<number> {
      await importInto(bench.hosted.dir, commitOf(count, null))
      const checked = await namesChecked(async () => expect(await bench.sync()).to.equal(null))
      expect(await bench.repository.head()).to.equal(await bench.remoteTip())
      return checked
    }

    it('looks at few files at once', async () => {
      expect(await fetchMany(FEW)).to.be.at.least(FEW)
    })

    it('leaves many files to a thread', async () => {
      expect(await fetchMany(MANY)).to.equal(0)
    })
  })
})
