/**
 * Builds with the `jekyll` command of the machine, for sites with Ruby plugins of their own.
 *
 * It runs in a process group of its own that is killed at the limits, with an environment of its own.
 * Ruby plugins are programs: whoever may choose this may run programs as the server's user, which is
 * why a server allows it only where its operator says so.
 */

import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BuildReport, BuildRequest, Diagnostic } from '../base/request.js'
import { limitedProgram } from '../../system/limited-program.js'
import { BuildProcessError, type RunOptions } from './run.js'

const COMMAND = 'jekyll'
const SEARCH = '/usr/local/bin:/usr/bin:/bin'
/** Programs that a plugin starts work beside it. */
const CPUS = 4
const FILE_MB = 4096
/** The command's own words are kept up to so much. */
const MAX_OUTPUT_CHARACTERS = 64 * 1024

/**
 * Runs `jekyll build` on a request; the report is as that of our own builder.
 *
 * @throws BuildProcessError `time` or `memory` at a limit, `crashed` where there is no such command; the
 *   signal's reason when it is aborted
 */
export async function runJekyll(request: BuildRequest, options: RunOptions): Promise<BuildReport> {
  const home = await mkdtemp(path.join(tmpdir(), 'galley-jekyll-'))
  try {
    const overrides = path.join(home, 'overrides.yml')
    // JSON is YAML.
    await writeFile(overrides, JSON.stringify(request.overrides ?? {}))
    options.report?.({ phase: 'render', done: 0, total: 0, message: 'Building with jekyll' })
    const started = performance.now()
    const ended = await follow(start(request, { home, overrides }, options), options)
    const ms = performance.now() - started
    if (ended.code !== 0 && OUT_OF_MEMORY.test(ended.output)) {
      const message = `The build needs more than ${options.limits.memoryMb} MB.`
      throw new BuildProcessError('memory', message, { cause: ended.output })
    }
    return await report(request, ended, ms)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** What Ruby says where it gets no more. */
const OUT_OF_MEMORY = /NoMemoryError|failed to allocate memory|Cannot allocate memory/

interface Places {
  readonly home: string
  readonly overrides: string
}

function start(
  request: BuildRequest,
  { home, overrides }: Places,
  options: RunOptions,
): ChildProcess {
  const configs = configFiles(request).map((file) => path.resolve(request.source, file))
  const args = ['build', '--source', request.source, '--destination', request.destination]
  args.push('--config', [...configs, overrides].join(','), '--disable-disk-cache', '--trace')
  if (request.drafts) args.push('--drafts')
  if (request.future) args.push('--future')
  if (request.unpublished) args.push('--unpublished')
  if (request.strictFrontMatter) args.push('--strict_front_matter')
  if (request.limitPosts !== undefined) args.push('--limit_posts', String(request.limitPosts))
  if (request.baseurl !== undefined) args.push('--baseurl', request.baseurl)
  const limited = limitedProgram(
    { file: COMMAND, args },
    {
      memoryMb: options.limits.memoryMb,
      cpuSeconds: (CPUS * options.limits.wallMs) / 1000 + 1,
      fileMb: FILE_MB,
    },
  )
  return spawn(limited.file, limited.args, {
    cwd: request.source,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: SEARCH,
      HOME: home,
      LANG: 'C.UTF-8',
      JEKYLL_ENV: request.environment ?? 'development',
    },
  })
}

/** Those that are named, or the first that is there: the command fails for one that is not. */
function configFiles({ source, configFiles: named }: BuildRequest): readonly string[] {
  if (named !== undefined && named.length > 0) return named
  const usual = ['_config.yml', '_config.yaml', '_config.toml']
  const found = usual.find((file) => existsSync(path.join(source, file)))
  return found === undefined ? [] : [found]
}

interface Ended {
  readonly code: number | null
  readonly output: string
}

function follow(child: ChildProcess, { signal, limits }: RunOptions): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let output = ''
    const collect = (chunk: Buffer) => {
      if (output.length < MAX_OUTPUT_CHARACTERS) output += chunk.toString()
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    const stop = (error: unknown) => {
      killGroup(child)
      reject(error instanceof Error ? error : new Error(String(error)))
    }
    const onAbort = () => stop(signal?.reason)
    const seconds = Math.round(limits.wallMs / 1000)
    const timer = setTimeout(
      () => stop(new BuildProcessError('time', `The build took longer than ${seconds} seconds.`)),
      limits.wallMs,
    )
    signal?.addEventListener('abort', onAbort, { once: true })
    child.once('error', stop)
    child.once('close', (code) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      killGroup(child)
      if (code === 127)
        stop(
          new BuildProcessError('crashed', 'The program jekyll is not installed on this server.'),
        )
      resolve({ code, output })
    })
  })
}

/** What it started, too. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

async function report(
  request: BuildRequest,
  { code, output }: Ended,
  ms: number,
): Promise<BuildReport> {
  const isGood = code === 0
  const files = isGood ? await readdir(request.destination, { recursive: true }) : []
  return {
    ok: isGood,
    diagnostics: isGood ? warningsOf(output) : [errorOf(output)],
    counts: {
      documents: 0,
      pages: 0,
      staticFiles: 0,
      rendered: files.length,
      written: files.length,
      removed: 0,
    },
    phases: { read: 0, generate: 0, render: ms, write: 0 },
    slowest: [],
  }
}

const NOWHERE = { path: null, line: null, column: null }

function warningsOf(output: string): Diagnostic[] {
  return plainLines(output)
    .filter((line) => /^\s*(Build )?Warning:/.test(line))
    .map((line) => ({ severity: 'warning', ...NOWHERE, message: line.trim() }))
}

/** The sentence that the command ends with; its trace is for Ruby people, not for editors. */
function errorOf(output: string): Diagnostic {
  const lines = plainLines(output).map((line) => line.trim())
  const said = lines.find((line) => /(Exception|Error|fatal):?/i.test(line)) ?? lines.at(-1)
  return {
    severity: 'error',
    ...NOWHERE,
    message: said || 'jekyll failed without an error message',
  }
}

function plainLines(output: string): string[] {
  return output.replace(/\x1b\[[0-9;]*m/g, '').split('\n')
}
