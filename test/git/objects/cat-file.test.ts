import { randomBytes } from 'node:crypto'
import { execFile, type ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { catFilePool } from '../../../src/git/objects/cat-file.js'
import { scriptWords } from '../../script.js'
import { commitTo, git, useRepositories } from '../fixture.js'

const [NODE, ...IDLE] = scriptWords('../program/idle-program', import.meta.url)

describe('catFilePool', () => {
  const bench = useRepositories()

  it('adds no listeners for each piece of an answer', async () => {
    const repository = await bench.repository()
    // Comes in very many pieces, most of them after the program's input has closed.
    const data = randomBytes(16 * 1024 * 1024)
    await commitTo(repository, { data })
    const oid = await git(repository.gitDir, 'rev-parse', 'main:data')
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    const pool = catFilePool()
    const reader = pool.reader(repository.gitDir)
    const read = reader.read(oid)
    const closed = reader.close()
    expect((await read).data.equals(data)).to.equal(true)
    await closed
    // Warnings are told in the next turn.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).to.deep.equal([])
    await pool.close()
  })

  it('ends a process whose output was lost, and reads on with another', async () => {
    const repository = await bench.repository()
    const oid = await commitTo(repository, { a: '1' })
    const started: ChildProcess[] = []
    const note = (message: unknown) =>
      void started.push((message as { process: ChildProcess }).process)
    subscribe('child_process', note)
    const pool = catFilePool()
    const reader = pool.reader(repository.gitDir)
    await reader.info(oid)
    unsubscribe('child_process', note)
    const [lost] = started
    if (!lost?.stdout) throw new Error('No program has started.')
    const exited = once(lost, 'exit')
    lost.stdout.destroy(new Error('The output was lost.'))
    expect(await exited).to.deep.equal([null, 'SIGKILL'])
    expect((await reader.info(oid)).type).to.equal('commit')
    await pool.close()
  })

  for (const kind of ['here', 'launched']) {
    it(`lets a process end while a program is idle (${kind})`, async () => {
      const repository = await bench.repository()
      const oid = await commitTo(repository, { a: '1' })
      const words = [...IDLE, kind, repository.gitDir, oid]
      const { stdout } = await promisify(execFile)(NODE, words)
      expect(stdout).to.match(/^(?:commit\n)+idle\n$/)
    })
  }
})
