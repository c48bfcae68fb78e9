/** Runs `galley` from its source as a command in a process of its own. */

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../stories/serve.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Resolves when the command has ended, with any exit code. */
export function galley(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, input = '', env = {} } = options
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', TSX, MAIN, ...args], {
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
