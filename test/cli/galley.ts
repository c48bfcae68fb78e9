/** Runs `galley` from its source as a command: in this process, or in one of its own. */

import { spawn } from 'node:child_process'
import { main } from '../../src/cli/main.js'
import { scriptWords } from '../script.js'

const [NODE, ...MAIN] = scriptWords('../stories/serve', import.meta.url)

export interface Ran {
  readonly code: number | string | null
  readonly out: string
  readonly err: string
}

export interface SpawnOptions {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

let last: Promise<unknown> = Promise.resolve()

/** Runs a command in this process, which is much faster; one after the other. */
export function galley(args: readonly string[]): Promise<Ran> {
  const ran = last.then(() => runHere(args))
  last = ran
  return ran
}

async function runHere(args: readonly string[]): Promise<Ran> {
  const before = process.exitCode
  const umask = process.umask()
  const out = capture(process.stdout)
  const err = capture(process.stderr)
  try {
    process.exitCode = 0
    await main(args)
    return { code: process.exitCode, out: out.text(), err: err.text() }
  } finally {
    out.release()
    err.release()
    process.exitCode = before
    process.umask(umask)
  }
}

function capture(stream: NodeJS.WriteStream) {
  const chunks: string[] = []
  const write = stream.write.bind(stream)
  stream.write = (chunk: string | Uint8Array) => chunks.push(String(chunk)) > 0
  return {
    text: () => chunks.join(''),
    release: () => {
      stream.write = write
    },
  }
}

/** Runs a command in a process of its own; resolves when it has ended, with any exit code. */
export function spawnGalley(args: readonly string[], options: SpawnOptions = {}): Promise<Ran> {
  const { cwd, input = '', env = {} } = options
  return new Promise((resolve, reject) => {
    const child = spawn(NODE, [...MAIN, ...args], {
      ...(cwd !== undefined && { cwd }),
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', TZ: 'UTC', ...env },
      stdio: 'pipe',
    })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out, err }))
    child.stdin.end(input)
  })
}
