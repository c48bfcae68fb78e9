import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { scriptWords } from '../script.js'
import { commitTo, git, useRepositories } from './fixture.js'

const execute = promisify(execFile)
const [NODE, ...WRITER] = scriptWords('./race-writer', import.meta.url)
const COMMITS = 40

/**
 * A prune that misses an object of a push that is on its way looks once more to say why, and dies if it is there by then
 * (git 2.39: object-file.c, read_object_file_extended). Nothing is corrupt, as fsck finds afterwards.
 */
function ignoreArrival(error: unknown): void {
  if (!/loose object \w+ [^\n]* is corrupt\nfatal: failed to run prune/.test(String(error)))
    throw error
}

describe('two writing processes, native pushes and gc at the same time', () => {
  const bench = useRepositories()

  it('lose no acknowledged commit', async () => {
    const repository = await bench.repository()
    const { gitDir } = repository
    await commitTo(repository, { start: '0' })
    let writing = true
    const write = async (name: string): Promise<string[]> => {
      const argv = [...WRITER, gitDir, name, String(COMMITS)]
      return (await execute(NODE, argv)).stdout.trim().split('\n')
    }
    const collect = async (): Promise<void> => {
      while (writing) await git(gitDir, 'gc', '-q').catch(ignoreArrival)
    }
    const read = async (): Promise<number> => {
      let reads = 0
      for (; writing; reads++) await git(gitDir, 'rev-parse', '--verify', '-q', 'main')
      return reads
    }
    const work = bench.folder('work')
    await git(bench.folder('.'), 'clone', '-q', gitDir, work)
    const push = async (): Promise<string[]> => {
      const pushed: string[] = []
      for (let n = 0; writing; n++) {
        await writeFile(join(work, 'pushed'), String(n))
        await git(work, 'add', '-A')
        await git(work, 'commit', '-qm', `push ${n}`)
        await git(work, 'pull', '-q', '--rebase')
        const taken = await git(work, 'push', '-q', 'origin', 'HEAD:main').then(
          () => true,
          () => false,
        )
        if (taken) pushed.push(await git(work, 'rev-parse', 'HEAD'))
      }
      return pushed
    }
    const others = Promise.all([push(), read(), collect()])
    const writes = Promise.all([write('one'), write('two')])
    await writes.catch(() => undefined)
    writing = false
    const [pushed] = await others
    const written = await writes
    const reachable = new Set((await git(gitDir, 'rev-list', 'main')).split('\n'))
    const acknowledged = [...written.flat(), ...pushed]
    expect(written.flat()).to.have.length(2 * COMMITS)
    expect(acknowledged.filter((oid) => !reachable.has(oid))).to.deep.equal([])
    await git(gitDir, 'gc', '-q')
    await repository.close()
    const head = await repository.head()
    expect(await repository.isAncestor(written[0]![0]!, head!)).to.equal(true)
  })
})
