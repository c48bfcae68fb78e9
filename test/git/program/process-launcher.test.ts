import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type { GitCommand } from '../../../src/git/program/command.js'
import { startHere } from '../../../src/git/program/git-process.js'
import type { Program } from '../../../src/git/program/git-process.js'
import { createProcessLauncher } from '../../../src/git/program/process-launcher.js'
import type { ProcessLauncher } from '../../../src/git/program/process-launcher.js'
import type { Repository } from '../../../src/git/repository.js'
import { startGit } from '../../../src/git/program/start.js'
import { isAlive, signalTo } from '../../processes.js'
import { commitTo, rejection, useRepositories } from '../fixture.js'

const MB = 1024 * 1024

/** Nothing else happens in this process meanwhile. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
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
    folder = await mkdtemp(join(tmpdir(), 'galley-launch-'))
    starter = createProcessLauncher(folder)
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

      it('has limits of memory, CPU time and size of files, as have its children', async function () {
        if (process.platform !== 'linux') return this.skip()
        const limitsOf = async (more: Partial<GitCommand> = {}) => {
          const program = await shell('cat /proc/self/limits', more)
          const limits = await text(program.output)
          // Soft and hard limit. A machine may have lower ones already.
          return (name: string) =>
            new RegExp(`^${name} +(\\d+) +(\\d+) `, 'm').exec(limits)?.slice(1).map(Number) ?? []
        }
        const limits = await limitsOf()
        for (const [name, most] of [
          ['Max data size', 2048 * MB],
          ['Max cpu time', 600],
          ['Max file size', 16 * 1024 * MB],
          ['Max core file size', 0],
        ] as const) {
          expect(limits(name), name).to.have.length(2)
          for (const limit of limits(name)) expect(limit, name).to.be.at.most(most)
        }
        const short = await limitsOf({ cpuSeconds: 7 })
        expect(Math.max(...short('Max cpu time'))).to.be.at.most(7)
        return undefined
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

  describe('through a launcher', () => {
    let own: ProcessLauncher
    let root: string
    const run = (words: string): Promise<Program> =>
      own.start({
        gitDir: repository.gitDir,
        args: ['words'],
        config: [`alias.words=!${words}`],
      })
    beforeEach(async () => {
      root = await mkdtemp(join(tmpdir(), 'galley-launch-'))
      own = createProcessLauncher(root)
      expect(await own.ready()).to.equal(true)
    })
    afterEach(async () => {
      await own.close()
      await rm(root, { recursive: true })
    })

    /** Ends the program. @returns the process that has started it */
    async function parentOf(program: Program): Promise<number> {
      const git = Number(await firstChunk(program.output))
      const stat = readFileSync(`/proc/${git}/stat`, 'utf8')
      program.kill()
      await program.ended
      return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])
    }

    it('is a child of this process if that has ended', async () => {
      const running = await run('cat')
      running.output.resume()
      const gone = running.ended.then(
        () => 'ended',
        (error: Error) => error.message,
      )
      await own.close()
      expect(await gone).to.equal('The process that starts programs has ended.')
      expect(await parentOf(await run('echo $PPID; cat'))).to.equal(process.pid)
    })

    it('is a child of this process if the socket was deleted, and then of another', async () => {
      const first = await parentOf(await run('echo $PPID; cat'))
      expect(first).to.not.equal(process.pid)
      for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
      expect(await parentOf(await run('echo $PPID; cat'))).to.equal(process.pid)
      expect(await own.ready()).to.equal(true)
      expect(await parentOf(await run('echo $PPID; cat'))).to.not.be.oneOf([process.pid, first])
      // Nothing is left for it to do.
      while (isAlive(first)) await sleep(5)
    })

    it('is the child of another if that was killed', async () => {
      const first = await parentOf(await run('echo $PPID; cat'))
      const running = await run('cat')
      signalTo(first, 'SIGKILL')
      await running.ended.catch((error: Error) => {
        expect(error.message).to.equal('The process that starts programs has ended.')
      })
      expect(await own.ready()).to.equal(true)
      expect(await parentOf(await run('echo $PPID; cat'))).to.not.be.oneOf([process.pid, first])
    })

    it('is connected even if it has ended before this process notices', async () => {
      const note = bench.folder('note')
      const starting = run(`echo said; echo over >>${note}`)
      while (!existsSync(note)) pause(5)
      pause(200)
      const program = await starting
      expect(await text(program.output)).to.equal('said\n')
      expect((await program.ended).status).to.equal(0)
      // It was not started once more.
      expect(readFileSync(note, 'utf8')).to.equal('over\n')
    })

    it('leaves nothing behind', async () => {
      expect(readdirSync(root)).to.have.length(1)
      await own.close()
      expect(readdirSync(root)).to.have.length(0)
    })
  })

  it('is a child of this process if no socket can be created', async () => {
    await commitTo(repository, { a: '1' })
    const own = createProcessLauncher(bench.folder('missing'))
    expect(await own.ready()).to.equal(false)
    const program = await own.start({ gitDir: repository.gitDir, args: ['rev-parse', 'main'] })
    expect(await text(program.output)).to.equal(`${await repository.head()}\n`)
    await own.close()
  })

  it('ends when its signal is aborted', async () => {
    const leaving = new AbortController()
    const command = {
      gitDir: repository.gitDir,
      args: ['words'],
      config: ['alias.words=!echo here; cat'],
      signal: leaving.signal,
    }
    const program = await startGit(command)
    expect(await firstChunk(program.output)).to.equal('here\n')
    leaving.abort()
    expect(await rejection(program.ended)).to.equal('aborted')
    expect(await rejection(startGit(command))).to.equal('aborted')
  })
})
