import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { GitCommand } from '../../../src/git/program/command.js'
import { startHere } from '../../../src/git/server/git-process.js'
import type { Program } from '../../../src/git/server/git-process.js'
import { createProcessLauncher } from '../../../src/git/server/process-launcher.js'
import type { ProcessLauncher } from '../../../src/git/server/process-launcher.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, useRepositories } from '../fixture.js'

/** Whether a process is there, and not only its exit status. */
function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

async function firstChunk(stream: Readable): Promise<string> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) return String(chunk)
  return ''
}

describe('A program that is started', () => {
  const bench = useRepositories()
  let repository: Repository
  let starter: ProcessLauncher
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-start-'))
    starter = createProcessLauncher(join(folder, 's'))
  })
  beforeEach(async () => {
    repository = await bench.repository()
  })
  after(async () => {
    await starter.close()
    await rm(folder, { recursive: true })
  })

  const places = {
    'that is a child of this process': startHere,
    'that a small process starts': async (command: GitCommand) => {
      expect(await starter.ready()).to.equal(true)
      return starter.start(command)
    },
  }
  for (const [place, start] of Object.entries(places)) {
    describe(place, () => {
      const run = (args: string[], more: Partial<GitCommand> = {}): Promise<Program> =>
        start({ gitDir: repository.gitDir, args, ...more })
      /** Words for a shell, which git runs in the program's place. */
      const shell = (words: string, more: Partial<GitCommand> = {}): Promise<Program> =>
        run(['words'], { config: [`alias.words=!${words}`], ...more })

      it('gets its whole input, and its whole output is read', async () => {
        const program = await run(['hash-object', '--stdin'])
        program.input.write('con')
        program.input.end('tent')
        expect(await text(program.output)).to.equal('6b584e8ece562ebffc15d38808cd6b98fc3d97ea\n')
        expect(await program.ended).to.deep.equal({ status: 0, stderr: '' })
      })

      it('passes megabytes both ways', async () => {
        const program = await shell('cat')
        const sent = Buffer.alloc(5_000_000, 'some words ')
        program.input.end(sent)
        expect(await text(program.output)).to.equal(sent.toString())
        expect((await program.ended).status).to.equal(0)
      })

      it('reports why it failed', async () => {
        const program = await run(['cat-file', '-t', '1'.repeat(40)])
        program.output.resume()
        const { status, stderr } = await program.ended
        expect(status).to.equal(128)
        expect(stderr).to.match(/^fatal: /)
      })

      it('has its output read to the end even if it closes its input', async () => {
        const program = await shell('exec <&-; sleep 0.1; echo last words; exit 3')
        program.input.on('error', () => undefined)
        program.input.end(Buffer.alloc(1_000_000))
        expect(await text(program.output)).to.equal('last words\n')
        expect((await program.ended).status).to.equal(3)
      })

      it('uses its third descriptor both ways, and sees its end', async () => {
        const words = 'read line <&3; echo "heard $line" >&3; cat <&3; echo over'
        const program = await shell(words, { channel: true })
        program.channel?.write('me\n')
        expect(program.channel && (await firstChunk(program.channel))).to.equal('heard me\n')
        program.channel?.end('rest ')
        expect(await text(program.output)).to.equal('rest over\n')
        expect((await program.ended).status).to.equal(0)
      })

      it('has no third descriptor unless one was requested', async () => {
        const program = await shell('echo x >&3 || echo closed')
        expect(program.channel).to.equal(null)
        expect(await text(program.output)).to.equal('closed\n')
      })

      it('is killed together with its children', async () => {
        const program = await shell('sleep 1000 & echo $!; wait')
        const child = Number(await firstChunk(program.output))
        expect(isAlive(child)).to.equal(true)
        program.kill()
        expect((await program.ended).status).to.equal(null)
        while (isAlive(child)) await sleep(5)
        program.kill()
      })
    })
  }

  it('is a child of this process if the launcher has ended', async () => {
    const own = createProcessLauncher(bench.folder('own'))
    expect(await own.ready()).to.equal(true)
    const command = { gitDir: repository.gitDir, args: ['hash-object', '--stdin'] }
    const running = await own.start(command)
    running.output.resume()
    const gone = running.ended.then(
      () => 'ended',
      (error: Error) => error.message,
    )
    await own.close()
    expect(await gone).to.equal('The process that starts programs has ended.')
    const next = await own.start(command)
    next.input.end('content')
    expect(await text(next.output)).to.have.length(41)
  })

  it('is a child of this process if the socket was deleted', async () => {
    const own = createProcessLauncher(bench.folder('own'))
    expect(await own.ready()).to.equal(true)
    await rm(bench.folder('own'))
    const program = await own.start({ gitDir: repository.gitDir, args: ['hash-object', '--stdin'] })
    program.input.end('content')
    expect(await text(program.output)).to.have.length(41)
    expect((await program.ended).status).to.equal(0)
    await own.close()
  })

  it('is a child of this process if no socket can be created', async () => {
    await commitTo(repository, { a: '1' })
    const own = createProcessLauncher(bench.folder('long/'.repeat(40)))
    expect(await own.ready()).to.equal(false)
    const program = await own.start({ gitDir: repository.gitDir, args: ['rev-parse', 'main'] })
    expect(await text(program.output)).to.equal(`${await repository.head()}\n`)
    await own.close()
  })
})
