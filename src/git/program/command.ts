/**
 * Runs git's own programs. They read no configuration of the machine or a user, and execute nothing that a repository
 * contains.
 *
 * Arguments are fixed words; values from outside are object ids or checked names only. The environment is built from
 * scratch.
 */
import { spawn } from 'node:child_process'
import { limitedProgram } from '../../system/limited-program.js'
import type { ProgramCommand, ProgramLimits } from '../../system/limited-program.js'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Oldest supported git: `cat-file --batch-command` and `core.fsync` came with 2.36. */
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
  /** Additional `key=value` settings, which override ours. */
  readonly config?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** True for one more pipe, in both directions, as descriptor 3. */
  readonly channel?: boolean
  /** Seconds of CPU time; 600 if left out. */
  readonly cpuSeconds?: number
}

/** Limits for git's programs. Large files need most memory, as a whole and as a delta. */
const LIMITS = { memoryMb: 2048, cpuSeconds: 600, fileMb: 16 * 1024 } satisfies ProgramLimits

/** The complete environment of child processes. HOME is a folder that cannot exist. */
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

/** The arguments after `git`. */
function gitArguments(command: GitCommand): string[] {
  const settings = [...CONFIG, `safe.directory=${command.gitDir}`, ...(command.config ?? [])]
  return [
    ...settings.flatMap((setting) => ['-c', setting]),
    `--git-dir=${command.gitDir}`,
    ...command.args,
  ]
}

/**
 * The command `git --git-dir … <args>` with limits. It ends with the process that starts it: this one, or `parent`.
 */
export function gitProgram(command: GitCommand, parent?: number): ProgramCommand {
  const { cpuSeconds = LIMITS.cpuSeconds } = command
  const program = { file: 'git', args: gitArguments(command) }
  return limitedProgram(program, { ...LIMITS, cpuSeconds }, parent)
}

/** What git has said of itself, once it has. */
let version = ''

/** Version of the machine's git (`2.39.5`), or null if there is none or it is older than 2.36. */
export async function detectGit(): Promise<string | null> {
  version ||= await gitVersionText()
  const text = version
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
