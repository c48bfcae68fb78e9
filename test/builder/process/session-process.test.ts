/** What renders without end is ended: by its limit, and where the process that would see to that is gone or hangs. */

import { fork, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import type {
  RenderReport,
  RenderRequest,
} from '../../../src/builder/incremental/render-session.js'
import type { SessionReport, SessionRequest } from '../../../src/builder/incremental/session.js'
import { BuildProcessError } from '../../../src/builder/process/run.js'
import { SessionProcess } from '../../../src/builder/process/session-process.js'
import { canEndWithParent } from '../../../src/system/limited-program.js'
import { childrenOf, isAlive, newChildOf, signalTo, statOf } from '../../processes.js'
import { scriptWords } from '../../script.js'
import { AS_RECORDED } from '../recorded.js'

const [NODE, ...PARENT] = scriptWords('./start-session', import.meta.url)
const LOOP = '{% for a in (1..100000) %}'
const LOOPS = `${LOOP.repeat(4)}{% assign c = a %}${'{% endfor %}'.repeat(4)}`
const ENDLESS = { 'index.html': `---\n---\n${LOOPS}` }
const ENDLESS_SASS = { 'a.scss': '---\n---\n@while true { $x: 1; }\n' }
/** No limit that a test reaches. */
const LONG_MS = 10_000_000

async function childOf(parent: number, word: string): Promise<number> {
  for (;;) {
    const [child] = childrenOf(parent, word)
    if (child !== undefined) return child
    if (!isAlive(parent)) throw new Error(`${parent} has ended.`)
    await sleep(20)
  }
}

const TICKS_A_SECOND = 100

/** Resolves when a process has been at work for some seconds, for which only a loop keeps it. */
async function atWork(pid: number, seconds: number): Promise<void> {
  for (;;) {
    const stat = statOf(pid)
    if (stat === null) throw new Error(`${pid} has ended.`)
    if (stat.ticks >= seconds * TICKS_A_SECOND) return
    await sleep(20)
  }
}

async function gone(...pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await sleep(20)
}

describe('a process that keeps a site', () => {
  let root: string
  const started: ChildProcess[] = []
  beforeEach(function () {
    if (process.platform !== 'linux') this.skip()
    root = mkdtempSync(join(tmpdir(), 'galley-session-'))
    mkdirSync(join(root, 'site'))
  })
  afterEach(() => {
    for (const parent of started.splice(0)) parent.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  })

  const write = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'site', name), text)
  }
  const limits = { wallMs: 1500, memoryMb: 256 }
  const request = () => ({
    source: join(root, 'site'),
    destination: join(root, 'out'),
    now: 0,
    ...AS_RECORDED,
    changed: null,
    former: null,
    limits: { iterations: Number.MAX_SAFE_INTEGER },
  })
  /** Ids of a process like a server, and of its child. */
  const startParent = async (words: readonly string[], env = process.env) => {
    const parent = spawn(NODE, [...PARENT, ...words], { stdio: ['ignore', 'pipe', 'inherit'], env })
    started.push(parent)
    const line = await new Promise<string>((resolve, reject) => {
      parent.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
      parent.once('exit', () => reject(new Error('It ended by itself.')))
    })
    return { parent: parent.pid ?? 0, child: Number(line) }
  }

  it('is ended by its limit of time, as one that previews', async () => {
    write(ENDLESS)
    const session = new SessionProcess<SessionRequest, SessionReport>('session-child')
    const asked = session.ask({ ...request() }, { limits })
    const child = newChildOf(process.pid, 'session-child')
    const error: unknown = await asked.catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(BuildProcessError).with.property('code', 'time')
    await gone(child)
  })

  it('is ended by its limit of time, as one that renders', async () => {
    write(ENDLESS)
    const session = new SessionProcess<RenderRequest, RenderReport>('render-child')
    const content = Buffer.from(ENDLESS['index.html'])
    const file = { path: 'index.html', content, modifiedAt: 0, hidesTexts: false }
    const asked = session.ask({ ...request(), file }, { limits })
    const child = newChildOf(process.pid, 'render-child')
    const error: unknown = await asked.catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(BuildProcessError).with.property('code', 'time')
    await gone(child)
  })

  for (const module of ['session-child', 'render-child']) {
    it(`ends with a server that is killed (${module})`, async function () {
      if (!canEndWithParent()) this.skip()
      write(ENDLESS)
      const { parent, child } = await startParent([module, root, String(LONG_MS)])
      await atWork(child, 3)
      signalTo(parent, 'SIGKILL')
      await gone(child)
    })

    it(`does so where the system does not end it (${module})`, async () => {
      write(ENDLESS)
      // The program that would ask the system for it is not found.
      const words = [module, root, String(LONG_MS)]
      const { parent, child } = await startParent(words, { PATH: '/nonexistent' })
      await atWork(child, 3)
      signalTo(parent, 'SIGKILL')
      await gone(child)
    })

    it(`does so where another process has become its parent before it began (${module})`, async () => {
      write(ENDLESS)
      const name = new URL(`../../../src/builder/process/${module}.ts`, import.meta.url)
      const child = fork(fileURLToPath(name), [String(process.pid + 1)], {
        execArgv: ['--import=tsx'],
        serialization: 'advanced',
      })
      started.push(child)
      const content = Buffer.from(ENDLESS['index.html'])
      const file = { path: 'index.html', content, modifiedAt: 0, hidesTexts: false }
      child.send({ request: { ...request(), file }, cpuSeconds: LONG_MS })
      await gone(child.pid ?? 0)
    })

    it(`ends when its CPU time is over, though the server hangs (${module})`, async () => {
      write(ENDLESS)
      const { parent, child } = await startParent([module, root, '500', 'stop'])
      await gone(child)
      expect(isAlive(parent)).to.equal(true)
    })
  }

  it('takes its compiler of style sheets with it', async () => {
    write(ENDLESS_SASS)
    const { parent, child } = await startParent(['session-child', root, String(LONG_MS)])
    const compiler = await childOf(child, 'sass.snapshot')
    await atWork(compiler, 1)
    signalTo(parent, 'SIGKILL')
    await gone(child, compiler)
  })
})
