/** Programs have limits, and end with the process that started them, even one that is killed. */

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { initRepository } from '../../src/git/repository.js'
import { runGit } from '../../src/git/program/run.js'
import {
  canEndWithParent,
  limitedProgram,
  type ProgramLimits,
} from '../../src/system/limited-program.js'
import { rejection } from '../git/fixture.js'
import { isAlive } from '../processes.js'
import { scriptWords } from '../script.js'

const [NODE, ...PARENT] = scriptWords('./start-tied', import.meta.url)

function run(program: readonly string[], limits: ProgramLimits) {
  const [first = '', ...rest] = program
  const { file, args } = limitedProgram({ file: first, args: rest }, limits)
  return spawnSync(file, args, { encoding: 'utf8' })
}

describe('a limited program', () => {
  let root = ''
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'galley-limits-'))
  })
  after(() => rm(root, { recursive: true, force: true }))

  it('runs with its arguments, and returns its exit status', () => {
    const { stdout, status } = run(['sh', '-c', 'echo "$1"; exit 7', 'x', 'a "b" $c'], {
      memoryMb: 500,
      cpuSeconds: 60,
      fileMb: 10,
    })
    expect(stdout).to.equal('a "b" $c\n')
    expect(status).to.equal(7)
  })

  it('gets no more memory than its limit', () => {
    const eat = 'const all = []; while (all.length < 40) all.push(Buffer.alloc(50e6, 1))'
    const { status, signal } = run([process.execPath, '-e', eat], { memoryMb: 600 })
    expect(status === 0 && signal === null).to.equal(false)
  })

  it('ends when its CPU time is over', () => {
    const { signal, status } = run([process.execPath, '-e', 'for (;;) {}'], { cpuSeconds: 1 })
    expect(signal ?? status).to.be.oneOf(['SIGKILL', 'SIGXCPU'])
  })

  it('writes no file larger than its limit', () => {
    const file = path.join(root, 'large')
    const { status } = run(['dd', 'if=/dev/zero', `of=${file}`, 'bs=1M', 'count=5'], { fileMb: 1 })
    expect(status).to.not.equal(0)
    expect(readFileSync(file).length).to.equal(1024 * 1024)
  })

  it('outputs no more than its limit', async () => {
    const gitDir = path.join(root, 'says.git')
    await initRepository(gitDir)
    const noted = path.join(root, 'says.pid')
    const config = [`alias.words=!echo $$ >${noted}; exec yes`]
    expect(await rejection(runGit({ gitDir, args: ['words'], config, maxOutput: 1e6 }))).to.equal(
      'too_large',
    )
    // Nor does what it has started go on to say more.
    const child = Number(readFileSync(noted, 'utf8'))
    while (isAlive(child)) await sleep(20)
  })

  it('is not started once its parent process has ended', function () {
    if (!canEndWithParent()) this.skip()
    const program = { file: 'echo', args: ['begun'] }
    const outputOf = (parent?: number) => {
      const { file, args } = limitedProgram(program, {}, parent)
      return spawnSync(file, args, { encoding: 'utf8' }).stdout
    }
    expect(outputOf()).to.equal('begun\n')
    // As its parent is another one then.
    expect(outputOf(process.ppid)).to.equal('')
  })

  for (const kind of ['tied', 'launched']) {
    it(`ends with a parent that is killed (${kind})`, async function () {
      if (kind === 'tied' && !canEndWithParent()) this.skip()
      const gitDir = path.join(root, `${kind}.git`)
      await initRepository(gitDir)
      const sockets = path.join(root, kind)
      await mkdir(sockets)
      const words = [...PARENT, kind, gitDir, sockets]
      const parent = spawn(NODE, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      const line = await new Promise<string>((resolve, reject) => {
        parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
        parent.once('exit', () => reject(new Error('It ended by itself.')))
      })
      const child = Number(line)
      expect(isAlive(child)).to.equal(true)
      parent.kill('SIGKILL')
      while (isAlive(child)) await sleep(20)
      while (readdirSync(sockets).length > 0) await sleep(20)
    })
  }
})
