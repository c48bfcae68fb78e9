/** The system has no more watches, or none at all: trees are polled then, the log says so, and no edit is lost. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { startGalley, type GalleyProcess } from './galley-process.js'
import { eventually } from './git-client.js'
import { hasStrace } from './system-calls.js'
import { call } from './writers.js'

const FAULTS = {
  'no more watches (ENOSPC)': 'inotify_add_watch:error=ENOSPC:when=6+',
  'nothing to watch with (EMFILE)': 'inotify_init1:error=EMFILE',
} as const

for (const [what, fault] of Object.entries(FAULTS)) {
  describe(`a system that has ${what}${hasStrace() ? '' : ' (strace is missing)'}`, () => {
    let folder = ''
    let server: GalleyProcess | null = null
    let errors = ''

    before(async function () {
      if (!hasStrace()) return this.skip()
      folder = await mkdtemp(path.join(tmpdir(), 'galley-limits-'))
    })

    after(async () => {
      await server?.kill('SIGKILL')
      if (folder !== '') await rm(folder, { recursive: true, force: true })
    })

    it('still has its edits committed', async () => {
      const data = path.join(folder, 'data')
      const [name = ''] = fault.split(':')
      const inject = ['-e', `trace=${name}`, '-e', `inject=${fault}`]
      const under = ['strace', '-f', '--seccomp-bpf', '-o', path.join(folder, 'trace'), ...inject]
      const flags = ['--log-level', 'warn']
      server = await startGalley(data, flags, { env: { UV_USE_IO_URING: '0' }, under })
      server.child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
      server.child.stdout?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
      const access = { server, authorization: server.authorization }
      const ids: string[] = []
      for (const domain of ['a.test', 'b.test', 'c.test']) {
        const made = await call(access, 'POST /v2/sites', { title: 'T', domain })
        ids.push(String(made?.json['id']))
      }
      // Each edit by itself, in all trees at the same time.
      const edit = async (id: string) => {
        const tree = path.join(data, 'sites', id, 'tree')
        await eventually(() => readFile(path.join(tree, '_config.yml')))
        for (const at of ['one.txt', 'new/deep/two.txt']) {
          await mkdir(path.dirname(path.join(tree, at)), { recursive: true })
          await writeFile(path.join(tree, at), at)
          await eventually(async () => {
            const answer = await call(access, `GET /v2/sites/${id}/source/${at}`)
            expect(answer?.status).to.equal(200)
          })
        }
      }
      await Promise.all(ids.map(edit))
      const polled = await eventually(() => {
        const lines = errors
          .split('\n')
          .filter((line) => line.includes('polled instead of watched'))
        expect(lines.length).to.be.greaterThan(1)
        return lines
      })
      expect(new Set(polled.map((line) => /[0-9a-f]{24}/.exec(line)?.[0])).size).to.equal(
        polled.length,
      )
      expect(await server.kill('SIGTERM')).to.equal(0)
    })
  })
}
