/**
 * Running git's own programs, with nothing taken from the machine's or a user's configuration and
 * nothing executed that a repository brings along.
 *
 * Arguments are fixed words of ours; values from outside are oids or checked names only. The
 * environment is built from nothing.
 */
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { limitedProgram } from '../../system/limited-program.js'
import type { ProgramCommand, ProgramLimits } from '../../system/limited-program.js'
import { GitError } from './git-error.js'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Oldest git whose switches we rely on: `cat-file --batch-command` and `core.fsync` (2.36). */
const MINIMUM = [2, 36] as const

const CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.fsync=all',
  'core.warnAmbiguousRefs=false',
  'safe.bareRepository=explicit',
  'protocol.allow=never',
  'gc.auto=0',
  'maintenance.auto=false',
  'pack.threads=1',
  'pack.windowMemory=64m',
  'advice.detachedHead=false',
]

/** How to start a git program. */
export interface GitCommand {
  readonly gitDir: string
  readonly args: readonly string[]
  /** More `key=value` settings, which win over ours. */
  readonly config?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Whether the program leads a process group, so that its own children can be ended with it. */
  readonly group?: boolean
  /** Whether the program and its children have one more pipe, both ways, as descriptor 3. */
  readonly channel?: boolean
  /** Seconds of CPU time; 600 if left out. */
  readonly cpuSeconds?: number
  /** Most bytes that `runGit` takes of its output; 512 MB if left out. */
  readonly maxOutput?: number
}

/** What a program of git's may take: of its memory large files have the most, whole and as a delta. */
const LIMITS = { memoryMb: 2048, cpuSeconds: 600, fileMb: 16 * 1024 } satisfies ProgramLimits
/** Git says of many commits and files a line each; no question of ours has so much for an answer. */
const OUTPUT_MAX = 512 * 1024 * 1024

const PIPES = ['pipe', 'pipe', 'pipe'] as const

/** The whole environment of our children. HOME is a folder that cannot exist. */
export function gitEnvironment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return {
    PATH,
    HOME: '/dev/null',
    LANG: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PROTOCOL_FROM_USER: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOC_LIMIT: '1g',
    ...more,
  }
}

/** The words after `git`. */
function gitArguments(command: GitCommand): string[] {
  const settings = [...CONFIG, `safe.directory=${command.gitDir}`, ...(command.config ?? [])]
  return [
    ...settings.flatMap((setting) => ['-c', setting]),
    `--git-dir=${command.gitDir}`,
    ...command.args,
  ]
}

/** `git --git-dir … <args>` with limits, and tied to the process that starts it, this one or `parent`. */
export function gitProgram(command: GitCommand, parent?: number): ProgramCommand {
  const { cpuSeconds = LIMITS.cpuSeconds } = command
  const program = { file: 'git', args: gitArguments(command) }
  return limitedProgram(program, { ...LIMITS, cpuSeconds }, parent)
}

/** Starts `git --git-dir … <args>` with limits; the caller owns the process. */
export function spawnGit(command: GitCommand): ChildProcessWithoutNullStreams {
  const { file, args } = gitProgram(command)
  return spawn(file, args, {
    // Never inside a site's files: git looks for repositories and settings where it stands.
    cwd: '/',
    env: gitEnvironment(command.env),
    stdio: command.channel ? [...PIPES, 'pipe'] : [...PIPES],
    detached: command.group ?? false,
    ...(command.signal ? { signal: command.signal, killSignal: 'SIGKILL' } : {}),
  })
}

/** What a finished program said. */
interface GitResult {
  /** Exit status; null if a signal ended it. */
  readonly status: number | null
  readonly stdout: Buffer
  /** At most 64 kB. */
  readonly stderr: string
}

const STDERR_MAX = 65_536

/**
 * Runs a git program to its end.
 *
 * @throws GitError `io` if it could not be started, `aborted`, `too_large` where it says too much
 */
export function runGit(command: GitCommand, input = ''): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawnGit(command)
    const stdout: Buffer[] = []
    let stderr = ''
    let bytes = 0
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= (command.maxOutput ?? OUTPUT_MAX)) stdout.push(chunk)
      else {
        child.kill('SIGKILL')
        // What it has started may go on to say things, to nobody.
        child.stdout.destroy()
        child.stderr.destroy()
        reject(new GitError('too_large', `git ${command.args[0] ?? ''} says too much.`))
      }
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < STDERR_MAX) stderr += chunk.toString()
    })
    child.on('error', (error) => reject(spawnError(error, command)))
    child.on('close', (status) => resolve({ status, stdout: Buffer.concat(stdout), stderr }))
    // A program that ends without reading its input is judged by its exit status.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

/** As `runGit`, for programs that must succeed. @throws GitError `failed` with what git said */
export async function expectGit(command: GitCommand, input = ''): Promise<Buffer> {
  const result = await runGit(command, input)
  if (result.status === 0) return result.stdout
  throw new GitError('failed', `git ${command.args[0] ?? ''}: ${result.stderr.trim()}`)
}

function spawnError(error: Error, command: GitCommand): GitError {
  const code = command.signal?.aborted ? 'aborted' : 'io'
  return new GitError(code, `git ${command.args[0] ?? ''}: ${error.message}`, { cause: error })
}

/** Version of the machine's git (`2.39.5`), or null if there is none or it is older than 2.36. */
export async function detectGit(): Promise<string | null> {
  const text = await gitVersionText()
  const match = /^git version (\d+)\.(\d+)(\.\d+)?/.exec(text)
  if (!match) return null
  const [, major, minor, patch = ''] = match
  const newer = Number(major) - MINIMUM[0] || Number(minor) - MINIMUM[1]
  return newer < 0 ? null : `${major}.${minor}${patch}`
}

function gitVersionText(): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn('git', ['--version'], { cwd: '/', env: gitEnvironment() })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', () => resolve(''))
    child.on('close', () => resolve(text))
  })
}
