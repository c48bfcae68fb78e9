import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { expect } from 'chai'
import { CHANNEL_DESCRIPTOR } from '../../../src/git/program/git-process.js'
import { converse, requireHook } from '../../../src/git/server/push-hook.js'
import type { PushAnswer, PushQuestion } from '../../../src/git/server/push-hook.js'
import { useRepositories } from '../fixture.js'

const NONE = '0'.repeat(40)
const ONE = '1'.repeat(40)

describe('The hook that asks the server to accept a push', () => {
  const bench = useRepositories()
  let folder = ''

  beforeEach(async () => {
    folder = bench.folder('hooks')
    await requireHook(folder)
  })

  interface Started {
    readonly child: ChildProcessWithoutNullStreams
    readonly channel: Duplex
    /** Exit status, and what the pusher reads. */
    readonly ended: Promise<{ readonly status: number | null; readonly said: string }>
  }

  /** As git starts it, with these lines as its input. */
  function start(lines: readonly string[], quarantine = ''): Started {
    const env = { PATH: process.env['PATH'], GIT_QUARANTINE_PATH: quarantine }
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'] as const
    const child = spawn(join(folder, 'pre-receive'), [], { env, stdio: [...stdio] })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = new Promise<{ status: number | null; said: string }>((resolve) =>
      child.once('close', (status) => resolve({ status, said })),
    )
    child.stdin.on('error', () => undefined)
    child.stdin.end(lines.map((line) => `${line}\n`).join(''))
    const channel = child.stdio[CHANNEL_DESCRIPTOR]
    if (!(channel instanceof Duplex)) throw new Error('There is no channel.')
    return { child, channel, ended }
  }

  interface Asking {
    readonly answer?: PushAnswer
    readonly maxRefs?: number
  }

  async function ask(
    lines: readonly string[],
    quarantine: string,
    { answer = async () => null, maxRefs }: Asking = {},
  ) {
    const questions: PushQuestion[] = []
    const { channel, ended } = start(lines, quarantine)
    const looked: PushAnswer = (question) => {
      questions.push(question)
      return answer(question)
    }
    const conversed = converse(channel, looked, maxRefs === undefined ? {} : { maxRefs })
    const { status, said } = await ended
    await conversed
    return { status, said, questions }
  }

  it('sends the quarantine and the ref updates, and accepts the push', async () => {
    const lines = [`${NONE} ${ONE} refs/heads/new`, `${ONE} ${NONE} refs/heads/a\\b $(x) 'y'  `]
    const { status, said, questions } = await ask(
      lines,
      '/a "b"\n$c/objects/tmp_objdir-incoming-Xy',
    )
    expect({ status, said }).to.deep.equal({ status: 0, said: '' })
    expect(questions).to.deep.equal([
      {
        quarantine: 'tmp_objdir-incoming-Xy',
        updates: [
          { ref: 'refs/heads/new', from: null, to: ONE },
          { ref: `refs/heads/a\\b $(x) 'y'  `, from: ONE, to: null },
        ],
      },
    ])
  })

  it('sends no quarantine if no objects were sent', async () => {
    const { questions } = await ask([`${ONE} ${NONE} refs/heads/old`], '')
    expect(questions[0]?.quarantine).to.equal(null)
  })

  for (const count of [19, 20, 21, 5000]) {
    it(`sends all of ${count} refs`, async () => {
      const lines = Array.from({ length: count }, (_, at) => `${NONE} ${ONE} refs/heads/b${at}`)
      const { status, questions } = await ask(lines, '/objects/tmp_objdir-incoming-1')
      expect(status).to.equal(0)
      expect(questions[0]?.updates.map(({ ref }) => ref)).to.deep.equal(
        Array.from({ length: count }, (_, at) => `refs/heads/b${at}`),
      )
    })
  }

  it('refuses too many refs before they are checked', async () => {
    const lines = Array.from({ length: 1001 }, (_, at) => `${NONE} ${ONE} refs/heads/b${at}`)
    for (const quarantine of ['/objects/tmp_objdir-incoming-1', '']) {
      const taken = await ask(lines.slice(1), quarantine, { maxRefs: 1000 })
      expect(taken.status).to.equal(0)
      expect(taken.questions[0]?.updates).to.have.length(1000)
      expect(await ask(lines, quarantine, { maxRefs: 1000 })).to.deep.equal({
        status: 1,
        said: 'These are 1001 branches and tags; push at most 1000 at once.\n',
        questions: [],
      })
    }
  })

  it('shows the reasons against a push', async () => {
    const reasons = `a\\n: A 'reason'.\n  b: Another $one.`
    const { status, said } = await ask([`${NONE} ${ONE} refs/heads/b`], '', {
      answer: async () => reasons,
    })
    expect({ status, said }).to.deep.equal({ status: 1, said: `${reasons}\n` })
  })

  it('refuses a malformed or endless answer', async () => {
    for (const line of ['refs/heads/main', `${NONE} 1 refs/heads/b`]) {
      const { status, said, questions } = await ask([line], '')
      expect({ status, questions }).to.deep.equal({ status: 1, questions: [] })
      expect(said).to.include('could not be checked')
    }
    const { questions } = await ask([`${NONE} ${ONE} refs/heads/b`], '/objects/../../x y')
    expect(questions).to.deep.equal([])
    const long = Array.from(
      { length: 300 },
      () => `${NONE} ${ONE} refs/heads/${'b'.repeat(70_000)}`,
    )
    const endless = await ask(long, '')
    expect({ ...endless, said: '' }).to.deep.equal({ status: 1, questions: [], said: '' })
    expect(endless.said).to.include('could not be checked')
  })

  it('refuses if the server disconnects, and if there is none', async () => {
    const { channel, ended } = start([`${NONE} ${ONE} refs/heads/b`])
    channel.on('error', () => undefined)
    channel.once('data', () => channel.destroy())
    expect((await ended).status).not.to.equal(0)
    const cut = start([`${NONE} ${ONE} refs/heads/b`])
    cut.channel.resume().write('taken')
    cut.channel.end()
    expect(await cut.ended).to.deep.equal({
      status: 1,
      said: 'The server does not answer. Nothing was changed; push again later.\n',
    })
    const alone = spawn(join(folder, 'pre-receive'), [], { stdio: 'pipe' })
    alone.stdin.on('error', () => undefined)
    alone.stdin.end(`${NONE} ${ONE} refs/heads/b\n`)
    const status = await new Promise((resolve) => alone.once('exit', resolve))
    expect(status).not.to.equal(0)
  })

  it('does not harm the server if it is killed, before or after its question', async () => {
    const early = start([])
    early.child.kill('SIGKILL')
    await converse(early.channel, async () => 'never asked')
    const late = start([`${NONE} ${ONE} refs/heads/b`])
    await converse(late.channel, async () => {
      late.child.kill('SIGKILL')
      await late.ended
      return null
    })
    expect((await late.ended).status).to.equal(null)
  })

  it('is written again if it is missing, changed or not executable', async () => {
    const script = join(folder, 'pre-receive')
    const text = await readFile(script, 'utf8')
    await rm(folder, { recursive: true })
    await requireHook(folder)
    await writeFile(script, '#!/bin/sh\nexit 0\n')
    await requireHook(folder)
    expect(await readFile(script, 'utf8')).to.equal(text)
    expect((await stat(script)).mode & 0o777).to.equal(0o700)
    const blocked = bench.folder('blocked')
    await writeFile(blocked, '')
    const error: unknown = await requireHook(blocked).catch((thrown: unknown) => thrown)
    expect(error).to.have.property('code', 'failed')
  })
})
