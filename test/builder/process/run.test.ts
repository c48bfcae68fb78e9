import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { BuildRequest } from '../../../src/builder/base/request.js'
import type { SessionReport, SessionRequest } from '../../../src/builder/incremental/session.js'
import { BuildProcessError, type RunOptions } from '../../../src/builder/process/run.js'
import { SessionProcess } from '../../../src/builder/process/session-process.js'
import {
  MAX_DIAGNOSTICS,
  MAX_MESSAGE_CHARACTERS,
} from '../../../src/builder/process/limit-diagnostics.js'
import { AS_RECORDED } from '../recorded.js'

const LIMITS = { wallMs: 280_000, memoryMb: 256 }

/** Builds once in a child. */
async function runBuild(request: BuildRequest, options: RunOptions): Promise<SessionReport> {
  const session = new SessionProcess<SessionRequest, SessionReport>('session-child')
  const whole = { ...request, former: null, changed: null }
  return session.ask(whole, options).finally(() => session.close())
}

describe('A build in a child process', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-run-'))
    mkdirSync(join(root, 'site'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const write = (path: string, text: string) => writeFileSync(join(root, 'site', path), text)
  const request = () => ({
    source: join(root, 'site'),
    destination: join(root, 'out'),
    now: Date.UTC(2024, 0, 1),
    ...AS_RECORDED,
  })
  const failure = async (run: Promise<unknown>): Promise<unknown> => {
    try {
      await run
    } catch (error) {
      return error
    }
    return undefined
  }

  it('builds in a child and reports progress', async () => {
    write('index.md', '---\n---\n# Hello\n')
    const phases = new Set<string>()
    const report = await runBuild(request(), {
      limits: LIMITS,
      report: ({ phase }) => phases.add(phase),
    })
    expect(report.ok).to.equal(true)
    expect([...phases]).to.include('render')
    expect(readFileSync(join(root, 'out/index.html'), 'utf8')).to.equal(
      '<h1 id="hello">Hello</h1>\n',
    )
  })

  it('returns a report that is larger than the buffer of a pipe', async () => {
    const names = Array.from({ length: 6000 }, (_, at) => `${'a-long-name-'.repeat(18)}${at}.txt`)
    for (const name of names) write(name, name)
    const report = await runBuild(request(), { limits: LIMITS })
    const contents = new Map(report.difference?.contents?.map(([path, ...facts]) => [path, facts]))
    expect([...contents.keys()]).to.have.members(names)
    const [name = ''] = names
    const sha256 = createHash('sha256').update(name).digest('hex')
    expect(contents.get(name)).to.deep.equal([sha256, name.length])
  })

  it('returns the report of a site that cannot be built', async () => {
    write('index.md', '---\n---\n\n{% nonsense %}\n')
    const report = await runBuild(request(), { limits: LIMITS })
    expect(report.ok).to.equal(false)
    expect(report.diagnostics).to.deep.include({
      severity: 'error',
      path: 'index.md',
      line: 4,
      column: null,
      message:
        "Liquid syntax error (line 4): Unknown tag 'nonsense': " +
        'Jekyll has no such tag; it may belong to a plugin that is not available',
    })
    expect(existsSync(join(root, 'out'))).to.equal(false)
  })

  it('tells no more of what is wrong than people read', async () => {
    write('long.html', `---\n---\n{% include ${'a'.repeat(100_000)}.html %}`)
    const { diagnostics } = await runBuild(request(), { limits: LIMITS })
    const [error] = diagnostics
    expect(error?.message).to.have.lengthOf(MAX_MESSAGE_CHARACTERS)
    expect(error?.message).to.match(/^Liquid error .*Could not locate .*a…a.* outside your site/)
    rmSync(join(root, 'site/long.html'))
    for (let at = 0; at < MAX_DIAGNOSTICS + 10; at += 1)
      write(`${at}.html`, '---\nlayout: none-such\n---\n')
    write('wrong.html', '---\n---\n{% nonsense %}')
    const report = await runBuild(request(), { limits: LIMITS })
    expect(report.diagnostics).to.have.lengthOf(MAX_DIAGNOSTICS)
    expect(report.diagnostics.at(-1)).to.include({ severity: 'error', path: 'wrong.html' })
  })

  it('kills a build at its time limit', async () => {
    write(
      'index.html',
      '---\n---\n{% for a in (1..100000) %}{% for b in (1..100000) %}{{ b }}{% endfor %}{% endfor %}',
    )
    const error = await failure(runBuild(request(), { limits: { wallMs: 1500, memoryMb: 256 } }))
    expect(error).to.be.instanceOf(BuildProcessError)
    expect(error).to.have.property('code', 'time')
    expect(existsSync(join(root, 'out'))).to.equal(false)
  })

  it('survives a build that uses all memory', async () => {
    write(
      'index.html',
      '---\n---\n{% assign a = "0123456789" | split: "" %}{% for i in (1..22) %}{% assign a = a | concat: a %}{% endfor %}',
    )
    const error = await failure(runBuild(request(), { limits: { wallMs: 280_000, memoryMb: 40 } }))
    expect(error).to.be.instanceOf(BuildProcessError)
    expect(error).to.have.property('code', 'memory')
  })

  it('ends at once when it is aborted', async () => {
    write(
      'index.html',
      '---\n---\n{% for a in (1..100000) %}{% for b in (1..100000) %}{% assign c = b %}{% endfor %}{% endfor %}',
    )
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('enough')), 700)
    const error = await failure(runBuild(request(), { limits: LIMITS, signal: controller.signal }))
    expect(error).to.have.property('message', 'enough')
  })
})
