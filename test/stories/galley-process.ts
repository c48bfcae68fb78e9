/** A Galley server in a process of its own, that can be killed. */

import { spawn, type ChildProcess } from 'node:child_process'
import { signalTo } from '../processes.js'
import { scriptWords } from '../script.js'

/** `galley` from its source, as words in front of its own. */
export const GALLEY = scriptWords('./serve', import.meta.url)

export interface GalleyProcess {
  readonly url: string
  readonly sitesUrl: string
  /** Value of an `Authorization` header; `""` unless this was the first start. */
  readonly authorization: string
  readonly child: ChildProcess
  /** What it has printed until it was ready, */
  readonly output: string
  /** and on standard error. */
  readonly errors: string
  /** Kills the whole process group and waits until it is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  /** Words of another program that runs it. */
  readonly under?: readonly string[]
  /** Null for that of the settings; `error` if left out. */
  readonly logLevel?: null
}

/** Starts on free ports; resolves when it answers. */
export async function startGalley(
  data: string,
  flags: readonly string[] = [],
  { env = {}, under = [], ...more }: Surroundings = {},
): Promise<GalleyProcess> {
  const serve = ['serve', '--data', data, '--port', '0', '--sites-port', '0']
  const words = [...under, ...GALLEY, ...serve]
  const level = more.logLevel === null ? [] : ['--log-level', 'error']
  const [program = '', ...args] = [...words, ...level, ...flags]
  const child = spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { output, errors } = await readUntilReady(child, ended)
  const value = (name: string) => new RegExp(`${name}: +(\\S+)`).exec(output)?.[1] ?? ''
  const pair = `${value('api_key')}:${value('api_secret')}`
  return {
    url: /listening on (\S+)/.exec(output)?.[1] ?? '',
    sitesUrl: /sites on (\S+)/.exec(output)?.[1] ?? '',
    authorization: pair === ':' ? '' : `Basic ${Buffer.from(pair).toString('base64')}`,
    child,
    output,
    errors,
    kill: async (signal) => {
      const { pid, exitCode, signalCode } = child
      const isOver = exitCode !== null || signalCode !== null
      // Its number may be that of another by then.
      if (!isOver) signalTo(pid, signal, { group: true })
      return ended
    },
  }
}

async function readUntilReady(
  child: ChildProcess,
  ended: Promise<number | null>,
): Promise<Pick<GalleyProcess, 'output' | 'errors'>> {
  let output = ''
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      // Credentials come in the same piece, or not at all.
      if (/sites on \S+\n/.test(output)) resolve()
    })
  })
  const failed = ended.then((code) => {
    throw new Error(`galley ended with ${code} before it was ready: ${output}${errors}`)
  })
  await Promise.race([ready, failed])
  failed.catch(() => undefined)
  return { output, errors }
}
